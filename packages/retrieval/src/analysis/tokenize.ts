import { characterBigrams } from './character-bigrams.ts';
import { fold } from './fold.ts';
import { compose } from './normalize.ts';

/** A word of a text as the stemmers take it. */
export interface Token {
  /** Folded, lower case, at most 64 characters. */
  readonly text: string;
  /** As the text has it, composed. */
  readonly written: string;
  /** The last three characters, at most, between the word before and this one. */
  readonly before: string;
  /** An apostrophe precedes it: the `s` of `Cubo's`. */
  readonly afterApostrophe: boolean;
  /** An apostrophe follows, and none precedes: the `l` of `l'articolo`. */
  readonly beforeApostrophe: boolean;
  /** Two neighbouring characters of a script that is written without spaces; it has no stem. */
  readonly bigram: boolean;
  /** Chinese characters of a bigram, each of a text once: they are words, or nearly so. */
  readonly characters?: readonly string[];
}

const isAscii = /^[\0-\x7f]*$/;

/** Longer words are cut: they are encoded data, not words. */
const maximumTokenLength = 64;

const word = /[\p{L}\p{M}\p{N}]+/gu;
// Runs of scripts that do not put spaces between words, with their prolonged sound and iteration marks.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+/gu;
const mayBeUnspaced = /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\uffff]/u;

/**
 * Cuts a text into words: runs of letters, marks and digits. Scripts without spaces are cut into character bigrams.
 * Apostrophes part words; what stands beside one is marked, so that each language can drop its own elisions.
 */
export function tokenize(text: string): Token[] {
  const composed = compose(text);
  if (isAscii.test(composed)) return asciiTokens(composed);
  const tokens: Token[] = [];
  let end = 0;
  for (const match of composed.matchAll(word)) {
    const run = match[0];
    if (mayBeUnspaced.test(run)) {
      let from = 0;
      for (const part of run.matchAll(unspaced)) {
        if (part.index > from) push(run.slice(from, part.index), '', false, false);
        const bigrams = characterBigrams(part[0]);
        bigrams.forEach((bigram, i) => {
          const characters = chineseCharacters(bigram, i === bigrams.length - 1);
          tokens.push({ ...unspacedToken, text: bigram.toLowerCase(), written: bigram, characters });
        });
        from = part.index + part[0].length;
      }
      if (from < run.length) push(run.slice(from), '', false, false);
    } else {
      const after = isApostrophe(composed, match.index - 1);
      push(run, between(composed, end, match.index), after, !after && isApostrophe(composed, match.index + run.length));
    }
    end = match.index + run.length;
  }
  return tokens;

  function push(run: string, before: string, afterApostrophe: boolean, beforeApostrophe: boolean): void {
    const token = cutWord(fold(cutWord(run.toLowerCase())));
    if (token !== '')
      tokens.push({ text: token, written: run, before, afterApostrophe, beforeApostrophe, bigram: false });
  }
}

const unspacedToken = { before: '', afterApostrophe: false, beforeApostrophe: false, bigram: true } as const;
const chinese = /^\p{Script=Han}$/u;

/** The first character of a bigram, and the second of the last one, if they are Chinese. */
function chineseCharacters(bigram: string, isLast: boolean): string[] {
  const characters = Array.from(bigram);
  if (characters.length < 2) return [];
  return (isLast ? characters : characters.slice(0, 1)).filter((character) => chinese.test(character));
}

/** The same for ASCII, in which a word is its own folding: several times as fast. */
function asciiTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (let at = 0; at < text.length; ) {
    if (!isAsciiWord(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const start = at;
    while (isAsciiWord(text.charCodeAt(at))) at++;
    const after = isApostrophe(text, start - 1);
    const written = text.slice(start, at);
    tokens.push({
      text: cutWord(written).toLowerCase(),
      written,
      before: between(text, end, start),
      afterApostrophe: after,
      beforeApostrophe: !after && isApostrophe(text, at),
      bigram: false,
    });
    end = at;
  }
  return tokens;
}

/** False beyond the end, where the code is NaN. */
function isAsciiWord(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

/** Whether an apostrophe stands at this place, of whatever shape. */
function isApostrophe(text: string, index: number): boolean {
  const character = text.charCodeAt(index);
  return character === 0x27 || character === 0x2019 || character === 0x2bc;
}

/** What stands between two words, or the end of it; see {@link Token.before}. */
export function between(text: string, end: number, start: number): string {
  return text.slice(Math.max(end, start - 3), start);
}

/** The first 64 characters of a word. */
export function cutWord(run: string): string {
  if (run.length <= maximumTokenLength) return run;
  const last = run.charCodeAt(maximumTokenLength - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return run.slice(0, splitsPair ? maximumTokenLength - 1 : maximumTokenLength);
}
