import { type ChunkSet, chunkSetFromRanges } from '@cubo/contracts';
import type { Catalog } from '../catalog/open-catalog.ts';

/** Where a chunk stands. */
export interface ChunkPlace {
  readonly segment: string;
  readonly row: number;
}

/** The live placements of one generation, compact: 32 bytes a run of chunks, whatever their number. */
export interface PlacementTable {
  readonly live: ChunkSet;
  /** The segments that hold live chunks, with the number of live chunks of each. */
  readonly segments: ReadonlyMap<string, number>;
  find(chunkId: number): ChunkPlace | undefined;
  /** The live chunks of the given versions of documents, by document id. */
  chunksOf(versions: ReadonlyMap<number, number>): ChunkSet;
  /** Runs of live chunks, by ascending id. */
  runs(): Iterable<{ first: number; count: number; segment: string; row: number }>;
}

/** Reads the placements that are live now. */
export function readPlacements(catalog: Catalog): PlacementTable {
  const rows = catalog
    .prepare(
      `SELECT first_chunk, placements.chunks, segment_id, first_row, document_id, document_version FROM placements
       JOIN documents ON documents.id = placements.document_id AND documents.version = placements.document_version
       ORDER BY first_chunk`,
    )
    .raw();
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const segments = new Map<string, number>();
  const columns: number[][] = [[], [], [], [], [], []];
  for (const row of rows.iterate() as Iterable<[number, number, string, number, number, number]>) {
    const [first, count, segment, firstRow, document, version] = row;
    let number = numbers.get(segment);
    if (number === undefined) {
      number = names.push(segment) - 1;
      numbers.set(segment, number);
    }
    segments.set(segment, (segments.get(segment) ?? 0) + count);
    [first, count, number, firstRow, document, version].forEach((value, column) => {
      columns[column]?.push(value);
    });
  }
  const firsts = Float64Array.from(columns[0] ?? []);
  const counts = Uint32Array.from(columns[1] ?? []);
  const owners = Uint32Array.from(columns[2] ?? []);
  const firstRows = Uint32Array.from(columns[3] ?? []);
  const documents = Float64Array.from(columns[4] ?? []);
  const versions = Uint32Array.from(columns[5] ?? []);
  const at = (array: Float64Array | Uint32Array, i: number) => array[i] as number;

  return {
    live: chunkSetFromRanges(Array.from(firsts, (first, i) => [first, first + at(counts, i)] as const)),
    segments,
    find(id) {
      let low = 0;
      let high = firsts.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (at(firsts, middle) <= id) low = middle + 1;
        else high = middle;
      }
      const i = low - 1;
      if (i < 0 || id >= at(firsts, i) + at(counts, i)) return undefined;
      return { segment: names[at(owners, i)] as string, row: at(firstRows, i) + id - at(firsts, i) };
    },
    chunksOf(wanted) {
      const ranges: [number, number][] = [];
      for (let i = 0; i < firsts.length; i++) {
        if (wanted.get(at(documents, i)) === at(versions, i))
          ranges.push([at(firsts, i), at(firsts, i) + at(counts, i)]);
      }
      return chunkSetFromRanges(ranges);
    },
    *runs() {
      for (let i = 0; i < firsts.length; i++) {
        yield {
          first: at(firsts, i),
          count: at(counts, i),
          segment: names[at(owners, i)] as string,
          row: at(firstRows, i),
        };
      }
    },
  };
}

/** The chunks of documents that are not complete. */
export function readPendingChunks(catalog: Catalog): ChunkSet {
  const rows = catalog
    .prepare(
      `SELECT first_chunk, first_chunk + placements.chunks FROM placements
       JOIN pending_documents p ON p.document_id = placements.document_id AND p.version = placements.document_version
       ORDER BY first_chunk`,
    )
    .raw();
  return chunkSetFromRanges(rows.all() as [number, number][]);
}

/** Where a chunk stands now, whichever snapshot it is of. */
export function findPlaceNow(catalog: Catalog, id: number): ChunkPlace | undefined {
  const placement = catalog
    .prepare<[number], { first_chunk: number; chunks: number; segment_id: string; first_row: number }>(
      `SELECT first_chunk, chunks, segment_id, first_row FROM placements WHERE first_chunk <= ?
       ORDER BY first_chunk DESC LIMIT 1`,
    )
    .get(id);
  if (placement === undefined || id >= placement.first_chunk + placement.chunks) return undefined;
  return { segment: placement.segment_id, row: placement.first_row + id - placement.first_chunk };
}
