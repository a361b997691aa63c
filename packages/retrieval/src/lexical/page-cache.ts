/** The pages of several files that were used last. */
export interface PageCache {
  /** Room for the pages of one more file. */
  file(): FilePages;
}

/** The pages of one file that are in memory. */
export interface FilePages {
  get(page: number): Uint8Array | undefined;
  set(page: number, content: Uint8Array): void;
}

/** So many has a file of 32 TiB. */
const pagesOfFile = 2 ** 32;

/** Makes a cache of so many pages for all its files together. */
export function pageCache(capacity: number): PageCache {
  const pages = new Map<number, Uint8Array>();
  let files = 0;
  return {
    file() {
      const base = files++ * pagesOfFile;
      return {
        get(page) {
          const content = pages.get(base + page);
          if (content !== undefined) {
            pages.delete(base + page);
            pages.set(base + page, content);
          }
          return content;
        },
        set(page, content) {
          if (pages.size >= capacity) for (const oldest of pages.keys()) if (pages.delete(oldest)) break;
          pages.set(base + page, content);
        },
      };
    },
  };
}

/** Room for a few pages of a file that is read from its beginning to its end, at several places in turn. */
export function fewPages(capacity: number): FilePages {
  const numbers = new Array<number>(capacity).fill(-1);
  const contents = new Array<Uint8Array | undefined>(capacity);
  return {
    get: (page) => (numbers[page % capacity] === page ? contents[page % capacity] : undefined),
    set(page, content) {
      numbers[page % capacity] = page;
      contents[page % capacity] = content;
    },
  };
}
