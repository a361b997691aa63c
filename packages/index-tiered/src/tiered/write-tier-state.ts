import { type ChunkSet, emptyChunkSet, intersectChunkSets, subtractChunkSets, uniteChunkSets } from '@cubo/contracts';
import type { IndexFile } from '@cubo/library';
import type { ColdSegment } from '../cold/cold-segment.ts';
import { rewriteColdSegment } from '../cold/rewrite-cold-segment.ts';
import { mergeRecords } from '../raw-vectors/merge-records.ts';
import type { planMerge } from '../raw-vectors/plan-merge.ts';
import type { VectorBuffer } from '../raw-vectors/vector-buffer.ts';
import { openVectorFile, type VectorFile } from '../raw-vectors/vector-file.ts';
import type { VectorPart } from '../raw-vectors/vector-source.ts';
import { writeVectorFile } from '../raw-vectors/write-vector-file.ts';
import { describeState, type OpenFile, type TierContext, type TierState } from './tier-state.ts';

/** What a flush makes durable. */
export interface TierChange extends TierContext {
  readonly blockBytes: number;
  readonly state: TierState;
  readonly buffer: VectorBuffer;
  /** All that is forgotten of what the files hold: by the manifest, and since. */
  readonly forgotten: ChunkSet;
  /** Chooses the files to merge. */
  readonly plan: typeof planMerge;
  /** Whether nothing that is forgotten may be left in compressed vectors and the graph. */
  readonly compact: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the buffer, together with the files that it is time to merge, into one new file, and commits. Compressed vectors
 * of ids that are added anew are taken out, and a graph that has any of them is given up. The files of the old state
 * that the new one does not have are left to the caller to release. When it throws, the old state is still the one on
 * disk.
 */
export async function writeTierState(change: TierChange): Promise<TierState> {
  const { directory, state, buffer, forgotten, compact } = change;
  const added = buffer.ids();
  const candidates = state.files.map((file) => {
    const ids = subtractChunkSets(file.ids, forgotten);
    const overlapping = intersectChunkSets(file.ids, added).size > 0;
    return { name: file.name, file, ids, live: ids.size, dead: file.ids.size - ids.size, overlapping };
  });
  const merged = change.plan(added.size, candidates);
  const sources = candidates.filter(({ name }) => merged.has(name)).map(({ file, ids }) => ({ file, live: ids }));
  const kept = state.files.filter(({ name }) => !merged.has(name));
  const isStale = (ids: ChunkSet) =>
    intersectChunkSets(ids, added).size > 0 || (compact && intersectChunkSets(ids, forgotten).size > 0);

  const opened: OpenFile[] = [];
  const add: IndexFile[] = [];
  const drop = [...merged];
  try {
    const written = await writeMerged(change, added, sources);
    if (written) {
      opened.push(written.file);
      add.push(written.indexFile);
    }
    const cold: ColdSegment[] = [];
    for (const segment of state.cold) {
      if (!isStale(segment.ids)) {
        cold.push(segment);
        continue;
      }
      drop.push(segment.name);
      const live = subtractChunkSets(segment.ids, uniteChunkSets(forgotten, added));
      const rewritten = await rewriteColdSegment(change, [{ segment, live }], change.signal);
      if (rewritten === undefined) continue;
      opened.push(rewritten.segment);
      add.push(rewritten.indexFile);
      cold.push(rewritten.segment);
    }
    const graph = state.graph && isStale(state.graph.graph.ids) ? undefined : state.graph;
    if (state.graph && !graph) drop.push(state.graph.graph.name, state.graph.vectors.name);

    const files = written ? [...kept, written.file] : kept;
    const remaining = [...kept, ...cold, ...(graph ? [graph.graph] : [])].map(({ ids }) => ids);
    await directory.commit({ add, drop, removed: intersectChunkSets(forgotten, union(remaining)) });
    return describeState(directory, files, cold);
  } catch (error) {
    for (const file of opened) await file.release();
    // What went wrong first is what the caller must know.
    await directory.discard(add).catch(() => {});
    throw error;
  }
}

async function writeMerged(
  { directory, shape, blockBytes, buffer, signal }: TierChange,
  added: ChunkSet,
  sources: readonly VectorPart[],
): Promise<{ indexFile: IndexFile; file: VectorFile } | undefined> {
  const ids = union([added, ...sources.map(({ live }) => live)]);
  if (ids.size === 0) return undefined;
  const writer = await directory.create('vectors');
  try {
    const records = mergeRecords(shape, buffer, sources);
    const indexFile = await writeVectorFile(writer, { ...shape, ids, records, blockBytes, signal });
    return { indexFile, file: await openVectorFile(directory, indexFile, shape) };
  } catch (error) {
    // What went wrong first is what the caller must know.
    await writer.discard().catch(() => {});
    throw error;
  }
}

function union(sets: readonly ChunkSet[]): ChunkSet {
  return sets.reduce(uniteChunkSets, emptyChunkSet);
}
