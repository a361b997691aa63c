import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cubo, createCubo } from '@cubo/core';
import { afterAll, beforeAll } from 'vitest';

/** A library of the demo's documents: PDF, Word, HTML, Markdown, text and CSV, in two folders. */
export interface DemoLibrary {
  readonly cubo: Cubo;
  readonly path: string;
  /** The folder of a document's name. */
  source(name: string): string;
  readonly folder: string;
}

const demoDocuments = fileURLToPath(new URL('../../../../examples/demo-documents', import.meta.url));

/** Makes one for the tests of a file, which do not change it. */
export function demoLibrary(): DemoLibrary {
  let cubo: Cubo | undefined;
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cubo-mcp-'));
    await cp(demoDocuments, join(directory, 'documents', 'demo'), { recursive: true });
    await cp(join(demoDocuments, 'hausordnung.pdf'), join(directory, 'documents', 'copies', 'copy.pdf'));
    cubo = await createCubo({ path: join(directory, 'library'), threads: false, workers: 0 });
    await cubo.ingest(join(directory, 'documents', 'demo'), { metadata: { category: 'demo', year: 2026 } });
    await cubo.ingest(join(directory, 'documents', 'copies'), { metadata: { category: 'copies' } });
  }, 120_000);
  afterAll(async () => {
    await cubo?.close();
    await rm(directory, { recursive: true, force: true });
  });
  return {
    get cubo() {
      if (cubo === undefined) throw new Error('the library is not open yet');
      return cubo;
    },
    get path() {
      return join(directory, 'library');
    },
    get folder() {
      return join(directory, 'documents');
    },
    source: (name) => join(directory, 'documents', 'demo', name),
  };
}
