/** What a character is where its neighbours do not matter; one of words has its normal form in lower case instead. */
const gap = 0;
/** One that joins its neighbours, becomes several, or belongs to a script that needs more than this. */
const special = 1;

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
  return lower.length === 1 ? lower.charCodeAt(0) : special;
}

/** Longer texts are left to the general way, so that what is kept here is small. */
const longestText = 1 << 16;
const units = new Uint16Array(longestText + 1);
const unitBytes = Buffer.from(units.buffer);
const bounds = new Int32Array(longestText + 2);
const hashes = new Int32Array(longestText / 2 + 1);
const isBigEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/** The words of a text as runs of letters, marks and digits, found without building them. Valid until the next text. */
export interface WordBounds {
  /** The text with its words normalized and in lower case, and a zero behind it. */
  readonly units: Uint16Array;
  /** Start and end of each word in turn. */
  readonly bounds: Int32Array;
  /** A hash of each word in lower case, see {@link hashWord}. */
  readonly hashes: Int32Array;
  readonly words: number;
}

/** The text of a few code units. */
export function unitsToString(list: Uint16Array, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) text += String.fromCharCode(list[i] as number);
  return text;
}

const firstHash = 0x11c9dc5;
const factor = 0x1000193;

/** The hash of a word that is in lower case (FNV-1a over its code units). */
export function hashWord(word: string): number {
  let hash = firstHash;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), factor);
  return hash;
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
  let hash = firstHash;
  let inWord = false;
  for (let i = 0; i <= length; i++) {
    const code = units[i] as number;
    const kind = code < examined ? (characters[code] as number) : special;
    if (kind > special) {
      units[i] = kind;
      if (!inWord) {
        bounds[at++] = i;
        hash = firstHash;
        inWord = true;
      }
      hash = Math.imul(hash ^ kind, factor);
    } else if (kind === special) {
      return undefined;
    } else if (inWord) {
      hashes[at >>> 1] = hash;
      bounds[at++] = i;
      inWord = false;
    }
  }
  return { units, bounds, hashes, words: at >>> 1 };
}
