import { type Language, noWords, words } from './languages/language.ts';
import { normalize } from './normalize.ts';
import { type WordBounds, wordBounds } from './word-bounds.ts';
import { wordTable } from './word-table.ts';

// Languages without a stemmer here that would otherwise be taken for a relative: Portuguese, Dutch, Scandinavian.
const relatives: readonly ReadonlySet<string>[] = [
  words(`os as um uma de do da dos das em no na nos nas que não com por para se ao pelo pela são foi ser mais como mas seu
    sua ou quando muito também já está isso ele ela é à`),
  words(`de het een en van in is dat op te zijn met voor niet aan er om ook als bij uit door naar maar deze dit wordt
    werd hij ze zij wat wie hoe waar heeft hebben kan of over`),
  words(`och att det som en på är av för med till den har de inte om ett han var jag ej af til ikke og er at der hun ved
    fra vil`),
];
const scripts: readonly { code: string; letters: RegExp; share: number }[] = [
  // A Chinese text has no kana; a Japanese one is hardly ever without.
  { code: 'ja', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, share: 0.1 },
  { code: 'ko', letters: /\p{Script=Hangul}/gu, share: 0.3 },
  { code: 'th', letters: /\p{Script=Thai}/gu, share: 0.3 },
  { code: 'zh', letters: /\p{Script=Han}/gu, share: 0.3 },
];
const mayBeEastAsian = /[\u0e00-\u0e7f\u1100-\u11ff\u2e80-\uffff]/u;
const word = /[\p{L}\p{M}\p{N}]+/gu;
const anyLetter = /\p{L}/gu;
const examined = 2000;

/**
 * Makes a detector that tells the language of a text by its script, or by how many of its words are function words of
 * each language. It reads the first 2000 characters. Where nothing stands out (a list of names, a few words, an unknown
 * language) the answer is `und`.
 */
export function languageDetector(languages: readonly Language[]): (text: string) => string {
  const known = languages.map(({ functionWords, keywords = noWords }) => new Set([...functionWords, ...keywords]));
  const candidates: readonly ReadonlySet<string>[] = [...known, ...relatives];
  const holders = new Map<string, number[]>();
  candidates.forEach((candidate, index) => {
    for (const word of candidate) holders.set(word, [...(holders.get(word) ?? []), index]);
  });

  const longest = Math.max(...Array.from(holders.keys(), ({ length }) => length));
  const table = wordTable();
  const holdersByNumber = Array.from(holders, ([word, indexes]) => {
    table.addText(word);
    return indexes;
  });
  const scores = new Float64Array(candidates.length);

  function count(indexes: readonly number[]): void {
    // A word of one language alone says more than one that several share.
    for (const index of indexes) scores[index] = (scores[index] as number) + 1 / indexes.length;
  }

  /** Counts the function words of a text of simple characters. */
  function countSimple(simple: WordBounds): void {
    const { bounds, words: found } = simple;
    for (let i = 0; i < found; i++) {
      if ((bounds[2 * i + 1] as number) - (bounds[2 * i] as number) > longest) continue;
      const number = table.find(simple, i);
      if (number >= 0) count(holdersByNumber[number] as number[]);
    }
  }

  function clearest(found: number): string {
    const best = Math.max(...scores);
    const index = scores.indexOf(best);
    let second = 0;
    for (let other = 0; other < scores.length; other++) {
      if (other !== index) second = Math.max(second, scores[other] as number);
    }
    const isClear = best >= 0.9 && best >= found * minimumShare && best >= second * 1.4;
    return isClear ? (languages[index]?.code ?? 'und') : 'und';
  }

  return (text) => {
    scores.fill(0);
    const simple = wordBounds(text, examined);
    if (simple !== undefined) {
      countSimple(simple);
      return clearest(simple.words);
    }
    const beginning = normalize(text.slice(0, examined));
    if (mayBeEastAsian.test(beginning)) {
      const letters = occurrences(beginning, anyLetter);
      const script = scripts.find(({ letters: own, share }) => occurrences(beginning, own) > letters * share);
      if (script) return script.code;
    }
    const found = beginning.match(word) ?? [];
    for (const one of found) {
      const indexes = holders.get(one);
      if (indexes) count(indexes);
    }
    return clearest(found.length);
  };
}

// Prose has a third and more; source code with comments, tables and lists have far fewer.
const minimumShare = 0.02;

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
