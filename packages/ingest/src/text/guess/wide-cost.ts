import { frequentCharacters } from './frequent-characters.ts';
import type { MarkedWords } from './marked-words.ts';
import { strangeBits } from './single-byte-cost.ts';

/** Encodings in which a character may have two bytes, with the language that is usual in them. */
export const wideEncodings = {
  shift_jis: 'japanese',
  'euc-jp': 'japanese',
  gb18030: 'simplified',
  big5: 'traditional',
  'euc-kr': 'korean',
} as const satisfies Readonly<Record<string, keyof typeof frequentCharacters>>;

/** Of the frequent characters so many are very frequent. */
const veryFrequent = 100;
const [firstBits, secondBits] = [7, 9];
const [asciiLetter, asciiSign] = [7, 6];
/** Bits on top for a letter of ASCII behind a character of two bytes, and for such a character between two letters. */
const [stranded, enclosed] = [2, 6];
/** Bits on top for a word in which only signs have two bytes, or only one letter beside letters of ASCII. */
const [noWide, fewWide] = [10, 6];
const rareBits = 3.5;
const noCharacter = 25;

type Language = (typeof wideEncodings)[keyof typeof wideEncodings];

/** Bits for kana, Chinese characters and Korean syllables that are in no list of frequent ones. */
const letters: Readonly<Record<Language, readonly [hiragana: number, katakana: number, han: number, hangul: number]>> =
  {
    japanese: [6, 7.5, 13, 18],
    simplified: [14, 14, 12.5, 18],
    traditional: [14, 14, 12.5, 18],
    korean: [15, 15, 17, 11],
  };
const letterPatterns = [/[\u3040-\u309f]/, /[\u30a0-\u30ff]/, /[\u3400-\u9fff]/, /[\uac00-\ud7a3]/] as const;
const signs: readonly (readonly [RegExp, number])[] = [
  [/[\u3000-\u303f\uff01-\uff0f\uff1a-\uff20]/, 8.5],
  [/[\uff10-\uff5e\u2010-\u2027]/, 11],
  [/[\uff61-\uff9f]/, 11],
  [/[\ufffd\p{Co}\p{Cc}]/u, noCharacter],
];
const anyOther = 16;

const costs = new Map<string, Map<string, number>>();

function costsOf(encoding: keyof typeof wideEncodings): Map<string, number> {
  const language = wideEncodings[encoding];
  let found = costs.get(encoding);
  if (!found) {
    const frequent = Array.from(frequentCharacters[language]);
    found = new Map(frequent.map((character, index) => [character, index < veryFrequent ? firstBits : secondBits]));
    costs.set(encoding, found);
  }
  return found;
}

function costByKind(character: string, language: Language): number {
  const kind = letterPatterns.findIndex((pattern) => pattern.test(character));
  return letters[language][kind] ?? signs.find(([pattern]) => pattern.test(character))?.[1] ?? anyOther;
}

/** Where the characters of an encoding lie that are rare: second levels and later extensions, by lead and trail byte. */
const isRare: Readonly<Record<keyof typeof wideEncodings, (lead: number, trail: number) => boolean>> = {
  shift_jis: (lead) => (lead >= 0x98 && lead <= 0x9f) || lead >= 0xe0,
  'euc-jp': (lead) => lead >= 0xd0,
  gb18030: (lead, trail) => lead < 0xa1 || trail < 0xa1 || lead >= 0xd8,
  big5: (lead) => lead < 0xa1 || lead >= 0xc9,
  'euc-kr': (lead, trail) => lead < 0xa1 || trail < 0xa1,
};

/** How many bits it takes to say the marked words of a text, read in an encoding of up to two bytes for a character. */
export function wideCost(bytes: Uint8Array, marked: MarkedWords, encoding: keyof typeof wideEncodings): number {
  const decoder = new TextDecoder(encoding);
  const known = costsOf(encoding);
  const rare = isRare[encoding];
  let bits = strangeBits(marked);

  function bitsOf(character: string, at: number): number {
    let cost = known.get(character);
    if (cost === undefined) {
      // Thousands of characters have no bits of their own until they are met.
      cost = costByKind(character, wideEncodings[encoding]);
      if (cost < anyOther && rare(bytes[at] ?? 0, bytes[at + 1] ?? 0)) cost += rareBits;
      known.set(character, cost);
    }
    return cost;
  }

  for (const [start, end] of marked.words) {
    // How many characters of two bytes stand behind the last letter of ASCII, if there was one.
    let since: number | undefined;
    let afterWide = false;
    let wideLetters = 0;
    let asciiLetters = 0;
    let at = start;
    for (const character of decoder.decode(bytes.subarray(start, end))) {
      if (character < '\u0080') {
        at++;
        const isLetter = /[a-z]/i.test(character);
        if (isLetter) asciiLetters++;
        // A letter right behind a character of two bytes was often meant to be one by itself.
        bits += isLetter ? asciiLetter + (afterWide ? stranded : 0) : asciiSign;
        if (isLetter && since === 1) bits += enclosed;
        since = isLetter ? 0 : undefined;
        afterWide = false;
        continue;
      }
      bits += bitsOf(character, at);
      at += 2;
      if (/\p{L}/u.test(character)) wideLetters++;
      if (since !== undefined) since++;
      afterWide = true;
    }
    if (wideLetters === 0) bits += asciiLetters > 0 ? noWide : fewWide;
    else if (wideLetters === 1 && asciiLetters > 0) bits += fewWide;
  }
  return bits;
}
