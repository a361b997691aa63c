import { type ChunkSet, chunkIds, chunkSetFromIds } from '@cubo/contracts';

/** At most `size` ids, evenly spread over the set. */
export function sampleChunks(chunks: ChunkSet, size: number): ChunkSet {
  if (chunks.size <= size) return chunks;
  const step = chunks.size / size;
  const sample: number[] = [];
  let position = 0;
  for (const id of chunkIds(chunks)) {
    if (position >= sample.length * step) sample.push(id);
    position++;
  }
  return chunkSetFromIds(sample);
}
