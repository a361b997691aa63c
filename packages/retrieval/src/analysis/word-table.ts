import { hashWord, unitsToString, type WordBounds } from './word-bounds.ts';

/** Words in lower case, numbered from 0 in the order in which they came. */
export interface WordTable {
  readonly size: number;
  /** The number of a word of a text, -1 for one that is not held. */
  find(found: WordBounds, word: number): number;
  /** Holds a word of a text that is not held, and gives its number. */
  add(found: WordBounds, word: number): number;
  /** Holds a word that is not held, and gives its number. */
  addText(word: string): number;
  text(word: number): string;
}

/**
 * Creates an empty table. It is asked for every word of every text, and finds one by its characters where they stand in
 * the text: no string is made for it.
 */
export function wordTable(): WordTable {
  // Linear probing over word numbers, one up; 0 is a free slot.
  let slots = new Int32Array(1024);
  let hashes = new Int32Array(512);
  let ends = new Int32Array(512);
  let characters = new Uint16Array(4096);
  let size = 0;
  let used = 0;

  const slotOf = (hash: number) => (hash ^ (hash >>> 15)) & (slots.length - 1);

  function place(number: number): void {
    let slot = slotOf(hashes[number] as number);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = number + 1;
  }

  function reserve(length: number): void {
    if (size === hashes.length) {
      hashes = larger(hashes, new Int32Array(2 * size));
      ends = larger(ends, new Int32Array(2 * size));
      slots = new Int32Array(2 * slots.length);
      for (let number = 0; number < size; number++) place(number);
    }
    if (used + length > characters.length) {
      characters = larger(characters, new Uint16Array(Math.max(2 * characters.length, used + length)));
    }
  }

  function complete(hash: number, length: number): number {
    used += length;
    hashes[size] = hash;
    ends[size] = used;
    place(size);
    return size++;
  }

  return {
    get size() {
      return size;
    },
    find({ units, bounds, hashes: ofText }, word) {
      const hash = ofText[word] as number;
      const start = bounds[2 * word] as number;
      const length = (bounds[2 * word + 1] as number) - start;
      for (let slot = slotOf(hash); ; slot = (slot + 1) & (slots.length - 1)) {
        const number = (slots[slot] as number) - 1;
        if (number < 0) return -1;
        if (hashes[number] !== hash) continue;
        const from = number === 0 ? 0 : (ends[number - 1] as number);
        if ((ends[number] as number) - from !== length) continue;
        let same = 0;
        while (same < length && characters[from + same] === units[start + same]) same++;
        if (same === length) return number;
      }
    },
    add({ units, bounds, hashes: ofText }, word) {
      const start = bounds[2 * word] as number;
      const end = bounds[2 * word + 1] as number;
      reserve(end - start);
      for (let i = start; i < end; i++) characters[used + i - start] = units[i] as number;
      return complete(ofText[word] as number, end - start);
    },
    addText(word) {
      reserve(word.length);
      for (let i = 0; i < word.length; i++) characters[used + i] = word.charCodeAt(i);
      return complete(hashWord(word), word.length);
    },
    text(number) {
      const from = number === 0 ? 0 : (ends[number - 1] as number);
      return unitsToString(characters, from, ends[number] as number);
    },
  };
}

function larger<List extends Int32Array | Uint16Array>(list: List, room: List): List {
  room.set(list);
  return room;
}
