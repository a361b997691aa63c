import type { Analyzer } from '@cubo/contracts';

/** Parameters of BM25 as an index of the library has them. */
const saturation = 1.2;
const lengthWeight = 0.75;

/** Orders texts by how well they fit a query, best first (BM25); those without any of its words are left out. */
export function rankPassages<Passage extends { readonly text: string }>(
  query: string,
  passages: readonly Passage[],
  analyzer: Analyzer,
): Passage[] {
  const documents = passages.map((passage) => {
    const language = analyzer.detect(passage.text);
    const counts = new Map<string, number>();
    const terms = analyzer.analyze(passage.text, { language });
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { passage, language, counts, length: terms.length };
  });
  const languages = [...new Set(documents.map(({ language }) => language))];
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length);
  const wanted = analyzer.analyzeQuery(query, { languages }).map(({ variants, frequency }) => {
    const has = documents.filter(({ counts }) => variants.some((term) => counts.has(term))).length;
    return { variants, weight: frequency * Math.log(1 + (documents.length - has + 0.5) / (has + 0.5)) };
  });
  const scored = documents.map(({ passage, counts, length }) => {
    const norm = saturation * (1 - lengthWeight + (lengthWeight * length) / Math.max(1, mean));
    const score = wanted.reduce((sum, { variants, weight }) => {
      const count = variants.reduce((total, term) => total + (counts.get(term) ?? 0), 0);
      return sum + (weight * count * (saturation + 1)) / (count + norm);
    }, 0);
    return { passage, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ passage }) => passage);
}
