import { type ChunkSet, chunkSetHas, type TopHits } from '@cubo/contracts';
import { type IndexDirectory, type IndexFile, indexCorrupt, type ReadableFile } from '@cubo/library';
import type { InvertedFileHeader } from '../inverted-file/inverted-file.ts';
import { invertedListReader } from '../inverted-file/inverted-list-reader.ts';
import { readInvertedFileHeader } from '../inverted-file/read-inverted-file-header.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Pacer } from '../pacer.ts';
import { codewords } from '../quantization/product-quantizer.ts';
import { madeOtherwise } from '../raw-vectors/made-otherwise.ts';
import type { Codebook } from './codebook.ts';
import { type ColdDescription, readColdDescription } from './cold-description.ts';
import { planFor } from './search-plan.ts';

/** An open cold segment: its centroids are in memory, its lists are read as they are probed. */
export interface ColdSegment {
  readonly name: string;
  readonly ids: ChunkSet;
  readonly bytes: number;
  readonly description: ColdDescription;
  /** Share of the ten nearest that a search misses. */
  readonly recallLoss: number;
  /** Offers the vectors that a search of it finds, with their compressed scores. */
  candidates(query: Float32Array, search: ColdSearch): Promise<void>;
  /** What it was compressed by; read again from the file. */
  codebook(): Promise<Codebook>;
  /** Its file, and the header of that; read again. */
  source(): Promise<{ file: ReadableFile; header: InvertedFileHeader }>;
  /** Keeps the file open until the matching {@link ColdSegment.release}. */
  acquire(): void;
  /** Lets go of it; the last one closes the file. Opening counts as the first `acquire`. */
  release(): Promise<void>;
}

/** One search in a cold segment. */
export interface ColdSearch {
  /** Hits that the caller is after. */
  readonly limit: number;
  /** The chunks to be ranked, a subset of the segment's. */
  readonly selected: ChunkSet;
  /** Takes the candidates; made for the number that is asked for. */
  readonly candidates: (count: number) => TopHits;
  readonly pace: Pacer;
}

/** Opens a cold segment of an index; throws `CUBO_INDEX_CORRUPT` when it is not what the manifest and the index say. */
export async function openColdSegment(
  directory: IndexDirectory,
  indexFile: IndexFile,
  dimensions: number,
  createKernels: () => Kernels,
): Promise<ColdSegment> {
  const file = await directory.open(indexFile);
  try {
    return await readColdSegment(file, indexFile, dimensions, createKernels());
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readColdSegment(
  file: ReadableFile,
  indexFile: IndexFile,
  dimensions: number,
  kernels: Kernels,
): Promise<ColdSegment> {
  const readHeader = () => readInvertedFileHeader(file, { trailer: 'required' });
  const { coarseCentroids, productCentroids, ...header } = await readHeader();
  if (header.dimensions !== dimensions) {
    const holds = `vectors of ${header.dimensions} dimensions, not ${dimensions}`;
    throw madeOtherwise(file.path, holds, `dimensions: ${header.dimensions}`);
  }
  if (!header.byResidual) throw indexCorrupt(file.path, 'was not compressed by residuals');
  if (header.vectors !== indexFile.ids.size) throw indexCorrupt(file.path, 'holds other chunks than its manifest says');
  const description = readColdDescription(header.trailer?.description ?? {});
  if (typeof description === 'string') throw indexCorrupt(file.path, description);

  const { lists, parts, sizes } = header;
  const width = dimensions / parts;
  const { memory } = kernels;
  const longest = sizes.reduce((most, size) => Math.max(most, size), 0);
  const places = {
    coarse: memory.reserve(4 * lists * dimensions),
    product: memory.reserve(4 * codewords * dimensions),
    query: memory.reserve(4 * dimensions),
    table: memory.reserve(4 * codewords * parts),
    coarseScores: memory.reserve(4 * lists),
    order: memory.reserve(4 * lists),
    codes: memory.reserve(parts * longest),
    scores: memory.reserve(4 * longest),
    positions: memory.reserve(4 * longest),
  };
  memory.float32(places.coarse, coarseCentroids.length).set(coarseCentroids);
  memory.float32(places.product, productCentroids.length).set(productCentroids);
  const reader = invertedListReader(file, {
    ...header,
    coarseCentroids: new Float32Array(),
    productCentroids: new Float32Array(),
  });
  const meanLength = indexFile.ids.size / lists;
  let users = 1;

  function orderLists(query: Float32Array, count: number): { order: Uint32Array; scores: Float32Array } {
    memory.float32(places.query, dimensions).set(query);
    kernels.matrixProduct(places.query, places.coarse, places.coarseScores, 1, lists, dimensions);
    const found = kernels.topPositions(places.coarseScores, lists, count, places.order);
    const order = memory.uint32(places.order, found).slice();
    const all = memory.float32(places.coarseScores, lists);
    return { order, scores: Float32Array.from(order, (list) => all[list] as number) };
  }

  function makeTable(query: Float32Array): Float32Array {
    memory.float32(places.query, dimensions).set(query);
    kernels.productTable(places.query, places.product, parts, width, places.table);
    return memory.float32(places.table, codewords * parts).slice();
  }

  /** Offers the wanted vectors of a list; gives how many there are. */
  function scanList(list: number, bias: number, table: Float32Array, selected: ChunkSet, top: TopHits): number {
    const { codes, ids } = reader.readListSync(list);
    const count = ids.length;
    // Another search may have used the same memory since the last list.
    memory.float32(places.table, table.length).set(table);
    memory.bytes(places.codes, codes.length).set(codes);
    kernels.scanCodes(places.table, places.codes, count, parts, bias, places.scores);
    const scores = memory.float32(places.scores, count);
    const isWhole = selected.size === indexFile.ids.size;
    let seen = isWhole ? count : 0;
    for (let i = 0; i < count; i++) {
      const score = scores[i] as number;
      const id = ids[i] as number;
      if (isWhole) {
        if (top.accepts(score)) top.offer(id, score);
      } else if (chunkSetHas(selected, id)) {
        seen++;
        if (top.accepts(score)) top.offer(id, score);
      }
    }
    return seen;
  }

  return {
    name: indexFile.name,
    ids: indexFile.ids,
    bytes: file.bytes,
    description,
    recallLoss: 1 - planFor(description.plans, 10).recall,
    async candidates(query, { limit, selected, candidates, pace }) {
      if (selected.size === 0) return;
      // The nearest of a part of the vectors are as far away as so many more of all vectors.
      const share = selected.size / indexFile.ids.size;
      const plan = planFor(description.plans, limit);
      const wide = planFor(description.plans, Math.min(indexFile.ids.size, Math.ceil(limit / share)));
      const planned = share < 1 ? Math.max(plan.probes, wide.probes) : plan.probes;
      // Where all are wanted, wherever they lie, all lists are read.
      const probes = limit >= selected.size ? lists : Math.min(lists, planned);
      const count = Math.max(plan.candidates, Math.ceil(wide.candidates * share));
      const top = candidates(count);
      const least = Math.min(
        selected.size,
        share < 1 ? Math.max(count, Math.floor(probes * meanLength * share * 0.5)) : count,
      );
      const { order, scores } = orderLists(query, share < 1 ? lists : Math.min(lists, 4 * probes));
      const table = makeTable(query);
      let seen = 0;
      for (let i = 0; i < order.length && (i < probes || seen < least); i++) {
        const list = order[i] as number;
        if (sizes[list] === 0) continue;
        seen += scanList(list, scores[i] as number, table, selected, top);
        const pause = pace();
        if (pause !== undefined) await pause;
      }
    },
    async codebook() {
      const read = await readHeader();
      return {
        id: description.codebook,
        dimensions,
        coarse: read.coarseCentroids,
        product: { parts, width, centroids: read.productCentroids },
        vectors: description.trainedVectors,
        error: description.trainedError,
      };
    },
    source: async () => ({ file, header: await readHeader() }),
    acquire() {
      users++;
    },
    async release() {
      users--;
      if (users === 0) await file.close();
    },
  };
}
