import { compareHits, type Reranker } from '@cubo/contracts';

/** A correct reranker: the share of the query's words that stand in the text. */
export function overlapReranker(): Reranker {
  return {
    id: 'overlap',
    async rerank(query, candidates, options) {
      options?.signal?.throwIfAborted();
      const words = query.toLowerCase().match(/\w+/g) ?? [];
      return candidates
        .map(({ id, text }) => {
          const found = words.filter((word) => text.toLowerCase().includes(word));
          return { id, score: found.length / Math.max(1, words.length) };
        })
        .sort(compareHits);
    },
  };
}
