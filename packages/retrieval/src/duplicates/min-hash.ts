/** Bins of a signature, a power of two; the estimate of a similarity of 0.8 then deviates by 0.035 on average. */
const bins = 128;
/** A bin that no shingle has fallen into. */
export const emptyBin = 0xffffffff;
/** Characters that are looked at: a longer text is judged by its beginning. */
const longestText = 5000;
/** Words in a shingle. */
const shingleWords = 3;

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu;

/**
 * The MinHash signature of a text by one permutation (Li, Owen and Zhang 2012, "One permutation hashing"): the hashes of
 * all shingles are dealt out to 128 bins, and the least of each is kept. Shingles are three words in a row, lower case,
 * whatever stands between them; in scripts without spaces three characters. A text without words has no signature; of a
 * long one the first 5000 characters count.
 */
export function minHash(text: string): Uint32Array | undefined {
  const words = text.slice(0, longestText).toLowerCase().match(word)?.map(hashWord);
  if (words === undefined) return undefined;
  const signature = new Uint32Array(bins).fill(emptyBin);
  const last = Math.max(0, words.length - shingleWords);
  for (let at = 0; at <= last; at++) {
    let shingle = 0;
    for (let i = at; i < Math.min(at + shingleWords, words.length); i++)
      shingle = Math.imul(shingle, 0x01000193) ^ (words[i] as number);
    const hash = mix(shingle);
    const bin = hash & (bins - 1);
    const value = hash >>> 7;
    if (value < (signature[bin] as number)) signature[bin] = value;
  }
  return signature;
}

/**
 * An estimate of the Jaccard similarity of two texts, from their signatures: of the bins that are not empty in both, the
 * share that holds the same.
 */
export function estimatedSimilarity(a: Uint32Array, b: Uint32Array): number {
  let equal = 0;
  let filled = 0;
  for (let i = 0; i < bins; i++) {
    if (a[i] === emptyBin && b[i] === emptyBin) continue;
    filled++;
    if (a[i] === b[i]) equal++;
  }
  return filled === 0 ? 0 : equal / filled;
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
