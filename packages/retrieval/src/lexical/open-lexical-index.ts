import {
  type Analyzer,
  assertKnownOptions,
  type ChunkSet,
  CuboError,
  type Hit,
  intersectChunkSets,
  type KnownOptions,
  type PhraseWord,
  type QueryTerm,
  type SparseDocument,
  type SparseIndex,
  type SparseSearchOptions,
} from '@cubo/contracts';
import { changeQueue, type FileLayer, openIndexDirectory } from '@cubo/library';
import type { FieldWeights } from './field-analysis.ts';
import { checkBatch, checkCount, checkedFieldWeights, checkedParameters, checkLimit } from './lexical-arguments.ts';
import { openLexicalContents } from './lexical-contents.ts';
import { pacer } from './pacer.ts';
import { type Bm25Parameters, inverseDocumentFrequency } from './search/bm25.ts';
import { type LiveView, liveView } from './search/live-view.ts';
import { matchingChunks } from './search/matching-chunks.ts';
import { resolveTerms } from './search/resolve-terms.ts';
import { searchLiveView } from './search/search-live-view.ts';

/** Options of {@link openLexicalIndex}. */
export interface LexicalIndexOptions {
  /** Where the index keeps its files; made at the first flush. */
  readonly directory: string;
  readonly files: FileLayer;
  readonly analyzer: Analyzer;
  /** Default: k1 = 1.2, b = 0.75. They take effect at search, so an index may be opened with others later. */
  readonly parameters?: Partial<Bm25Parameters> | undefined;
  /**
   * Memory for texts that are not flushed yet; beyond it they are written as if `flush` had been called. A whole number
   * from 1; default 32 MiB.
   */
  readonly bufferBytes?: number | undefined;
  /**
   * Whether it keeps where in a text each word stands, which takes about 70 % more on disk: without that it
   * cannot tell phrases. An index is opened as it was made. Default true.
   */
  readonly positions?: boolean | undefined;
  /**
   * How often a word counts in the title, the headings and the body of a text, see {@link FieldWeights}. An index is
   * opened as it was made. Default: 3 for the title, 1 for the rest.
   */
  readonly weights?: Partial<FieldWeights> | undefined;
}

const known: KnownOptions<LexicalIndexOptions> = {
  directory: true,
  files: true,
  analyzer: true,
  parameters: true,
  bufferBytes: true,
  positions: true,
  weights: true,
};

/** Name of the file format of an index that is made so, as its manifest carries it. */
export function lexicalIndexFormat({
  analyzer,
  positions = true,
  weights,
}: Pick<LexicalIndexOptions, 'analyzer' | 'positions' | 'weights'>): string {
  const { title, heading, body } = checkedFieldWeights(weights);
  const kept = `${positions ? 'positions ' : ''}fields=${title},${heading},${body}`;
  return `lexical@3 ${kept} ${analyzer.fingerprint}`;
}

/**
 * Opens a lexical index: an inverted index of immutable segment files, ranked by BM25. A missing directory is an empty
 * index.
 *
 * Scores depend on the live chunks alone, not on how they came into the index: statistics are exact over `live`, and
 * two indexes with the same chunks give the same scores bit for bit. Files are read by position; what is in memory is
 * the first of every 64 terms, the buffer of unflushed texts and, of files that were searched, two bytes or four per chunk.
 *
 * Changes happen one after the other; searches wait for none of them. `refresh` does nothing while this instance is
 * changing: who writes to an index is alone in doing so.
 *
 * Throws `CUBO_INDEX_CORRUPT`, at opening or at the search that meets the damage, when a file is missing, truncated or
 * does not match its checksums, and when the directory was written with another format or another analysis.
 */
export async function openLexicalIndex(options: LexicalIndexOptions): Promise<SparseIndex> {
  assertKnownOptions('openLexicalIndex()', options, known);
  const { analyzer } = options;
  const parameters = checkedParameters(options.parameters);
  const weights = checkedFieldWeights(options.weights);
  const { bufferBytes = 32 * 2 ** 20, positions = true } = options;
  checkCount(bufferBytes, 1, 'bufferBytes');
  const directory = await openIndexDirectory({
    directory: options.directory,
    files: options.files,
    format: lexicalIndexFormat(options),
  });
  const contents = await openLexicalContents(directory, { analyzer, bufferBytes, positions, weights });
  let views = new WeakMap<ChunkSet, LiveView>();
  let viewsVersion = contents.version;
  const queue = changeQueue();
  const compoundLanguages = new Set(analyzer.compoundLanguages);
  let isClosed = false;

  const whileOpen = <T>(action: () => Promise<T>) => {
    return () => {
      checkOpen();
      return action();
    };
  };
  const inTurn = <T>(action: () => Promise<T>): Promise<T> => queue.change(whileOpen(action));

  function checkOpen(): void {
    if (!isClosed) return;
    throw new CuboError({
      code: 'CUBO_LIBRARY_CLOSED',
      message: `The lexical index ${options.directory} was used after it was closed.`,
      remedy: 'Open it again.',
      path: options.directory,
    });
  }

  function view(live: ChunkSet): LiveView {
    if (viewsVersion !== contents.version) {
      views = new WeakMap();
      viewsVersion = contents.version;
    }
    let known = views.get(live);
    if (known === undefined) {
      known = liveView(contents.parts(), live, compoundLanguages);
      views.set(live, known);
    }
    return known;
  }

  /** Runs a search of the live chunks, whose files stay open for it. */
  async function reading<T>(
    live: ChunkSet | undefined,
    signal: AbortSignal | undefined,
    run: (asked: LiveView) => Promise<T>,
  ): Promise<T> {
    checkOpen();
    signal?.throwIfAborted();
    const release = contents.hold();
    try {
      return await run(view(live ?? contents.coverage()));
    } finally {
      release();
    }
  }

  async function search(
    termsFor: (asked: LiveView) => readonly QueryTerm[],
    { limit, live, filter, phrases = [], signal }: SparseSearchOptions,
  ): Promise<Hit[]> {
    checkLimit(limit);
    return reading(live, signal, (asked) => {
      const told = positions ? phrases.map((phrase) => wordsOf(phrase, asked.languages)) : [];
      const restriction = filter === live ? undefined : filter;
      return searchLiveView(asked, termsFor(asked), { parameters, limit, filter: restriction, phrases: told, signal });
    });
  }

  function wordsOf(phrase: string, languages: readonly string[]): readonly PhraseWord[] {
    if (analyzer.analyzePhrase !== undefined) return analyzer.analyzePhrase(phrase, { languages });
    return analyzer.analyzeQuery(phrase, { languages }).map(({ variants }, position) => ({ variants, position }));
  }

  /** The words of a required or excluded text; an error for several where their positions are not known. */
  function phraseOf(text: string, languages: readonly string[]): readonly PhraseWord[] {
    const words = wordsOf(text, languages);
    if (words.length > 1 && !positions) {
      throw new CuboError({
        code: 'CUBO_BAD_ARGUMENT',
        message: `The lexical index ${options.directory} keeps no positions, and cannot tell a phrase of ${words.length} words.`,
        remedy: 'Ask for its words one by one, or make the index with the option positions.',
        path: options.directory,
      });
    }
    return words;
  }

  return {
    add: (batch: readonly SparseDocument[], { signal } = {}) =>
      inTurn(() => {
        signal?.throwIfAborted();
        checkBatch(batch);
        return contents.add(batch, signal);
      }),
    remove: (ids) => inTurn(async () => contents.remove(ids)),
    flush: () => inTurn(contents.flush),
    compact: ({ signal } = {}) => inTurn(() => contents.compact(signal)),
    refresh: () => queue.refresh(whileOpen(contents.refresh)),
    coverage: contents.coverage,
    stats: contents.stats,
    search: (query, options) => search(({ languages }) => analyzer.analyzeQuery(query, { languages }), options),
    searchTerms: (terms, options) => search(() => terms, options),
    searchedTerms: (query, { live, signal }) =>
      reading(live, signal, async (asked) => {
        const terms = analyzer.analyzeQuery(query, { languages: asked.languages });
        const resolved = await resolveTerms(asked, terms, pacer(signal));
        return resolved.map(({ term, forms, documentFrequency }) => ({
          ...term,
          variants: forms.variants,
          weight: (term.weight ?? 1) * forms.weight,
          documentFrequency,
          inverseDocumentFrequency: inverseDocumentFrequency(asked.chunks, documentFrequency),
          ...(forms.isFuzzy && { isFuzzy: true }),
        }));
      }),
    matching: ({ required, excluded }, { live, filter, signal }) =>
      reading(live, signal, (asked) => {
        const phrases = {
          required: required.map((text) => phraseOf(text, asked.languages)).filter(({ length }) => length > 0),
          excluded: excluded.map((text) => phraseOf(text, asked.languages)).filter(({ length }) => length > 0),
        };
        const all = live ?? contents.coverage();
        return matchingChunks(asked, phrases, filter ? intersectChunkSets(all, filter) : all, pacer(signal));
      }),
    async close() {
      if (isClosed) return;
      await inTurn(async () => {
        isClosed = true;
        await contents.close();
      });
    },
  };
}
