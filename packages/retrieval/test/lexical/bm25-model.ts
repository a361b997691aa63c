import { type Analyzer, type ChunkSet, chunkSetHas, compareHits, type Hit, type PhraseWord } from '@cubo/contracts';

interface ModelChunk {
  readonly terms: readonly string[];
  readonly positions: readonly number[];
  readonly language: string;
}

/** The index as a list of texts that are all scored for every query. */
export function bm25Model(analyzer: Analyzer, { k1 = 1.2, b = 0.75 } = {}) {
  const chunks = new Map<number, ModelChunk>();

  function livingIn(live: ChunkSet | undefined) {
    const living = [...chunks].filter(([id]) => live === undefined || chunkSetHas(live, id));
    const counts = new Map<string, number>();
    for (const [, { language }] of living) counts.set(language, (counts.get(language) ?? 0) + 1);
    const languages = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
    return { living, languages };
  }

  const wordsOf = (phrase: string, languages: readonly string[]) =>
    analyzer.analyzePhrase?.(phrase, { languages }) ?? [];

  return {
    chunks,
    add(id: number, text: string, language = analyzer.detect(text)) {
      if (chunks.has(id)) return;
      const { terms, positions } = analyzer.analyzePositions?.(text, { language }) ?? { terms: [], positions: [] };
      chunks.set(id, { terms, positions: [...(positions as ArrayLike<number> & Iterable<number>)], language });
    },
    remove(id: number) {
      chunks.delete(id);
    },
    search(
      query: string,
      options: {
        limit: number;
        live?: ChunkSet | undefined;
        filter?: ChunkSet | undefined;
        phrases?: readonly string[];
      },
    ): Hit[] {
      const { limit, live, filter, phrases = [] } = options;
      const { living, languages } = livingIn(live);
      const mean = living.reduce((sum, [, chunk]) => sum + lengthOf(chunk), 0) / living.length;
      const rarity = (having: number) => Math.log(1 + (living.length - having + 0.5) / (having + 0.5));
      const scores = new Map<number, number>();
      const clauses: { weight: number; frequency(chunk: ModelChunk): number }[] = [];
      for (const { variants, compounding = [], frequency, weight = 1 } of analyzer.analyzeQuery(query, { languages })) {
        const forms = searchedForms(living, variants, compounding, analyzer.compoundLanguages ?? []);
        const count = ({ terms }: ModelChunk) => terms.filter((term) => forms.variants.includes(term)).length;
        const having = living.filter(([, chunk]) => count(chunk) > 0).length;
        clauses.push({ weight: frequency * weight * forms.weight * rarity(having), frequency: count });
      }
      for (const phrase of phrases) {
        const words = wordsOf(phrase, languages);
        if (words.length < 2) continue;
        const count = (chunk: ModelChunk) => phraseFrequency(chunk, words);
        const having = living.filter(([, chunk]) => count(chunk) > 0).length;
        clauses.push({ weight: 0.5 * rarity(having), frequency: count });
      }
      // Scores are whole multiples of a power of two, so that their sums are exact.
      const total = clauses.reduce((sum, { weight }) => sum + weight, 0);
      const unit = 2 ** (Math.ceil(Math.log2(Math.max(total, Number.MIN_VALUE))) - 50);
      for (const { weight, frequency } of clauses) {
        for (const [id, chunk] of living) {
          const f = frequency(chunk);
          if (f === 0) continue;
          const share = f / (f + k1 * (1 - b + (b * lengthOf(chunk)) / mean));
          const score = Math.ceil((weight / unit) * share) * unit;
          scores.set(id, (scores.get(id) ?? 0) + score);
        }
      }
      return Array.from(scores, ([id, score]) => ({ id, score }))
        .filter(({ id }) => filter === undefined || chunkSetHas(filter, id))
        .sort(compareHits)
        .slice(0, limit);
    },
    matching(
      { required, excluded }: { required: readonly string[]; excluded: readonly string[] },
      live?: ChunkSet,
      filter?: ChunkSet,
    ): number[] {
      const { living, languages } = livingIn(live);
      const has = (chunk: ModelChunk, text: string) => {
        const words = wordsOf(text, languages);
        return words.length === 0 ? undefined : phraseFrequency(chunk, words) > 0;
      };
      return living
        .filter(([id]) => filter === undefined || chunkSetHas(filter, id))
        .filter(([, chunk]) => required.every((text) => has(chunk, text) ?? true))
        .filter(([, chunk]) => !excluded.some((text) => has(chunk, text) ?? false))
        .map(([id]) => id)
        .sort((a, b) => a - b);
    },
  };
}

const lengthOf = ({ positions }: ModelChunk) => new Set(positions).size;

/** How often words follow each other as in the phrase. */
function phraseFrequency({ terms, positions }: ModelChunk, phrase: readonly PhraseWord[]): number {
  const stands = (variants: readonly string[], position: number) =>
    terms.some((term, i) => positions[i] === position && variants.includes(term));
  const begins = new Set(positions.flatMap((position) => phrase.map((word) => position - word.position)));
  return [...begins].filter((begin) => phrase.every(({ variants, position }) => stands(variants, begin + position)))
    .length;
}

type Living = readonly (readonly [number, ModelChunk])[];

/** The forms of a word, with its compounds; or, where no text has any, what is spelt nearly alike. */
function searchedForms(
  living: Living,
  variants: readonly string[],
  compounding: readonly string[],
  compoundLanguages: readonly string[],
) {
  const vocabulary = new Set(living.flatMap(([, { terms }]) => terms));
  const documents = (term: string) => living.filter(([, { terms }]) => terms.includes(term)).length;
  const byFrequency = (terms: string[], most: number) =>
    terms.sort((a, b) => documents(b) - documents(a) || (a < b ? -1 : 1)).slice(0, most);
  const inLanguage = (term: string) =>
    living.some(([, { terms, language }]) => compoundLanguages.includes(language) && terms.includes(term));
  const compounds = [...vocabulary].filter(
    (term) => compounding.some((part) => isCompound(term, part, vocabulary)) && inLanguage(term),
  );
  const forms = [...new Set([...variants, ...byFrequency(compounds, 32)])];
  if (forms.some((form) => vocabulary.has(form))) return { variants: forms, weight: 1 };
  for (const distance of [1, 2]) {
    const near = [...vocabulary].filter((term) => variants.some((one) => distanceOf(one, term) === distance));
    if (near.length === 0) continue;
    const letters = Math.max(...variants.map(({ length }) => length));
    return { variants: byFrequency(near, 3), weight: 0.5 * (1 - distance / letters) };
  }
  return { variants: forms, weight: 1 };
}

function isCompound(term: string, part: string, vocabulary: ReadonlySet<string>): boolean {
  if (part.length < 4 || term === part || term.length < 7 || !/^[\p{L}\p{M}]+$/u.test(term)) return false;
  const links = ['', 's', 'es', 'n', 'en', 'er', 'e', 'ens'];
  const known = (rest: string) => rest.length >= 3 && vocabulary.has(rest);
  return links.some(
    (link) =>
      (term.endsWith(link + part) && known(term.slice(0, term.length - (link + part).length))) ||
      (term.startsWith(part + link) && known(term.slice((part + link).length))),
  );
}

/** How far a term is from a word that may be misspelt; 9 for one that is too far. */
function distanceOf(word: string, term: string): number {
  const isWord = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{M}]{4,}$/u;
  if (!isWord.test(word) || [...word][0] !== [...term][0]) return 9;
  const distance = alignment(word, term);
  return distance <= (word.length >= 8 ? 2 : 1) ? distance : 9;
}

/** Optimal string alignment, by its definition. */
export function alignment(a: string, b: string): number {
  const known = new Map<string, number>();
  function of(i: number, j: number): number {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    let best = known.get(key);
    if (best === undefined) {
      best = Math.min(of(i - 1, j) + 1, of(i, j - 1) + 1, of(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && a[i - 1] !== b[j - 1])
        best = Math.min(best, of(i - 2, j - 2) + 1);
      known.set(key, best);
    }
    return best;
  }
  return of(a.length, b.length);
}
