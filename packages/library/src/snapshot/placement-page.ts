/** Consecutive live chunks of one document that stand in consecutive rows of a segment. */
export interface PlacedRun {
  readonly first: number;
  readonly count: number;
  readonly segment: string;
  readonly row: number;
  readonly document: number;
  readonly version: number;
}

/** Runs by ascending id, compact: 30 bytes each. A page never changes, so that tables can share it. */
export interface PlacementPage {
  readonly length: number;
  /** Whether a run may be of one of these documents, whose ids are given in ascending order. */
  mayHold(documents: ArrayLike<number>): boolean;
  /** The names of the segments that its runs stand in. */
  readonly segments: readonly string[];
  readonly firsts: Float64Array;
  documentAt(index: number): number;
  runAt(index: number): PlacedRun;
}

/** The most runs in a page: little to copy for a change, and not too many pages in a table. */
export const pageLength = 256;

/** Makes a page of at most {@link pageLength} runs. */
function placementPage(runs: readonly PlacedRun[]): PlacementPage {
  const segments: string[] = [];
  const numbers = new Map<string, number>();
  const firsts = Float64Array.from(runs, ({ first }) => first);
  const counts = Uint32Array.from(runs, ({ count }) => count);
  const rows = Uint32Array.from(runs, ({ row }) => row);
  const documents = Float64Array.from(runs, ({ document }) => document);
  const versions = Uint32Array.from(runs, ({ version }) => version);
  const owners = Uint16Array.from(runs, ({ segment }) => {
    const known = numbers.get(segment) ?? segments.push(segment) - 1;
    numbers.set(segment, known);
    return known;
  });
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const document of documents) {
    if (document < least) least = document;
    if (document > greatest) greatest = document;
  }

  return {
    length: runs.length,
    mayHold(wanted) {
      let low = 0;
      let high = wanted.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((wanted[middle] as number) < least) low = middle + 1;
        else high = middle;
      }
      return low < wanted.length && (wanted[low] as number) <= greatest;
    },
    segments,
    firsts,
    documentAt: (index) => documents[index] as number,
    runAt: (index) => ({
      first: firsts[index] as number,
      count: counts[index] as number,
      segment: segments[owners[index] as number] as string,
      row: rows[index] as number,
      document: documents[index] as number,
      version: versions[index] as number,
    }),
  };
}

/** Runs in as many pages as they need. */
export function placementPages(runs: readonly PlacedRun[]): PlacementPage[] {
  const pages: PlacementPage[] = [];
  for (let from = 0; from < runs.length; from += pageLength) {
    pages.push(placementPage(runs.slice(from, from + pageLength)));
  }
  return pages;
}

/** The runs of a page. */
export function runsOf(page: PlacementPage): PlacedRun[] {
  return Array.from({ length: page.length }, (_, index) => page.runAt(index));
}
