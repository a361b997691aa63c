/** The pages of several files that were used last. */
export interface PageCache {
  /** Room for the pages of one more file. */
  file(): FilePages;
}

/** The pages of one file that are in memory. A page is valid until the next one is added, of any file. */
export interface FilePages {
  get(page: number): Uint8Array | undefined;
  /** Has a page filled and keeps it; not if that throws. */
  add(page: number, fill: (content: Uint8Array) => void): Uint8Array;
}

interface Slot {
  readonly content: Uint8Array;
  /** Which page of which file it has; -1 for none. */
  key: number;
  /** Since it was last passed over for eviction. */
  isUsed: boolean;
}

/** So many has a file of a tebibyte; sixty million files that were opened one after the other keep theirs apart. */
const pagesOfFile = 2 ** 27;

/**
 * Makes a cache of so many pages of `pageBytes` bytes for all its files together. A page that is evicted leaves its memory
 * to the next one: to allocate a page takes longer than to read it.
 */
export function pageCache(capacity: number, pageBytes: number): PageCache {
  const pages = new Map<number, Slot>();
  const slots: Slot[] = [];
  let next = 0;
  let files = 0;

  /** A slot without a page: a new one, or that of a page which was not used for a round (second chance). */
  function emptySlot(): Slot {
    if (slots.length < capacity) {
      const slot = { content: new Uint8Array(pageBytes), key: -1, isUsed: false };
      slots.push(slot);
      return slot;
    }
    for (;;) {
      const slot = slots[next] as Slot;
      next = (next + 1) % capacity;
      if (!slot.isUsed) {
        pages.delete(slot.key);
        slot.key = -1;
        return slot;
      }
      slot.isUsed = false;
    }
  }

  return {
    file() {
      const base = files++ * pagesOfFile;
      return {
        get(page) {
          const slot = pages.get(base + page);
          if (slot === undefined) return undefined;
          slot.isUsed = true;
          return slot.content;
        },
        add(page, fill) {
          const slot = emptySlot();
          fill(slot.content);
          slot.key = base + page;
          slot.isUsed = true;
          pages.set(slot.key, slot);
          return slot.content;
        },
      };
    },
  };
}

/** Room for one page, for what is read once from its beginning to its end. */
export function onePage(pageBytes: number): FilePages {
  const content = new Uint8Array(pageBytes);
  let number = -1;
  return {
    get: (page) => (page === number ? content : undefined),
    add(page, fill) {
      number = -1;
      fill(content);
      number = page;
      return content;
    },
  };
}

/**
 * Room for a few pages of a file that is read from its beginning to its end, at several places in turn. A page stays valid
 * for as long as it is held.
 */
export function fewPages(capacity: number, pageBytes: number): FilePages {
  const numbers = new Array<number>(capacity).fill(-1);
  const contents = new Array<Uint8Array | undefined>(capacity);
  return {
    get: (page) => (numbers[page % capacity] === page ? contents[page % capacity] : undefined),
    add(page, fill) {
      const content = new Uint8Array(pageBytes);
      fill(content);
      numbers[page % capacity] = page;
      contents[page % capacity] = content;
      return content;
    },
  };
}
