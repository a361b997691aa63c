import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Cubo, createCubo } from '@cubo/core';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';

/** Opens the library of a folder, which works in the calling thread; closed when the test is over. */
async function openLibrary(directory: string): Promise<Cubo> {
  const cubo = await createCubo({ path: join(directory, 'library'), threads: false, workers: 0, embedder: false });
  onTestFinished(() => cubo.close());
  return cubo;
}

/** A library in a temporary folder, with documents by their names. */
export async function openStudyLibrary(
  files: Readonly<Record<string, string>> = {},
): Promise<{ cubo: Cubo; directory: string; documents: string }> {
  const directory = await temporaryDirectory();
  const documents = join(directory, 'documents');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(documents, name)), { recursive: true });
    await writeFile(join(documents, name), text);
  }
  const cubo = await openLibrary(directory);
  if (Object.keys(files).length > 0) await cubo.ingest(documents);
  return { cubo, directory, documents };
}
