/** Values in a signature; the estimate of a similarity of 0.8 then deviates by 0.035 on average. */
const permutations = 128;
/** Characters that are looked at: a longer text is judged by its beginning. */
const longestText = 10_000;
/** Words in a shingle. */
const shingleWords = 3;

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu;

/** Odd factors and summands of the permutations, from a fixed generator (xorshift), so that signatures can be compared. */
const [factors, summands] = (() => {
  let state = 0x9e3779b9;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const a = Uint32Array.from({ length: permutations }, () => next() | 1);
  const b = Uint32Array.from({ length: permutations }, next);
  return [a, b];
})();

/**
 * The MinHash signature of a text: for each of 128 permutations of all shingles, the first one that the text has
 * (Broder 1997, "On the resemblance and containment of documents"). Shingles are three words in a row, lower case,
 * whatever stands between them; in scripts without spaces three characters. A text without words has no signature; of a long one the first 10,000 characters count.
 */
export function minHash(text: string): Uint32Array | undefined {
  const words = Array.from(text.slice(0, longestText).toLowerCase().matchAll(word), ([found]) => hashWord(found));
  if (words.length === 0) return undefined;
  const signature = new Uint32Array(permutations).fill(0xffffffff);
  const last = Math.max(0, words.length - shingleWords);
  for (let at = 0; at <= last; at++) {
    let shingle = 0;
    for (let i = at; i < Math.min(at + shingleWords, words.length); i++)
      shingle = Math.imul(shingle, 0x01000193) ^ (words[i] as number);
    shingle = mix(shingle);
    for (let i = 0; i < permutations; i++) {
      const value = (Math.imul(shingle, factors[i] as number) + (summands[i] as number)) >>> 0;
      if (value < (signature[i] as number)) signature[i] = value;
    }
  }
  return signature;
}

/** An estimate of the Jaccard similarity of two texts, from their signatures: the share of shingles they have in common. */
export function estimatedSimilarity(a: Uint32Array, b: Uint32Array): number {
  let equal = 0;
  for (let i = 0; i < permutations; i++) if (a[i] === b[i]) equal++;
  return equal / permutations;
}

/** FNV-1a over the code units. */
function hashWord(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** Lets every bit of a hash depend on every other (the finalizer of MurmurHash3). */
function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
