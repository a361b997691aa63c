import {
  type ChunkSet,
  chunkSetHas,
  type Hit,
  intersectChunkSets,
  type TopHits,
  topHits,
  type VectorHit,
  type VectorOrigin,
} from '@cubo/contracts';
import type { ColdSegment } from '../cold/cold-segment.ts';
import type { PieceReader } from '../exact/piece-reader.ts';
import { type Scan, scanBuffer, scanFile } from '../exact/scan.ts';
import type { HnswGraph } from '../hnsw/hnsw-graph.ts';
import type { Pacer } from '../pacer.ts';
import type { RecordScorer } from '../raw-vectors/record-scorer.ts';
import { rescore } from '../raw-vectors/rescore.ts';
import type { VectorBuffer } from '../raw-vectors/vector-buffer.ts';
import type { VectorShape } from '../raw-vectors/vector-file.ts';
import type { VectorPart } from '../raw-vectors/vector-source.ts';

/** The parts of an index at one moment, and with what they are searched. */
export interface Searched {
  readonly shape: VectorShape;
  readonly scorer: RecordScorer;
  readonly pieces: PieceReader;
  readonly buffer: VectorBuffer;
  readonly parts: readonly VectorPart[];
  readonly cold: readonly { readonly segment: ColdSegment; readonly live: ChunkSet }[];
  /** The live ids that the graph has, where it is in memory. */
  readonly graph: { readonly graph: HnswGraph; readonly live: ChunkSet; readonly ef: number | undefined } | undefined;
  /** The live ids that are neither in a cold segment nor in the graph. */
  readonly rest: ChunkSet;
  /** So many bytes of vectors are compared with a query one by one rather than searched in another way. */
  readonly scanBytes: number;
}

/** What is looked for. */
export interface TierQuery {
  readonly query: Float32Array;
  readonly limit: number;
  readonly filter: ChunkSet | undefined;
  readonly pace: Pacer;
}

/** The nearest vectors: exactly those of the buffer and of what is scanned, nearly all of those in graph and segments. */
export async function searchTier(searched: Searched, { query, limit, filter, pace }: TierQuery): Promise<VectorHit[]> {
  const { shape, scorer, pieces, buffer, parts, cold, graph, rest } = searched;
  const size = shape.encoding.bytes(shape.dimensions);
  const prepared = scorer.prepare(query);
  const top = topHits(limit);
  const scan: Scan = { query: prepared, scorer, size, top, pace };
  const within = (ids: ChunkSet) => (filter === undefined ? ids : intersectChunkSets(ids, filter));
  const isSmall = (ids: ChunkSet) => ids.size * size <= searched.scanBytes;

  async function scanIds(ids: ChunkSet): Promise<void> {
    for (const { file, live } of parts) {
      const selected = intersectChunkSets(live, ids);
      if (selected.size > 0) await scanFile(file, selected, scan, pieces);
    }
  }

  await scanBuffer(buffer, within(buffer.ids()), scan);
  const candidates: { readonly found: TopHits; readonly part: string; readonly recallLoss: number }[] = [];
  const exact: ChunkSet[] = [within(rest)];
  if (graph !== undefined) {
    const selected = within(graph.live);
    // Where the graph's vectors are rounded more than those that are kept, these decide among more of them.
    const wanted = shape.encoding.name === 'int8' ? limit : Math.min(3 * limit, graph.graph.size);
    const hits = isSmall(selected) ? undefined : searchGraph(graph, selected, query, wanted);
    if (hits === undefined) exact.push(selected);
    else candidates.push({ found: collected(hits, wanted), part: 'graph', recallLoss: 0 });
  }
  for (const { segment, live } of cold) {
    const selected = within(live);
    if (isSmall(selected)) exact.push(selected);
    else {
      const add = (count: number) => {
        const found = topHits(count);
        candidates.push({ found, part: 'cold', recallLoss: segment.recallLoss });
        return found;
      };
      await segment.candidates(query, { limit, selected, candidates: add, pace });
    }
  }
  for (const ids of exact) await scanIds(ids);
  const origins = new Map<number, VectorOrigin>();
  for (const { found, part, recallLoss } of candidates) {
    for (const { id, score } of found.hits()) origins.set(id, { part, compressedScore: score, recallLoss });
  }
  await rescore([...origins.keys()], parts, { query: prepared, scorer, pieces, size, top, pace });
  return top.hits().map((hit) => ({ ...hit, origin: origins.get(hit.id) ?? scanned }));
}

const scanned: VectorOrigin = { part: 'scan' };

/** Records that a search of the graph compares at most before it is given up: a few milliseconds. */
const mostVisited = 10_000;
/** Vertices that are kept in view, see `hnswGraph`. */
const defaultEf = 96;

/** The hits of a graph, or nothing where a scan is the better way. */
function searchGraph(
  { graph, ef }: NonNullable<Searched['graph']>,
  selected: ChunkSet,
  query: Float32Array,
  limit: number,
): readonly Hit[] | undefined {
  const view = Math.max(limit, ef ?? defaultEf);
  const isAll = selected.size === graph.size;
  // A search that may find a share of the vertices visits ten times the view divided by it; a scan compares the share.
  if (!isAll && selected.size ** 2 < 10 * view * graph.size) return undefined;
  const accepts = isAll ? undefined : (id: number) => chunkSetHas(selected, id);
  const { hits, exhausted } = graph.search(query, {
    limit,
    ef: view,
    accepts,
    maxVisited: mostVisited,
  });
  return exhausted ? undefined : hits;
}

function collected(hits: readonly Hit[], limit: number): TopHits {
  const top = topHits(limit);
  for (const { id, score } of hits) top.offer(id, score);
  return top;
}
