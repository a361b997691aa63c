import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepsPerLook } from '../../src/lexical/pacer.ts';
import { bufferPostings, postingFields } from '../../src/lexical/postings/buffer-postings.ts';
import { postingsMerger } from '../../src/lexical/postings/merge-postings.ts';
import type { PostingsReader } from '../../src/lexical/postings/postings-cursor.ts';

/** A term that stands in every chunk of a segment, in the first once, in the second twice and so on. */
function everywhere(documents: number): PostingsReader {
  // Postings are numbered from 1.
  const entries = new Int32Array((documents + 1) * postingFields);
  for (let position = 0; position < documents; position++) {
    const next = position + 1 < documents ? position + 2 : 0;
    entries.set([position, position + 1, next], (position + 1) * postingFields);
  }
  return bufferPostings(entries, 1, documents);
}

test('postings of segments whose chunks interleave are merged in order', () => {
  // Each chunk belongs to one of the segments, or to none.
  const owners = fc.array(fc.constantFrom(0, 1, 2, 3, undefined), { maxLength: 900 });
  fc.assert(
    fc.property(owners, fc.boolean(), fc.integer({ min: 1, max: 2 }), (segments, reversed, terms) => {
      const expected: [number, number][] = [];
      const maps = [0, 1, 2, 3].map((segment) => {
        const map = segments.flatMap((owner, position) => (owner === segment ? [position] : []));
        // The chunks of a buffer are in the order they were added in.
        if (reversed) map.reverse();
        map.forEach((position, old) => {
          expected.push([position, old + 1]);
        });
        return Int32Array.of(...map, -1);
      });
      expected.sort(([a], [b]) => a - b);
      const merger = postingsMerger(maps);
      for (let term = 0; term < terms; term++) {
        maps.forEach((map, segment) => {
          merger.open(segment, everywhere(map.length));
        });
        const actual: [number, number][] = [];
        while (merger.takeSome((position, frequency) => actual.push([position, frequency])));
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
