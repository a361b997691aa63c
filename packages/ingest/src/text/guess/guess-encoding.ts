import type { GuessLanguage } from './letter-frequencies.ts';
import { markedWords } from './marked-words.ts';
import { singleByteCost } from './single-byte-cost.ts';
import { wideCost, wideEncodings } from './wide-cost.ts';

/** An encoding that a text may be in. */
interface Candidate {
  readonly encoding: string;
  readonly languages: readonly GuessLanguage[];
  /** Bits by which a reading in it must be the likelier: how much rarer it is than the most usual one. */
  readonly rarity: number;
}

const western = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'fi', 'is'] as const;
const central = ['pl', 'cs', 'sk', 'hu', 'sl', 'hr', 'ro'] as const;
const candidates: readonly Candidate[] = [
  { encoding: 'windows-1252', languages: western, rarity: 0 },
  { encoding: 'windows-1250', languages: central, rarity: 5 },
  { encoding: 'iso-8859-2', languages: central, rarity: 6 },
  { encoding: 'windows-1254', languages: ['tr'], rarity: 5 },
  { encoding: 'windows-1257', languages: ['lt', 'lv', 'et'], rarity: 6 },
  { encoding: 'windows-1258', languages: ['vi'], rarity: 5 },
  { encoding: 'windows-1251', languages: ['ru', 'uk', 'be', 'bg', 'sr', 'mk'], rarity: 2 },
  { encoding: 'koi8-r', languages: ['ru'], rarity: 4 },
  { encoding: 'koi8-u', languages: ['uk'], rarity: 4 },
  { encoding: 'ibm866', languages: ['ru', 'uk', 'bg'], rarity: 5 },
  { encoding: 'iso-8859-5', languages: ['ru', 'uk', 'be', 'bg', 'sr', 'mk'], rarity: 5 },
  { encoding: 'x-mac-cyrillic', languages: ['ru', 'uk', 'bg'], rarity: 7 },
  { encoding: 'windows-1253', languages: ['el'], rarity: 3 },
  { encoding: 'iso-8859-7', languages: ['el'], rarity: 4 },
  { encoding: 'windows-1255', languages: ['he'], rarity: 3 },
  { encoding: 'windows-1256', languages: ['ar', 'fa'], rarity: 3 },
  { encoding: 'iso-8859-6', languages: ['ar'], rarity: 5 },
  { encoding: 'windows-874', languages: ['th'], rarity: 3 },
  { encoding: 'iso-8859-15', languages: western, rarity: 10 },
  { encoding: 'macintosh', languages: western, rarity: 10 },
  { encoding: 'ibm850', languages: western, rarity: 10 },
  { encoding: 'ibm437', languages: western, rarity: 11 },
  { encoding: 'ibm852', languages: central, rarity: 10 },
];
const wideRarity = 3;

/**
 * Guesses the encoding of a text that is in none of Unicode. Its words with bytes beyond ASCII are read in each encoding, and
 * the reading that takes the fewest bits wins: the letters are frequent ones of some language, signs do not stand within
 * words, nor capitals behind small letters. The most usual encoding, windows-1252, wins unless another is clearly likelier.
 *
 * @param bytes of the text from a little before the first byte beyond ASCII on
 * @returns a label that `createPieceDecoder` knows
 */
export function guessEncoding(bytes: Uint8Array): string {
  const marked = markedWords(bytes);
  let best = { encoding: 'windows-1252', bits: Number.POSITIVE_INFINITY };
  const consider = (encoding: string, bits: number) => {
    if (bits < best.bits) best = { encoding, bits };
  };
  for (const { encoding, languages, rarity } of candidates)
    consider(encoding, rarity + singleByteCost(bytes, marked, encoding, languages));
  for (const encoding of Object.keys(wideEncodings) as (keyof typeof wideEncodings)[])
    consider(encoding, wideRarity + wideCost(bytes, marked, encoding));
  return best.encoding;
}
