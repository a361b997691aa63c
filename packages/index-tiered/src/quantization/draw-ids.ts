import { type ChunkSet, chunkSetFromIds } from '@cubo/contracts';
import { samplePositions } from './random.ts';

/** Some of the ids, each set of so many as likely as any other. */
export function drawIds(ids: ChunkSet, count: number, random: () => number): ChunkSet {
  const chosen: number[] = [];
  let before = 0;
  let range = 0;
  for (const position of samplePositions(ids.size, count, random)) {
    while (position >= before + (ids.ends[range] as number) - (ids.starts[range] as number)) {
      before += (ids.ends[range] as number) - (ids.starts[range] as number);
      range++;
    }
    chosen.push((ids.starts[range] as number) + position - before);
  }
  return chunkSetFromIds(chosen);
}
