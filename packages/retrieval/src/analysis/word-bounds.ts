/** What a character is where its neighbours do not matter; a character of words has its lower case instead. */
const gap = 0;
/** One that changes in normalization, joins its neighbours, or belongs to a script that needs more than this. */
const special = 1;

const examined = 0x2200;
const characters = classify();

/** Latin letters, digits and the signs of most texts are simple; all else is special. */
function classify(): Uint16Array {
  const table = new Uint16Array(examined).fill(special);
  const isWord = /^[\p{L}\p{M}\p{N}]$/u;
  const simple: readonly (readonly [from: number, to: number])[] = [
    [0, 0x24f],
    [0x2010, 0x205e],
    [0x20a0, 0x20bf],
    [0x2190, 0x21ff],
  ];
  for (const [from, to] of simple) {
    for (let code = from; code <= to; code++) {
      const character = String.fromCharCode(code);
      const normalized = character.normalize('NFKC');
      const lower = character.toLowerCase();
      const isInvisible = code === 0xad;
      if (normalized !== character || lower.length !== 1 || isInvisible) continue;
      table[code] = isWord.test(character) ? lower.charCodeAt(0) : gap;
    }
  }
  return table;
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
  /** The text with its words in lower case, and a zero behind it. */
  readonly units: Uint16Array;
  /** Start and end of each word in turn. */
  readonly bounds: Int32Array;
  /** A hash of each word in lower case, see {@link hashWord}. */
  readonly hashes: Int32Array;
  readonly words: number;
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
 * Finds the words in the first `limit` characters of a text that is simple throughout: normalization changes nothing
 * about it but the case, and every word stands for itself. `undefined` for any other text.
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
