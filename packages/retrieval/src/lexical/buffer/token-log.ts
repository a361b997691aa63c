import { separateBuffer } from '@cubo/library';

/**
 * The terms of texts, one text behind the other, each in the order in which its terms stand in it. An entry is the number
 * of a term · 256 + the distance of its position from that of the term before; 255 says that the entry behind it is the
 * distance.
 */
export interface TokenLog {
  /** Entries in use. */
  readonly used: number;
  /** The entries so far, which later ones leave as they are. */
  shared(): Uint32Array<ArrayBuffer>;
  /** Adds a term to the present text; positions do not descend. */
  add(term: number, position: number): void;
  /** Ends the present text. */
  endText(): void;
  /** Gives up all entries, those that were shared too: nothing may be asked of it any more. */
  release(): void;
  /** Forgets the entries from one on, and ends the present text. */
  rewind(used: number): void;
}

export const distanceBits = 8;
/** The distance that stands in the entry behind. */
export const longDistance = 2 ** distanceBits - 1;

/** Creates an empty {@link TokenLog}. */
export function tokenLog(): TokenLog {
  let entries = new Uint32Array(1 << 12);
  let used = 0;
  let last = 0;
  let isShared = false;

  /** What nobody else has is given back at once, and does not wait for the collector. */
  function grow(): void {
    const before = entries;
    entries = new Uint32Array(separateBuffer(8 * before.length));
    entries.set(before);
    if (!isShared) before.buffer.transfer(0);
    isShared = false;
  }

  return {
    shared() {
      isShared = true;
      return entries;
    },
    get used() {
      return used;
    },
    add(term, position) {
      if (used + 2 > entries.length) grow();
      const distance = position - last;
      last = position;
      entries[used++] = term * 2 ** distanceBits + Math.min(distance, longDistance);
      if (distance >= longDistance) entries[used++] = distance;
    },
    endText() {
      last = 0;
    },
    release: () => void entries.buffer.transfer(0),
    rewind(to) {
      used = to;
      last = 0;
    },
  };
}

/** Visits the terms of one text, whose entries are `from` to before `to`. */
export function visitTokens(
  entries: Uint32Array,
  from: number,
  to: number,
  visit: (term: number, position: number) => void,
): void {
  let position = 0;
  for (let at = from; at < to; at++) {
    const entry = entries[at] as number;
    const distance = entry & longDistance;
    position += distance < longDistance ? distance : (entries[++at] as number);
    visit(entry >>> distanceBits, position);
  }
}

/** How often a term stands in one text, whose entries are `from` to before `to`. */
export function countToken(entries: Uint32Array, from: number, to: number, term: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const entry = entries[at] as number;
    if (entry >>> distanceBits === term) count++;
    if ((entry & longDistance) === longDistance) at++;
  }
  return count;
}
