import { type ChunkSet, emptyChunkSet, intersectChunkSets, subtractChunkSets, uniteChunkSets } from '@cubo/contracts';
import type { IndexDirectory, IndexFile } from '@cubo/library';
import type { VectorBuffer } from '../raw-vectors/vector-buffer.ts';
import { openVectorFile, type VectorFile } from '../raw-vectors/vector-file.ts';
import { writeVectorFile } from '../raw-vectors/write-vector-file.ts';
import { type MergeSource, mergeRecords } from './merge-records.ts';
import type { planMerge } from './plan-merge.ts';
import type { TierState } from './tier-state.ts';

/** What a flush makes durable. */
export interface TierChange {
  readonly directory: IndexDirectory;
  readonly dimensions: number;
  readonly blockBytes: number;
  readonly state: TierState;
  readonly buffer: VectorBuffer;
  /** All that is forgotten of what the files hold: by the manifest, and since. */
  readonly forgotten: ChunkSet;
  /** Chooses the files to merge. */
  readonly plan: typeof planMerge;
}

/**
 * Writes the buffer, together with the files that it is time to merge, into one new file, and commits. The files of the
 * old state that the new one does not have are left to the caller to release. When it throws, the old state is still
 * the one on disk.
 */
export async function writeTierState(change: TierChange): Promise<TierState> {
  const { directory, state, buffer, forgotten } = change;
  const added = buffer.ids();
  const candidates = state.files.map((file) => {
    const ids = subtractChunkSets(file.ids, forgotten);
    const overlapping = intersectChunkSets(file.ids, added).size > 0;
    return { name: file.name, file, ids, live: ids.size, dead: file.ids.size - ids.size, overlapping };
  });
  const merged = change.plan(added.size, candidates);
  const sources = candidates.filter(({ name }) => merged.has(name)).map(({ file, ids }) => ({ file, live: ids }));
  const kept = state.files.filter(({ name }) => !merged.has(name));

  const written = await writeMerged(change, added, sources);
  try {
    await directory.commit({
      add: written ? [written.indexFile] : [],
      drop: [...merged],
      removed: intersectChunkSets(forgotten, union(kept.map(({ ids }) => ids))),
    });
  } catch (error) {
    await written?.file.release();
    throw error;
  }
  return {
    manifest: directory.manifest,
    files: written ? [...kept, written.file] : kept,
    held: directory.coverage(),
  };
}

async function writeMerged(
  { directory, dimensions, blockBytes, buffer }: TierChange,
  added: ChunkSet,
  sources: readonly MergeSource[],
): Promise<{ indexFile: IndexFile; file: VectorFile } | undefined> {
  const ids = union([added, ...sources.map(({ live }) => live)]);
  if (ids.size === 0) return undefined;
  const writer = await directory.create('vectors');
  try {
    const records = mergeRecords(dimensions, buffer, sources);
    const indexFile = await writeVectorFile(writer, { dimensions, ids, records, blockBytes });
    return { indexFile, file: await openVectorFile(directory, indexFile, dimensions) };
  } catch (error) {
    // What went wrong first is what the caller must know.
    await writer.discard().catch(() => {});
    throw error;
  }
}

function union(sets: readonly ChunkSet[]): ChunkSet {
  return sets.reduce(uniteChunkSets, emptyChunkSet);
}
