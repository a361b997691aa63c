import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteWriter } from '../../src/lexical/byte-writer.ts';
import { stepsPerLook } from '../../src/lexical/pacer.ts';
import { memoryPostings } from '../../src/lexical/postings/memory-postings.ts';
import { type PositionMap, postingsMerger } from '../../src/lexical/postings/merge-postings.ts';
import { decodeOccurrences, encodeOccurrences } from '../../src/lexical/postings/occurrences.ts';
import type { PostingsReader } from '../../src/lexical/postings/postings-cursor.ts';

/** A term that stands in every chunk of a segment, in the first once, in the second twice and so on. */
function everywhere(documents: number): PostingsReader {
  const positions = Array.from({ length: documents }, (_, position) => position);
  return memoryPostings({
    positions,
    frequencies: positions.map((position) => position + 1),
    occurrences(from, count) {
      const bytes = byteWriter();
      const starts = new Int32Array(count + 1);
      for (let i = 0; i < count; i++) {
        encodeOccurrences(bytes, placesOf(from + i), 0, placesOf(from + i).length);
        starts[i + 1] = bytes.length;
      }
      return { bytes: bytes.bytes(), starts };
    },
  });
}

/** Some places, far from each other too. */
function placesOf(posting: number): number[] {
  return posting % 3 === 0 ? [posting] : [posting, posting + 1, 1000 * posting + 2];
}

test('postings of segments whose chunks interleave are merged in order', () => {
  // Each chunk belongs to one of the segments, or to none.
  const owners = fc.array(fc.constantFrom(0, 1, 2, 3, undefined), { maxLength: 900 });
  fc.assert(
    fc.property(owners, fc.integer({ min: 1, max: 2 }), (segments, terms) => {
      const expected: [number, number, number[]][] = [];
      const maps = [0, 1, 2, 3].map((segment) => {
        const map = segments.flatMap((owner, position) => (owner === segment ? [position] : []));
        map.forEach((position, old) => {
          expected.push([position, old + 1, placesOf(old)]);
        });
        return Int32Array.of(...map, -1);
      });
      expected.sort(([a], [b]) => a - b);
      const merger = postingsMerger(maps);
      for (let term = 0; term < terms; term++) {
        maps.forEach((map, segment) => {
          merger.open(segment, everywhere(map.length));
        });
        const actual: [number, number, number[]][] = [];
        const take: Parameters<typeof merger.takeSome>[0] = (position, frequency, found) => {
          const places: number[] = [];
          if (found) decodeOccurrences(found.bytes, found.start, found.end, places, 0);
          actual.push([position, frequency, places]);
        };
        while (merger.takeSome(take));
        expect(actual).toEqual(expected);
      }
    }),
    { seed: 3, numRuns: 200 },
  );
});

test('a term with many postings is taken in several parts', () => {
  const documents = 10 * stepsPerLook;
  const merger = postingsMerger([Int32Array.from({ length: documents }, (_, position) => position)]);
  merger.open(0, everywhere(documents));
  let taken = 0;
  let parts = 1;
  while (merger.takeSome(() => taken++)) {
    expect(taken).toBe(parts * stepsPerLook);
    parts++;
  }
  expect(taken).toBe(documents);
});

test('segments that all move on alike need no array of positions', () => {
  const sizes = [300, 1, 200];
  const take = (maps: readonly PositionMap[]) => {
    const merger = postingsMerger(maps);
    for (const [segment, size] of sizes.entries()) merger.open(segment, everywhere(size));
    const taken: [number, number][] = [];
    while (merger.takeSome((position, frequency) => taken.push([position, frequency])));
    return taken;
  };
  const firsts = [0, 300, 301];
  const arrays = sizes.map((size, segment) => Int32Array.from({ length: size }, (_, i) => (firsts[segment] ?? 0) + i));
  expect(take(firsts)).toEqual(take(arrays));
});
