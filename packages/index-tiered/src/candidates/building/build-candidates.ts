import {
  type ChunkSet,
  chunkIds,
  chunkSetFromRanges,
  intersectChunkSets,
  uniteChunkSets,
  type VectorTier,
} from '@cubo/contracts';
import type { FileLayer, IndexFileWriter } from '@cubo/library';
import { drawIds } from '../../quantization/draw-ids.ts';
import { createRandom } from '../../quantization/random.ts';
import type { EngineDescription } from '../engines/load-engine.ts';
import type { Candidates } from '../loaded-candidates.ts';
import { type CandidateFiles, type CandidateStore, labelsExtension } from '../store/candidate-store.ts';
import { writeLabels } from '../store/labels-file.ts';
import { type BuildFailure, runBuildProcess } from './run-build-process.ts';
import type { VectorFrame } from './vector-frames.ts';

/** What an index is made of, and how. */
export interface CandidateBuild {
  readonly description: EngineDescription;
  /** Where the vectors are read. */
  readonly raw: VectorTier;
  readonly store: CandidateStore;
  readonly files: FileLayer;
  /** The chunks whose vectors are added. */
  readonly ids: ChunkSet;
  /** What they are added to; nothing: a new index. */
  readonly base: (Candidates & { readonly files: CandidateFiles }) | undefined;
  /** How many vectors there are. */
  readonly vectors: number;
  /** The most bytes of the index; what does not fit is left out. */
  readonly mostBytes: number;
  /** The most bytes of vectors it is trained on; 0 where it needs no training. */
  readonly trainingBytes: number;
}

/** How a build ended. */
export type CandidateBuildOutcome =
  | { readonly files: CandidateFiles; readonly labels: Float64Array; readonly trainedFor: number }
  | { readonly failure: BuildFailure };

/** Vectors that are sent at once. */
const batchVectors = 1024;

/**
 * Has an index written by a process of its own, and puts it into files of the store; the caller commits them, or they are
 * swept later. Nothing where not even a few of the vectors fit.
 */
export async function buildCandidates(
  build: CandidateBuild,
  signal: AbortSignal,
): Promise<CandidateBuildOutcome | undefined> {
  const { description, raw, store, ids, base, mostBytes } = build;
  const { dimensions } = description.settings;
  const directory = await store.writable();
  const writer = await directory.create(description.name);
  const temporary = `${writer.path}.tmp`;
  const sent: number[] = [];

  async function* batches(of: ChunkSet, kind: VectorFrame['kind']): AsyncGenerator<VectorFrame> {
    for (const batch of groupsOf(chunkIds(of), batchVectors)) {
      const vectors = new Float32Array(batch.length * dimensions);
      let count = 0;
      for (const [i, vector] of (await raw.vectors(batch, { signal })).entries()) {
        // One that has no direction is in no one's neighbourhood; one that is gone was removed meanwhile.
        if (vector === undefined || vector.every((value) => value === 0)) continue;
        vectors.set(vector, count++ * dimensions);
        if (kind === 'add') sent.push(batch[i] as number);
      }
      if (count > 0) yield { kind, vectors: vectors.subarray(0, count * dimensions) };
    }
  }
  async function* frames(): AsyncGenerator<VectorFrame> {
    const sample = Math.floor(build.trainingBytes / (4 * dimensions));
    if (base === undefined && sample > 0) yield* batches(drawIds(ids, sample, createRandom(ids.size)), 'train');
    yield* batches(ids, 'add');
  }
  try {
    const from = base && store.path(base.files.index);
    const outcome = await runBuildProcess({ description, base: from, mostBytes, to: temporary }, frames(), signal);
    if ('failure' in outcome || outcome.added === 0) {
      await writer.discard();
      return 'failure' in outcome ? outcome : undefined;
    }
    const added = upTo(ids, outcome.added < sent.length ? (sent[outcome.added - 1] as number) : undefined);
    const all = base ? uniteChunkSets(base.files.index.ids, added) : added;
    await copyFile(build.files, temporary, writer);
    const index = await writer.finish(all);
    const labels = Float64Array.from([...(base?.labels.ids ?? []), ...sent.slice(0, outcome.added)]);
    const trainedFor = base?.labels.trainedFor ?? build.vectors;
    const labelsWriter = await directory.create(labelsExtension);
    await writeLabels(labelsWriter, { description, trainedFor, ids: labels });
    return { files: { index, labels: await labelsWriter.finish(all) }, labels, trainedFor };
  } catch (error) {
    // What went wrong first is what the caller must know.
    await writer.discard().catch(() => {});
    throw error;
  } finally {
    await build.files.remove(temporary);
  }
}

const pieceBytes = 1 << 20;

async function copyFile(files: FileLayer, path: string, writer: IndexFileWriter): Promise<void> {
  const file = await files.open(path);
  try {
    for (let start = 0; start < file.bytes; start += pieceBytes) {
      await writer.write(await file.read(start, Math.min(pieceBytes, file.bytes - start)));
    }
  } finally {
    await file.close();
  }
}

/** The ids up to one of them. */
function upTo(ids: ChunkSet, last: number | undefined): ChunkSet {
  return last === undefined ? ids : intersectChunkSets(ids, chunkSetFromRanges([[0, last + 1]]));
}

function* groupsOf(ids: Iterable<number>, size: number): Generator<number[]> {
  let group: number[] = [];
  for (const id of ids) {
    group.push(id);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
