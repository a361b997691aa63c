import { type ChunkSet, chunkSetFromRanges, emptyChunkSet } from '@cubo/contracts';
import { createPacer } from '../pacer.ts';
import { type PlacedRun, type PlacementPage, pageLength, placementPages, runsOf } from './placement-page.ts';
import { spliceChunks } from './splice-chunks.ts';

/** Where a chunk stands. */
export interface ChunkPlace {
  readonly segment: string;
  readonly row: number;
}

/** The live placements of one state of a library. It never changes: what has changed is in another table. */
export interface PlacementTable {
  readonly live: ChunkSet;
  /** The segments that hold live chunks. */
  segments(): Set<string>;
  find(chunkId: number): ChunkPlace | undefined;
  /** Runs of live chunks, by ascending id. */
  runs(): Iterable<PlacedRun>;
  /**
   * The live chunks of documents, by their ids: of those versions that are given, or of whichever is live. The event
   * loop has its turns meanwhile.
   */
  chunksOf(documents: ReadonlyMap<number, number | 'any'>): Promise<ChunkSet>;
  /**
   * The table in which these are all the runs of these documents, with ascending ids each. It shares the pages with this
   * one in which nothing has changed, and the set of live chunks if that is the same.
   */
  replace(documents: readonly number[], runs: readonly PlacedRun[]): PlacementTable;
}

/** More documents than this are not sorted to find the pages that they are on: they are on most. */
const fewDocuments = 4096;

/** Collects the runs of a table by ascending ids. */
export interface TableBuilder {
  add(runs: readonly PlacedRun[]): void;
  table(): PlacementTable;
}

/** Begins a table. */
export function tableBuilder(): TableBuilder {
  const pages: PlacementPage[] = [];
  const live = ascendingChunks();
  return {
    add(runs) {
      pages.push(...placementPages(runs));
      for (const { first, count } of runs) live.add(first, count);
    },
    table: () => placementTable(pages, live.set()),
  };
}

/** Collects disjoint runs of ids, in ascending order; at no time is there more to do than for the next one. */
function ascendingChunks() {
  const starts: number[] = [];
  const ends: number[] = [];
  let size = 0;
  return {
    add(first: number, count: number): void {
      size += count;
      if (ends.at(-1) === first) ends[ends.length - 1] = first + count;
      else {
        starts.push(first);
        ends.push(first + count);
      }
    },
    set: (): ChunkSet => (size === 0 ? emptyChunkSet : { size, starts, ends }),
  };
}

function placementTable(pages: readonly PlacementPage[], live: ChunkSet): PlacementTable {
  return {
    live,
    segments: () => new Set(pages.flatMap(({ segments }) => segments)),
    find(id) {
      const page = pages[lastAtMost(pages.length, (index) => pages[index]?.firsts[0] as number, id)];
      if (page === undefined) return undefined;
      const { first, count, segment, row } = page.runAt(
        lastAtMost(page.length, (index) => page.firsts[index] as number, id),
      );
      return id >= first && id < first + count ? { segment, row: row + id - first } : undefined;
    },
    *runs() {
      for (const page of pages) for (let index = 0; index < page.length; index++) yield page.runAt(index);
    },
    async chunksOf(documents) {
      const pace = createPacer();
      const ids = documents.size > fewDocuments ? undefined : Float64Array.from(documents.keys()).sort();
      const chunks = ascendingChunks();
      for (const page of pages) {
        if (ids !== undefined && !page.mayHold(ids)) continue;
        for (let index = 0; index < page.length; index++) {
          const wanted = documents.get(page.documentAt(index));
          if (wanted === undefined) continue;
          const { first, count, version } = page.runAt(index);
          if (wanted === 'any' || wanted === version) chunks.add(first, count);
        }
        await pace();
      }
      return chunks.set();
    },
    replace(documents, runs) {
      const changed = replaceRuns(pages, documents, runs);
      return placementTable(changed.pages, spliceChunks(live, changed.taken, changed.given));
    },
  };
}

interface ReplacedRuns {
  readonly pages: readonly PlacementPage[];
  /** The chunks of the runs that were taken out, and of those that were put in. */
  readonly taken: ChunkSet;
  readonly given: ChunkSet;
}

function replaceRuns(
  pages: readonly PlacementPage[],
  documents: readonly number[],
  runs: readonly PlacedRun[],
): ReplacedRuns {
  const changed = new Set(documents);
  const ids = Float64Array.from(documents).sort();
  const added = runs.toSorted((a, b) => a.first - b.first);
  const taken: PlacedRun[] = [];
  const result: PlacementPage[] = [];

  /** Puts in what has become of a page; together with the one before, if both are short. */
  function put(kept: readonly PlacedRun[], more: readonly PlacedRun[]): void {
    if (kept.length + more.length === 0) return;
    const before = result.at(-1);
    const isShort = before !== undefined && before.length + kept.length + more.length <= pageLength / 2;
    const all = [...(isShort ? runsOf(before) : []), ...kept, ...more].sort((a, b) => a.first - b.first);
    if (isShort) result.pop();
    result.push(...placementPages(all));
  }

  let next = 0;
  for (const [number, page] of pages.entries()) {
    const border = pages[number + 1]?.firsts[0] ?? Number.POSITIVE_INFINITY;
    const from = next;
    while (next < added.length && (added[next] as PlacedRun).first < border) next++;
    const more = added.slice(from, next);
    const kept: PlacedRun[] = [];
    const out: PlacedRun[] = [];
    if (page.mayHold(ids)) for (const run of runsOf(page)) (changed.has(run.document) ? out : kept).push(run);
    taken.push(...out);
    if (out.length === 0 && more.length === 0) result.push(page);
    else put(out.length === 0 ? runsOf(page) : kept, more);
  }
  if (pages.length === 0) result.push(...placementPages(added));
  return { pages: result, taken: chunksIn(taken), given: chunksIn(added) };
}

function chunksIn(runs: readonly PlacedRun[]): ChunkSet {
  return chunkSetFromRanges(runs.map(({ first, count }) => [first, first + count] as const));
}

/** The last of so many ascending values that is not above a value; the first where all are. */
function lastAtMost(length: number, at: (index: number) => number, value: number): number {
  let low = 1;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
