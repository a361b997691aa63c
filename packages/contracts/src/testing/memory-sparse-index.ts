import { chunkSetHas } from '../indexes/chunk-set.ts';
import { compareHits, type Hit } from '../indexes/hit.ts';
import type { SparseIndex } from '../indexes/sparse-index.ts';
import { memoryIndex } from './memory-index.ts';
import { type MemoryStorage, memoryStorage } from './memory-storage.ts';
import { words } from './words.ts';

/** Options of a {@link memorySparseIndex}. */
export interface MemorySparseIndexOptions {
  /** Share one to open the same index twice. Default: a new one. */
  readonly storage?: MemoryStorage<readonly string[]> | undefined;
}

const k1 = 1.2;
const b = 0.75;

/**
 * A lexical index in memory that scores every text: correct and slow, for tests. Words are runs of letters and digits
 * in lower case; scores are BM25 (k1 1.2, b 0.75) with the inverse document frequency of Lucene.
 */
export function memorySparseIndex({ storage = memoryStorage() }: MemorySparseIndexOptions = {}): SparseIndex {
  const index = memoryIndex('lexical index in memory', storage);
  return {
    coverage: index.coverage,
    remove: index.remove,
    flush: index.flush,
    compact: index.compact,
    refresh: index.refresh,
    stats: index.stats,
    close: index.close,
    async add(batch, options) {
      index.items(options?.signal);
      index.add(batch.map(({ id, text }) => [id, words(text)]));
    },
    async search(query, { limit, live, filter, signal }) {
      const texts = [...index.items(signal)].filter(([id]) => live === undefined || chunkSetHas(live, id));
      const scorers = bm25Scorers(
        words(query),
        texts.map(([, terms]) => terms),
      );
      const hits: Hit[] = [];
      for (const [id, terms] of texts) {
        if (filter !== undefined && !chunkSetHas(filter, id)) continue;
        const score = scorers.reduce((sum, scorer) => sum + scorer(terms), 0);
        if (score > 0) hits.push({ id, score });
      }
      return hits.sort(compareHits).slice(0, limit);
    },
  };
}

/** For each word of the query, what it adds to the score of a text. */
function bm25Scorers(query: readonly string[], texts: readonly (readonly string[])[]) {
  const averageLength = texts.reduce((sum, terms) => sum + terms.length, 0) / texts.length;
  return query.map((word) => {
    const frequency = texts.filter((terms) => terms.includes(word)).length;
    const idf = Math.log(1 + (texts.length - frequency + 0.5) / (frequency + 0.5));
    return (terms: readonly string[]): number => {
      const count = terms.filter((term) => term === word).length;
      if (count === 0) return 0;
      return (idf * count) / (count + k1 * (1 - b + (b * terms.length) / averageLength));
    };
  });
}
