import type { Extractor, Source } from '@cubo/contracts';
import type { ExtractorRegistry } from '../extractors/registry.ts';
import { hashSource, type SourceHash } from '../sources/hash-source.ts';
import { inTime } from '../sources/in-time.ts';
import { readSourceHead } from '../sources/read-source.ts';
import type { ReadSourceOptions } from '../sources/read-source-options.ts';
import { fileState } from './file-state.ts';
import { toSourceProblem } from './source-problem.ts';

/** What is known of a source before it is extracted. */
export interface ExaminedSource extends SourceHash {
  readonly extractor: Extractor;
  /** What tells a later change of a file: see `fileState`. Taken before anything was read. */
  readonly state: string | undefined;
}

/** Finds out what reads a source, and its hash; throws a `SourceProblem`. */
export type ExamineSource = (source: Source, signal: AbortSignal | undefined) => Promise<ExaminedSource>;

/**
 * Examines in this thread: first by the beginning, so that a large file that nothing reads is not hashed. A source that
 * gives no bytes for longer than it may, by default 60 seconds, has the problem `CUBO_SOURCE_TIMEOUT`.
 */
export function examineSource(
  registry: ExtractorRegistry,
  { timeLimitMilliseconds }: Pick<ReadSourceOptions, 'timeLimitMilliseconds'> = {},
): ExamineSource {
  return async (source, signal) => {
    const options: ReadSourceOptions = { signal, timeLimitMilliseconds };
    try {
      const state = await inTime(fileState(source.uri), source.uri, options);
      const extractor = registry.find(source, await readSourceHead(source, options));
      return { extractor, state, ...(await hashSource(source, options)) };
    } catch (error) {
      signal?.throwIfAborted();
      throw toSourceProblem(error, source.uri);
    }
  };
}
