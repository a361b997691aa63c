/** A file as the plan sees it. */
export interface MergeCandidate {
  readonly name: string;
  /** Vectors that are still wanted. */
  readonly live: number;
  /** Vectors that were removed since it was written. */
  readonly dead: number;
  /** It holds a removed vector of an id that is added anew, which must not come back to life. */
  readonly overlapping: boolean;
}

/** Files of one size class that are merged into one of the next. */
const fanout = 8;
/** Vectors up to which a file is in the smallest class. */
const smallest = 1024;

function sizeClass(vectors: number): number {
  return Math.max(0, Math.ceil(Math.log(Math.max(1, vectors) / smallest) / Math.log(fanout)));
}

/**
 * Chooses the files that a flush of `added` vectors rewrites: size-tiered, as in log-structured merge trees, so that a
 * vector is copied once for each size class and there are fewer than eight files of a class. Files that are mostly
 * dead, or whose dead vectors stand in the way, are rewritten too.
 */
export function planMerge(added: number, candidates: readonly MergeCandidate[]): Set<string> {
  const chosen = new Set<string>();
  let total = added;
  const choose = (candidate: MergeCandidate) => {
    chosen.add(candidate.name);
    total += candidate.live;
  };
  for (const candidate of candidates) if (candidate.overlapping || candidate.dead > candidate.live) choose(candidate);
  while (total > 0) {
    const level = sizeClass(total);
    const others = candidates.filter(({ name, live }) => !chosen.has(name) && sizeClass(live) <= level);
    if (others.filter(({ live }) => sizeClass(live) === level).length < fanout - 1) break;
    for (const other of others) choose(other);
  }
  return chosen;
}

/** Chooses the files that hold anything that was removed. */
export function planCompaction(_added: number, candidates: readonly MergeCandidate[]): Set<string> {
  return new Set(candidates.filter(({ dead, overlapping }) => dead > 0 || overlapping).map(({ name }) => name));
}
