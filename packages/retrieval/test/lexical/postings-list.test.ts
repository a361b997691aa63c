import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepsPerLook } from '../../src/lexical/pacer.ts';
import { bufferPostings, postingFields } from '../../src/lexical/postings/buffer-postings.ts';
import type { PostingsCursor } from '../../src/lexical/postings/postings-cursor.ts';
import { postingsList } from '../../src/lexical/postings/postings-list.ts';

/** A term that stands in every chunk of a segment, in the first once, in the second twice and so on. */
function everywhere(documents: number): PostingsCursor {
  // Postings are numbered from 1.
  const entries = new Int32Array((documents + 1) * postingFields);
  for (let position = 0; position < documents; position++) {
    const next = position + 1 < documents ? position + 2 : 0;
    entries.set([position, position + 1, next], (position + 1) * postingFields);
  }
  return bufferPostings(entries, 1, documents);
}

test('postingsList puts the postings of segments whose chunks interleave in order', async () => {
  const list = postingsList(() => undefined);
  // Each chunk belongs to one of the segments, or to none.
  const owners = fc.array(fc.constantFrom(0, 1, 2, 3, undefined), { maxLength: 600 });
  await fc.assert(
    fc.asyncProperty(owners, fc.boolean(), async (segments, reversed) => {
      list.clear();
      const expected: [number, number][] = [];
      for (const segment of [0, 1, 2, 3]) {
        const map = segments.flatMap((owner, position) => (owner === segment ? [position] : []));
        // The chunks of a buffer are in the order they were added in.
        if (reversed) map.reverse();
        map.forEach((position, old) => {
          expected.push([position, old + 1]);
        });
        await list.add(everywhere(map.length + 1), Int32Array.of(...map, -1));
      }
      await list.sort();
      const { positions, frequencies, count } = list;
      const actual = Array.from({ length: count }, (_, i) => [positions[i], frequencies[i]]);
      expect(actual).toEqual(expected.sort(([a], [b]) => a - b));
    }),
    { seed: 3, numRuns: 200 },
  );
});

test('postingsList gives way within the postings of one term', async () => {
  let looks = 0;
  const list = postingsList(() => {
    looks++;
    return undefined;
  });
  const documents = 10 * stepsPerLook;
  await list.add(everywhere(documents), new Int32Array(documents).fill(-1));
  expect(looks).toBe(10);
});
