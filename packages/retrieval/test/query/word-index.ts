import {
  chunkIds,
  chunkSetFromIds,
  chunkSetHas,
  compareHits,
  type QueryTerm,
  type SparseIndex,
  type SparseSearchOptions,
} from '@cubo/contracts';
import { memorySparseIndex } from '@cubo/contracts/testing';

/** A lexical index for tests that has all a `SparseIndex` may have: each word in lower case is a term. */
export function wordIndex(): Required<Pick<SparseIndex, 'searchedTerms' | 'searchTerms' | 'matching'>> & SparseIndex {
  const index = memorySparseIndex();
  const texts = new Map<number, string>();
  const isLive = ({ live, filter }: Partial<SparseSearchOptions>, id: number) =>
    (live === undefined || chunkSetHas(live, id)) && (filter === undefined || chunkSetHas(filter, id));
  const has = (id: number, text: string) =>
    ` ${wordsOf(texts.get(id)).join(' ')} `.includes(` ${wordsOf(text).join(' ')} `);

  async function searchTerms(terms: readonly QueryTerm[], options: SparseSearchOptions) {
    const scores = new Map<number, number>();
    for (const { variants, frequency, weight = 1 } of terms) {
      for (const { id, score } of await index.search(variants.join(' '), { ...options, limit: 1e6 }))
        scores.set(id, (scores.get(id) ?? 0) + score * frequency * weight);
    }
    return [...scores]
      .map(([id, score]) => ({ id, score }))
      .sort(compareHits)
      .slice(0, options.limit);
  }
  return {
    ...index,
    async add(batch, options) {
      await index.add(batch, options);
      for (const { id, text } of batch) texts.set(id, text);
    },
    async search(query, { phrases = [], ...options }) {
      const hits = await index.search(query, { ...options, limit: 1e6 });
      return hits
        .map(({ id, score }) => ({ id, score: score + phrases.filter((phrase) => has(id, phrase)).length }))
        .sort(compareHits)
        .slice(0, options.limit);
    },
    async searchedTerms(query, options) {
      const words = wordsOf(query);
      const live = [...texts.keys()].filter((id) => isLive(options, id));
      return [...new Set(words)].map((word) => {
        const documentFrequency = live.filter((id) => has(id, word)).length;
        return {
          text: word,
          variants: [word],
          frequency: words.filter((other) => other === word).length,
          documentFrequency,
          inverseDocumentFrequency: Math.log(1 + (live.length - documentFrequency + 0.5) / (documentFrequency + 0.5)),
        };
      });
    },
    searchTerms,
    async matching({ required, excluded }, options) {
      return chunkSetFromIds(
        [...chunkIds(options.live ?? index.coverage())].filter(
          (id) =>
            isLive(options, id) && required.every((text) => has(id, text)) && !excluded.some((text) => has(id, text)),
        ),
      );
    },
  };
}

function wordsOf(text = ''): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
