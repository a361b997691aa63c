/** How many texts are sent at once. */
export interface BatchSize {
  readonly size: number;
  /** Tells how long a batch took. */
  succeeded(batch: { readonly texts: number; readonly characters: number; readonly milliseconds: number }): void;
  /** Tells that a batch failed. */
  failed(): void;
}

/** With what it begins. */
const firstSize = 5;

/**
 * Looks for the size at which most characters pass in a second: it doubles while that grows, and goes back one step when it
 * does not. A batch that fails halves it, for good: what was too much once is too much again.
 */
export function createBatchSize(most: number): BatchSize {
  let size = Math.min(firstSize, most);
  let ceiling = most;
  let best = 0;
  let isGrowing = true;
  return {
    get size() {
      return size;
    },
    succeeded({ texts, characters, milliseconds }) {
      // A batch that is not full, the last of a call, says nothing about the size.
      if (!isGrowing || texts < size) return;
      const speed = characters / Math.max(milliseconds, 1);
      if (speed > best) {
        best = speed;
        isGrowing = size < ceiling;
        size = Math.min(size * 2, ceiling);
      } else {
        isGrowing = false;
        size = Math.max(Math.ceil(size / 2), 1);
      }
    },
    failed() {
      ceiling = Math.max(Math.floor(size / 2), 1);
      size = ceiling;
    },
  };
}
