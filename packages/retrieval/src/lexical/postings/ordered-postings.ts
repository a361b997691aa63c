import type { PostingsReader } from './postings-cursor.ts';

/**
 * The postings of a term in the order of their new positions, for a map that turns their order round: those of a buffer
 * whose chunks came in another order than that of their ids. All of them are held.
 */
export function orderedPostings(postings: PostingsReader, map: Int32Array): PostingsReader {
  const held: number[] = [];
  const frequencies: number[] = [];
  while (postings.nextBlock()) {
    for (let i = 0; i < postings.count; i++) {
      held.push(postings.positions[i] as number);
      frequencies.push(postings.frequencies[i] as number);
    }
  }
  const count = held.length;
  // Numbers are sorted many times as fast as by a comparison: the new position first, then the place in the lists.
  const order = Float64Array.from(held, (position, place) => (map[position] as number) * count + place)
    .sort()
    .map((key) => ((key % count) + count) % count);
  let isTaken = false;
  return {
    positions: Int32Array.from(order, (place) => held[place] as number),
    frequencies: Uint32Array.from(order, (place) => frequencies[place] as number),
    count,
    at: 0,
    nextBlock() {
      if (isTaken) return false;
      isTaken = true;
      return count > 0;
    },
  };
}
