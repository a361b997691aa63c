import { separateBuffer } from '@cubo/library';
import { emptyHash, hashUnit, unitsToString } from './word-bounds.ts';

/**
 * Words, or terms, numbered from 0 in the order in which they came. The same word with another `kind`, a number below
 * 65536, is another one.
 */
export interface WordTable {
  readonly size: number;
  /** The number of the word in `units` from `start` to before `end`, whose hash is told; -1 for one that is not held. */
  find(units: Uint16Array, start: number, end: number, hash: number, kind?: number): number;
  /** Holds such a word, which is not held yet, and gives its number. */
  add(units: Uint16Array, start: number, end: number, hash: number, kind?: number): number;
  /** Reads beforehand what will be read to find the words with the first `count` hashes. */
  prepare(hashes: Int32Array, count: number, kind: number): void;
  /** The same as `find` for a string. */
  findText(word: string): number;
  /** The number of a word, which is held from now on. */
  numberOf(word: string): number;
  text(word: number): string;
  /** Negative where a word comes before another one by UTF-16 code units, positive where it comes behind. */
  compare(a: number, b: number): number;
}

/** Of each slot its hash, where its characters begin, how many they are, and its number. */
const slotWidth = 4;
const firstWords = 512;
/** Where no word begins. */
const nowhere = 0;

/**
 * Creates an empty table. It is asked for every word of every text, and finds one by its characters where they stand in
 * the text: no string is made for it, and none is kept. What it compares first stands in one line of the processor's
 * cache.
 */
export function wordTable(): WordTable {
  // Linear probing; at least half of the slots are free.
  let slots = new Int32Array(slotWidth * 2 * firstWords);
  let mask = 2 * firstWords - 1;
  /** Of each word its kind and then its characters, one behind the other, behind {@link nowhere}. */
  let characters = new Uint16Array(4096);
  /** Where the characters of each word begin; one more for the next word. */
  let starts = new Int32Array(firstWords + 1);
  starts[0] = nowhere + 2;
  let size = 0;
  /** A word that is given as a string. */
  let spelt = new Uint16Array(64);

  const slotOf = (hash: number) => slotWidth * ((hash ^ (hash >>> 15)) & mask);
  const after = (slot: number) => (slot + slotWidth) & (slotWidth * mask);
  const withKind = (hash: number, kind: number) => hash ^ Math.imul(kind, 0x9e3779b1);

  function freeSlot(hash: number): number {
    let slot = slotOf(hash);
    while (slots[slot + 1] !== nowhere) slot = after(slot);
    return slot;
  }

  /** What is given up is given back at once: it does not wait for the collector. */
  function reserve(end: number): void {
    if (size + 1 === starts.length) {
      starts = moved(starts, new Int32Array(separateBuffer(4 * (2 * size + 1)), 0, 2 * size + 1));
      const before = slots;
      slots = new Int32Array(separateBuffer(8 * before.length), 0, 2 * before.length);
      mask = 2 * mask + 1;
      for (let from = 0; from < before.length; from += slotWidth) {
        if (before[from + 1] === nowhere) continue;
        const slot = freeSlot(before[from] as number);
        for (let i = 0; i < slotWidth; i++) slots[slot + i] = before[from + i] as number;
      }
      before.buffer.transfer(0);
    }
    if (end > characters.length) {
      characters = moved(characters, new Uint16Array(separateBuffer(2 * Math.max(2 * characters.length, end))));
    }
  }

  function find(units: Uint16Array, start: number, end: number, hash: number, kind = 0): number {
    const length = end - start;
    const wanted = withKind(hash, kind);
    for (let slot = slotOf(wanted); ; slot = after(slot)) {
      const from = slots[slot + 1] as number;
      if (from === nowhere) return -1;
      if (slots[slot] !== wanted || slots[slot + 2] !== length || characters[from - 1] !== kind) continue;
      let same = 0;
      while (same < length && characters[from + same] === units[start + same]) same++;
      if (same === length) return slots[slot + 3] as number;
    }
  }

  function add(units: Uint16Array, start: number, end: number, hash: number, kind = 0): number {
    const from = starts[size] as number;
    const length = end - start;
    reserve(from + length + 1);
    for (let i = 0; i < length; i++) characters[from + i] = units[start + i] as number;
    characters[from - 1] = kind;
    const wanted = withKind(hash, kind);
    const slot = freeSlot(wanted);
    slots[slot] = wanted;
    slots[slot + 1] = from;
    slots[slot + 2] = length;
    slots[slot + 3] = size;
    starts[size + 1] = from + length + 1;
    return size++;
  }

  /** Puts a word into `spelt`, and gives its hash. */
  function spell(word: string): number {
    if (word.length > spelt.length) spelt = new Uint16Array(2 * word.length);
    let hash = emptyHash;
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      spelt[i] = unit;
      hash = hashUnit(hash, unit);
    }
    return hash;
  }

  return {
    get size() {
      return size;
    },
    find,
    add,
    // Rare words are not in the processor's cache. Reads that do not depend on each other wait for the memory together;
    // something must be made of them, or they are left out.
    prepare(hashes, count, kind) {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const slot = slotOf(withKind(hashes[i] as number, kind));
        sum ^= characters[slots[slot + 1] as number] as number;
      }
      characters[nowhere] = sum;
    },
    findText(word) {
      const hash = spell(word);
      return find(spelt, 0, word.length, hash);
    },
    numberOf(word) {
      const hash = spell(word);
      const number = find(spelt, 0, word.length, hash);
      return number < 0 ? add(spelt, 0, word.length, hash) : number;
    },
    text: (number) => unitsToString(characters, starts[number] as number, (starts[number + 1] as number) - 1),
    compare(a, b) {
      const fromA = starts[a] as number;
      const fromB = starts[b] as number;
      const lengthOfA = (starts[a + 1] as number) - fromA;
      const lengthOfB = (starts[b + 1] as number) - fromB;
      const shared = Math.min(lengthOfA, lengthOfB) - 1;
      for (let i = 0; i < shared; i++) {
        const difference = (characters[fromA + i] as number) - (characters[fromB + i] as number);
        if (difference !== 0) return difference;
      }
      return lengthOfA - lengthOfB;
    },
  };
}

/** Puts what there is into a larger array; the memory of the smaller one is gone. */
function moved<Words extends Int32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>>(from: Words, to: Words): Words {
  to.set(from);
  from.buffer.transfer(0);
  return to;
}
