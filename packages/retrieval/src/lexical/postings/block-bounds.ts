import type { BlockDirectory } from './block-directory.ts';
import type { PostingWorth } from './postings-cursor.ts';

/** What the postings of each block of a directory are worth at most. */
export interface BlockBounds {
  readonly worth: PostingWorth;
  of(block: number): number;
}

const unknown = -1;

/** Bounds blocks by their impacts, each when it is asked for first. */
export function blockBounds(directory: BlockDirectory, worth: PostingWorth): BlockBounds {
  const { blocks, impactStarts, impactFrequencies, impactLengths } = directory;
  const known = new Float64Array(blocks).fill(unknown);

  function find(block: number): number {
    const end = impactStarts[block + 1] as number;
    let best = 0;
    for (let i = impactStarts[block] as number; i < end; i++) {
      best = Math.max(best, worth(impactFrequencies[i] as number, impactLengths[i] as number));
    }
    known[block] = best;
    return best;
  }

  return {
    worth,
    of(block) {
      const bound = known[block] as number;
      return bound === unknown ? find(block) : bound;
    },
  };
}
