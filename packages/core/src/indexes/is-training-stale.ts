import { type ChunkSet, chunkSetFromRanges, intersectChunkSets } from '@cubo/contracts';
import type { TrainedOn } from './space-setting.ts';

/** An embedder is trained anew when this share of the live chunks came after its training, or of its sample is gone. */
const staleShare = 0.25;
/**
 * Up to so many chunks every newcomer is reason enough: training takes a moment, and a new document brings new words.
 */
const smallLibrary = 500;

/** Whether an embedder that was trained on this no longer speaks for the live chunks. */
export function isTrainingStale(trainedOn: TrainedOn, live: ChunkSet): boolean {
  const survivors = intersectChunkSets(live, chunkSetFromRanges([[0, trainedOn.nextChunk]])).size;
  const newcomers = live.size - survivors;
  if (newcomers > (live.size <= smallLibrary ? 0 : staleShare * live.size)) return true;
  return trainedOn.chunks - survivors > staleShare * trainedOn.chunks;
}
