import type { Chunk, Chunker, Source } from '@cubo/contracts';
import type { ExaminedSource } from './examine-source.ts';
import type { PipelineContext } from './extract-context.ts';
import { readSections } from './read-sections.ts';

/**
 * Reads a source and cuts it into chunks. This is where most of the time of an ingest goes, and it needs nothing of the
 * library, so that it can run in another thread.
 */
export type ExtractChunks = (
  source: Source,
  examined: ExaminedSource,
  context: PipelineContext,
) => AsyncIterable<Chunk>;

/** Extracts and cuts in this thread. */
export function extractChunks(chunker: Chunker): ExtractChunks {
  return (source, { extractor }, context) =>
    chunker.chunk(readSections(extractor, source, context), { signal: context.signal });
}
