import { type Analyzer, type ChunkSet, chunkSetHas, compareHits, type Hit } from '@cubo/contracts';

/** The index as a list of texts that are all scored for every query. */
export function bm25Model(analyzer: Analyzer, { k1 = 1.2, b = 0.75 } = {}) {
  const chunks = new Map<number, { terms: string[]; language: string }>();
  return {
    chunks,
    add(id: number, text: string, language = analyzer.detect(text)) {
      if (!chunks.has(id)) chunks.set(id, { terms: analyzer.analyze(text, { language }), language });
    },
    remove(id: number) {
      chunks.delete(id);
    },
    search(query: string, limit: number, live?: ChunkSet, filter?: ChunkSet): Hit[] {
      const living = [...chunks].filter(([id]) => live === undefined || chunkSetHas(live, id));
      const counts = new Map<string, number>();
      for (const [, { language }] of living) counts.set(language, (counts.get(language) ?? 0) + 1);
      const languages = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
      const mean = living.reduce((sum, [, { terms }]) => sum + terms.length, 0) / living.length;
      const frequencies = (terms: string[], variants: readonly string[]) =>
        terms.filter((term) => variants.includes(term)).length;
      const scores = new Map<number, number>();
      const words = analyzer.analyzeQuery(query, { languages }).map(({ variants, frequency }) => {
        const having = living.filter(([, { terms }]) => frequencies(terms, variants) > 0);
        const rarity = Math.log(1 + (living.length - having.length + 0.5) / (having.length + 0.5));
        return { variants, having, weight: frequency * rarity };
      });
      // Scores are whole multiples of a power of two, so that their sums are exact.
      const total = words.reduce((sum, { weight }) => sum + weight, 0);
      const unit = 2 ** (Math.ceil(Math.log2(Math.max(total, Number.MIN_VALUE))) - 50);
      for (const { variants, having, weight } of words) {
        for (const [id, { terms }] of having) {
          const f = frequencies(terms, variants);
          const share = f / (f + k1 * (1 - b + (b * terms.length) / mean));
          const score = Math.ceil((weight / unit) * share) * unit;
          scores.set(id, (scores.get(id) ?? 0) + score);
        }
      }
      return Array.from(scores, ([id, score]) => ({ id, score }))
        .filter(({ id }) => filter === undefined || chunkSetHas(filter, id))
        .sort(compareHits)
        .slice(0, limit);
    },
  };
}
