import type { CharacterKind } from './character-kinds.ts';
import { type GuessLanguage, isWord, letterCosts } from './letter-frequencies.ts';
import type { MarkedWords } from './marked-words.ts';
import { type SignPlace, signCost } from './sign-costs.ts';
import { singleByteTable } from './single-byte-table.ts';

/** Bits for what hardly occurs: a letter that the language does not use, by its script and whether it is in ASCII. */
const [foreignLetter, foreignAscii, foreignScript] = [15, 12, 18];
/** Bits for what no text has. */
const noCharacter = 22;
const asciiSign = 6;
/** Bits on top for a capital after a small letter, for another script within a word, for a letter that is no word by itself. */
const [mixedCase, mixedScript, singleLetter] = [8, 10, 5];
/** In scripts beyond Latin even letters that are words are seldom the only ones. */
const onlyWord = 3;
/** Bits for the lines of frames: one goes on as it was, another one meets it, one stands by itself. */
const [sameLine, otherLine] = [3, 9];
/** How much the letters of words in ASCII count beside those of marked words, and how many of them at most. */
const [asciiWeight, mostAscii] = [0.5, 100];
/** Bits for a letter of ASCII in a language of another script, and the most for words in ASCII beside it. */
const [strangeLetter, mostStrangeWords] = [4.6, 15];

/** What the marked words are in one encoding, whatever the language. */
interface Reading {
  readonly letters: ReadonlyMap<CharacterKind, number>;
  /** Bits for all that is no letter, and for letters that stand oddly. */
  readonly bits: number;
  /** Marked words that are a single letter. */
  readonly singles: readonly CharacterKind[];
}

/**
 * How many bits it takes to say the marked words of a text, read in an encoding of one byte for a character, in whichever of
 * some languages takes the fewest: the likelier a reading, the fewer.
 */
export function singleByteCost(
  bytes: Uint8Array,
  marked: MarkedWords,
  encoding: string,
  languages: readonly GuessLanguage[],
): number {
  const reading = readWords(bytes, marked, singleByteTable(encoding));
  return reading.bits + Math.min(...languages.map((language) => languageCost(reading, marked, language)));
}

function readWords(bytes: Uint8Array, { words }: MarkedWords, table: readonly CharacterKind[]): Reading {
  const letters = new Map<CharacterKind, number>();
  let bits = 0;
  const singles: CharacterKind[] = [];
  for (const [start, end] of words) {
    let before: CharacterKind | undefined;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      const kind = table[byte] as CharacterKind;
      const after = at + 1 < end ? table[bytes[at + 1] as number] : undefined;
      if (kind.isLetter) {
        letters.set(kind, (letters.get(kind) ?? 0) + 1);
        if (before?.isLetter) {
          const isMarked = byte >= 0x80 || (bytes[at - 1] as number) >= 0x80;
          if (before.isLower && kind.isUpper && isMarked) bits += mixedCase;
          if (before.script !== kind.script && before.script !== 'other' && kind.script !== 'other')
            bits += mixedScript;
        }
      } else bits += byte < 0x80 ? asciiSign : signBits(kind, before, after);
      before = kind;
    }
    if (end - start === 1 && before?.isLetter) singles.push(before);
  }
  return { letters, bits, singles };
}

function signBits(kind: CharacterKind, before: CharacterKind | undefined, after: CharacterKind | undefined): number {
  if (kind.isNone) return noCharacter;
  if (kind.isBox) {
    if (before === kind || after === kind) return sameLine;
    if (before?.isBox || after?.isBox) return otherLine;
  }
  return signCost(kind.character, placeOf(before?.isLetter === true, after?.isLetter === true));
}

function placeOf(afterLetter: boolean, beforeLetter: boolean): SignPlace {
  if (afterLetter) return beforeLetter ? 'between' : 'after';
  return beforeLetter ? 'before' : 'alone';
}

function languageCost({ letters, singles }: Reading, marked: MarkedWords, language: GuessLanguage): number {
  const costs = letterCosts(language);
  const script = scriptOf(language);
  let bits = 0;
  for (const [{ lower, script: its }, count] of letters) {
    const foreign = its === script ? foreignLetter : foreignScript;
    bits += count * (costs.get(lower) ?? (lower < '\u0080' ? foreignAscii : foreign));
  }
  for (const { lower } of singles) {
    if (!isWord(lower, language)) bits += singleLetter;
    else if (script !== 'Latin') bits += onlyWord;
  }
  return bits + (script === 'Latin' ? asciiBits(marked, costs) : strangeBits(marked));
}

function scriptOf(language: GuessLanguage): string {
  return /^(?:ru|uk|be|bg|sr|mk)$/.test(language) ? 'Cyrillic' : (otherScripts[language] ?? 'Latin');
}

const otherScripts: Readonly<Partial<Record<GuessLanguage, string>>> = {
  el: 'Greek',
  he: 'Hebrew',
  ar: 'Arabic',
  fa: 'Arabic',
  th: 'Thai',
};

function asciiBits({ asciiLetters, asciiLetterCount }: MarkedWords, costs: ReadonlyMap<string, number>): number {
  let bits = 0;
  for (const [index, count] of asciiLetters.entries())
    bits += count * (costs.get(String.fromCharCode(0x61 + index)) ?? foreignAscii);
  return bits * weightOf(asciiLetterCount);
}

/** Bits for the words in ASCII beside those of another script. */
export function strangeBits({ asciiLetterCount, asciiWords }: MarkedWords): number {
  return Math.min(mostStrangeWords, asciiWords) + strangeLetter * asciiLetterCount * weightOf(asciiLetterCount);
}

function weightOf(letters: number): number {
  return letters === 0 ? 0 : asciiWeight * Math.min(1, mostAscii / letters);
}
