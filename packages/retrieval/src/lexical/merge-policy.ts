/** A file of the index as the merge policy sees it. */
export interface MergeCandidate {
  readonly name: string;
  readonly bytes: number;
  /** Chunks it was written for. */
  readonly chunks: number;
  /** Those of them that the index still shows. */
  readonly visible: number;
}

/** Files of one size class that are merged into one; every byte is thus rewritten once per class at most. */
const mergeFactor = 8;
const smallestClassBytes = 1 << 16;

/**
 * The names of the files to merge next: the `mergeFactor` first ones of a size class that has that many, smallest class
 * first; otherwise a file of which more than half is forgotten, to be written anew. Nothing where all is well.
 */
export function filesToMerge(files: readonly MergeCandidate[]): string[] {
  const classes = new Map<number, string[]>();
  for (const { name, bytes } of files) {
    const size = Math.max(0, Math.floor(Math.log(bytes / smallestClassBytes) / Math.log(mergeFactor)) + 1);
    classes.set(size, [...(classes.get(size) ?? []), name]);
  }
  const full = [...classes].sort(([a], [b]) => a - b).find(([, names]) => names.length >= mergeFactor);
  if (full) return full[1].slice(0, mergeFactor);
  return files
    .filter(({ chunks, visible }) => visible * 2 < chunks)
    .slice(0, 1)
    .map(({ name }) => name);
}
