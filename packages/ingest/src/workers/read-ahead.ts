import type { SkippedFile, Source } from '@cubo/contracts';
import type { ExaminedSource, ExamineSource } from '../pipeline/examine-source.ts';
import type { ExtractChunks } from '../pipeline/extract-chunks.ts';
import { unbatchExtracted } from './extracted-batch.ts';
import type { Extraction } from './extraction-pool.ts';

/** The steps of an ingest, some of which are ahead of it. */
export interface ReadAhead {
  /** The sources, in their order. */
  readonly sources: AsyncIterable<Source | SkippedFile>;
  readonly examine: ExamineSource;
  readonly extract: ExtractChunks;
}

interface Entry {
  readonly source: Source | SkippedFile;
  readonly examined?: Promise<ExaminedSource>;
  extraction?: Extraction | undefined;
  /** Its turn is over. */
  dropped?: true;
}

/** What {@link readAhead} works with. */
export interface ReadAheadOptions {
  readonly sources: AsyncIterable<Source | SkippedFile>;
  readonly examine: ExamineSource;
  /**
   * Begins to extract in another thread, before all others where it is wanted `now`; `undefined` where the extractor runs
   * in this one.
   */
  readonly begin: (source: Source, examined: ExaminedSource, now: boolean) => Extraction | undefined;
  /** Whether a source is likely to be extracted, rather than found unchanged. */
  readonly isWanted: (source: Source, examined: ExaminedSource) => boolean;
  /** Extracts in this thread. */
  readonly extractHere: ExtractChunks;
  /** Sources ahead at most. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/**
 * Looks at the next sources, and begins to extract them in other threads, while the ones before are being stored. What
 * is taken of it and in which order is the same as without; what was begun in vain is stopped.
 */
export function readAhead(options: ReadAheadOptions): ReadAhead {
  const { begin, isWanted, extractHere, limit, signal } = options;
  const current = new Map<Source, Entry>();

  function look(source: Source | SkippedFile): Entry {
    if (!('open' in source)) return { source };
    const examined = options.examine(source, signal);
    const entry: Entry = { source, examined };
    examined
      .then((found) => {
        if (!entry.dropped && !signal.aborted && isWanted(source, found))
          entry.extraction ??= begin(source, found, false);
      })
      // Whatever is amiss is found once more when its turn comes.
      .catch(() => {});
    return entry;
  }

  function drop(entry: Entry): void {
    entry.dropped = true;
    entry.extraction?.cancel();
  }

  async function* sources(): AsyncGenerator<Source | SkippedFile, void, undefined> {
    const given = options.sources[Symbol.asyncIterator]();
    const entries: Entry[] = [];
    let asking: Promise<void> | undefined;
    let ended: { error?: unknown } | undefined;
    const ask = () => {
      if (asking !== undefined || ended !== undefined || entries.length >= limit) return;
      asking = given.next().then(
        (step) => {
          asking = undefined;
          if (ended !== undefined) return;
          if (step.done) ended = {};
          else entries.push(look(step.value));
          ask();
        },
        (error: unknown) => {
          asking = undefined;
          ended ??= { error };
        },
      );
    };
    try {
      for (;;) {
        ask();
        const entry = entries.shift();
        if (entry !== undefined) {
          ask();
          const { source } = entry;
          if ('open' in source) current.set(source, entry);
          try {
            yield source;
          } finally {
            if ('open' in source) current.delete(source);
            drop(entry);
          }
        } else if (ended === undefined) await asking;
        else if ('error' in ended) throw ended.error;
        else return;
      }
    } finally {
      entries.forEach(drop);
      ended ??= {};
      await given.return?.();
    }
  }

  return {
    sources: sources(),
    examine: (source, given) => current.get(source)?.examined ?? options.examine(source, given),
    extract(source, examined, context) {
      const entry = current.get(source);
      const extraction = entry?.extraction ?? begin(source, examined, true);
      // What is asked for once more, is extracted once more.
      if (entry !== undefined) entry.extraction = undefined;
      if (extraction === undefined) return extractHere(source, examined, context);
      return unbatchExtracted(extraction.batches(context.signal), context);
    },
  };
}
