import { createHash } from 'node:crypto';

/** Ids of chunks by their indexed text, of which only 64 bits of a hash are kept. */
export interface TextIds {
  /** Adds a text; of equal texts the first keeps its place. */
  add(text: string, id: number): void;
  find(text: string): number | undefined;
}

/** The most texts that are kept, in 64 MiB: beyond them memory would grow with the document. */
const most = 1 << 21;

/**
 * Makes room for so many texts: 16 bytes in each of two to four times as many slots, which are filled by linear probing. With
 * 64 bits of SHA-256, that two of a million texts are taken for one is less likely than one in ten million.
 */
export function textIds(count: number): TextIds {
  const wanted = Math.min(count, most);
  const slots = 2 ** Math.ceil(Math.log2(Math.max(2, 2 * wanted)));
  const hashes = new Uint32Array(2 * slots);
  /** 0: nothing; ids are kept one up. */
  const ids = new Float64Array(slots);
  let held = 0;

  function slotOf(text: string): { slot: number; low: number; high: number } {
    const digest = createHash('sha256').update(text).digest();
    const low = digest.readUInt32LE(0);
    const high = digest.readUInt32LE(4);
    let slot = low % slots;
    while (ids[slot] !== 0 && (hashes[2 * slot] !== low || hashes[2 * slot + 1] !== high)) slot = (slot + 1) % slots;
    return { slot, low, high };
  }
  return {
    add(text, id) {
      if (held >= wanted) return;
      const { slot, low, high } = slotOf(text);
      if (ids[slot] !== 0) return;
      hashes[2 * slot] = low;
      hashes[2 * slot + 1] = high;
      ids[slot] = id + 1;
      held++;
    },
    find(text) {
      const id = ids[slotOf(text).slot] as number;
      return id === 0 ? undefined : id - 1;
    },
  };
}
