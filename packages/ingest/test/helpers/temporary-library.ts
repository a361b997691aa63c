import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestEvent, Source, SparseIndex } from '@cubo/contracts';
import { type Library, openLibrary } from '@cubo/library';
import { onTestFinished } from 'vitest';
import {
  builtinExtractors,
  createExtractorRegistry,
  type IngestSourcesOptions,
  ingestSources,
  recursiveChunker,
} from '../../src/index.ts';

/** A folder that is gone when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'cubo-ingest-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** An empty library that is gone when the test is over. */
export async function temporaryLibrary(): Promise<Library> {
  const library = await openLibrary({ path: await temporaryFolder() });
  onTestFinished(() => library.close());
  return library;
}

/** Takes sources into a library, and gives what was told of it. */
export async function ingestInto(
  library: Library,
  lexical: SparseIndex,
  sources: readonly Source[],
  options: Partial<IngestSourcesOptions> = {},
): Promise<IngestEvent[]> {
  const events: IngestEvent[] = [];
  await library.write(async (writer) => {
    const ingestion = ingestSources({
      library,
      writer,
      lexical,
      sources: (async function* () {
        yield* sources;
      })(),
      registry: createExtractorRegistry(builtinExtractors()),
      chunker: recursiveChunker(),
      detectLanguage: () => 'en',
      maximumBytes: 2 ** 20,
      gone: () => [],
      ...options,
    });
    for await (const event of ingestion) events.push(event);
  });
  return events;
}
