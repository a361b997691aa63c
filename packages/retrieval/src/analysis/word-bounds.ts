/**
 * What a character is where its neighbours do not matter; one of words has its normal form in lower case instead, with
 * one of the two bits below where it is a capital or a digit.
 */
const gap = 0;
/** One that joins its neighbours, becomes several, or belongs to a script that needs more than this. */
const special = 1;
const capitalBit = 1 << 14;
const digitBit = 1 << 15;
const formBits = capitalBit - 1;

/** Letters of Latin, Greek and Cyrillic, and signs. */
const simpleRanges: readonly (readonly [from: number, to: number])[] = [
  [0, 0x24f],
  [0x370, 0x52f],
  [0x2010, 0x205e],
  [0x2070, 0x20bf],
  [0x2100, 0x2bff],
];
const examined = 0x2c00;
const characters = classify();

function classify(): Uint16Array {
  const table = new Uint16Array(examined).fill(special);
  for (const [from, to] of simpleRanges) {
    for (let code = from; code <= to; code++) table[code] = kindOf(String.fromCharCode(code));
  }
  return table;
}

function kindOf(character: string): number {
  const normal = character.normalize('NFKC');
  const lower = normal.toLowerCase();
  // Marks join the letter before them. A soft hyphen is not there, and the form of a sigma depends on its neighbours.
  if (/[\p{M}\u00adΣ]/u.test(character) || /[\p{M}Σ]/u.test(normal)) return special;
  if (!/[\p{L}\p{N}]/u.test(normal)) return /['’ʼ]/u.test(normal) && normal !== character ? special : gap;
  const form = lower.charCodeAt(0);
  if (lower.length !== 1 || form > formBits) return special;
  if (/\p{Nd}/u.test(normal)) return form | digitBit;
  return lower === normal ? form : form | capitalBit;
}

/** Whether a code unit of a composed text is a capital letter. */
export function isUpperCase(code: number): boolean {
  const kind = code < examined ? (characters[code] as number) : special;
  return kind === special ? /\p{Lu}/u.test(String.fromCharCode(code)) : (kind & capitalBit) !== 0;
}

/** Whether a code unit of a composed text is a decimal digit. */
export function isDigit(code: number): boolean {
  const kind = code < examined ? (characters[code] as number) : special;
  return kind === special ? /\p{Nd}/u.test(String.fromCharCode(code)) : (kind & digitBit) !== 0;
}

/** Longer texts are left to the general way, so that what is kept here is small. */
const longestText = 1 << 16;
const units = new Uint16Array(longestText + 1);
const unitBytes = Buffer.from(units.buffer);
const bounds = new Int32Array(longestText + 2);
const hashes = new Int32Array(longestText / 2 + 1);
const marks = new Uint8Array(longestText / 2 + 1);
const isBigEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/** The words of a text as runs of letters, marks and digits, found without building them. Valid until the next text. */
export interface WordBounds {
  /** The text with its words normalized and in lower case, and a zero behind it. */
  readonly units: Uint16Array;
  /** Start and end of each word in turn. */
  readonly bounds: Int32Array;
  /** A hash of each word in lower case, see {@link hashUnit}. */
  readonly hashes: Int32Array;
  /** Of each word, whether it may have parts, {@link mayBeJoined} to the next one, {@link mayBeReference}. */
  readonly marks: Uint8Array;
  readonly words: number;
  /** The text as it was given. */
  readonly text: string;
}

/** Marks of words, so that nothing more is asked of most of them. */
const mayHaveParts = 1;
export const mayBeJoined = 2;
/** It may be the number of an article or section of a law. */
export const mayBeReference = 4;

const section = 0xa7;
// What may join words, as characters have it that composition has not changed yet; see `joined-words.ts`.
const signs = new Uint8Array(examined);
for (const sign of '-_.@&,\u2010\u2011\u2024') signs[sign.charCodeAt(0)] = 1;

/** Whether a number at a place may be a reference; `before` is where the word before it begins. */
function isBehindSign(start: number, before: number | undefined): boolean {
  if (units[start - 1] === section || units[start - 2] === section) return true;
  // Words for an article begin with `art` in all languages that are looked at.
  return before !== undefined && units[before] === 0x61 && units[before + 1] === 0x72 && units[before + 2] === 0x74;
}

/** The text of a few code units. They are taken by fours, so that fewer strings are made on the way. */
export function unitsToString(list: Uint16Array | Uint8Array, from: number, to: number): string {
  const unit = (i: number) => list[i] as number;
  let text = '';
  let i = from;
  for (; i + 4 <= to; i += 4) text += String.fromCharCode(unit(i), unit(i + 1), unit(i + 2), unit(i + 3));
  for (; i < to; i++) text += String.fromCharCode(unit(i));
  return text;
}

/** The hash of no characters. */
export const emptyHash = 0x11c9dc5;

/** The hash of a word with one code unit more (FNV-1a). */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x1000193);
}

/**
 * Finds the words in the first `limit` characters of a text that is simple throughout: normalization changes each
 * character by itself, and every word stands for itself. `undefined` for any other text.
 */
export function wordBounds(text: string, limit: number = longestText + 1): WordBounds | undefined {
  const length = Math.min(text.length, limit);
  if (length > longestText) return undefined;
  // A string that was cut from another one is slow to read character by character.
  unitBytes.write(text, 0, 2 * length, 'utf16le');
  if (isBigEndian) unitBytes.subarray(0, 2 * length).swap16();
  units[length] = 0;
  let at = 0;
  let hash = emptyHash;
  let inWord = false;
  // Bits of all characters of a word, and of any but the first.
  let every = 0;
  let inner = 0;
  for (let i = 0; i <= length; i++) {
    const code = units[i] as number;
    const kind = code < examined ? (characters[code] as number) : special;
    if (kind > special) {
      const form = kind & formBits;
      units[i] = form;
      if (inWord) {
        inner |= kind;
        every &= kind;
        hash = hashUnit(hash, form);
      } else {
        marks[at >>> 1] = 0;
        if (at > 0 && bounds[at - 1] === i - 1 && signs[units[i - 1] as number] === 1)
          (marks[(at >>> 1) - 1] as number) |= mayBeJoined;
        if ((kind & digitBit) !== 0 && isBehindSign(i, bounds[at - 2])) marks[at >>> 1] = mayBeReference;
        bounds[at++] = i;
        hash = hashUnit(emptyHash, form);
        inWord = true;
        every = kind;
        inner = 0;
      }
    } else if (kind === special) {
      return undefined;
    } else if (inWord) {
      if ((inner & ~every & (capitalBit | digitBit)) !== 0) (marks[at >>> 1] as number) |= mayHaveParts;
      hashes[at >>> 1] = hash;
      bounds[at++] = i;
      inWord = false;
    }
  }
  return { units, bounds, hashes, marks, words: at >>> 1, text };
}
