import { chunkSetFromIds } from '@cubo/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckedFile } from '../../src/lexical/checked-file.ts';
import { trailerBytes } from '../../src/lexical/segment-format.ts';
import { decodeTrailer } from '../../src/lexical/segment-trailer.ts';
import { segmentWriter } from '../../src/lexical/segment-writer.ts';
import { type TermDictionary, termDictionary } from '../../src/lexical/term-dictionary.ts';

const fail = (reason: string) => new Error(reason);

/** A dictionary in which the n-th term has one posting. */
async function dictionaryOf(terms: readonly string[]): Promise<TermDictionary> {
  const parts: Uint8Array[] = [];
  const file = {
    write: async (bytes: Uint8Array) => {
      parts.push(bytes.slice());
    },
  };
  const documents = { ids: chunkSetFromIds([0]), lengths: [1], languages: ['und'], languageIndexes: [0] };
  const writer = await segmentWriter(file, documents, { occurrences: false });
  for (const term of terms) {
    writer.posting(0, 1);
    await writer.term(term);
  }
  await writer.finish();
  const bytes = new Uint8Array(Buffer.concat(parts));
  const trailer = decodeTrailer(bytes.subarray(-trailerBytes), bytes.length, fail);
  const read = (position: number, length: number) => bytes.subarray(position, position + length);
  const checked: CheckedFile = { read, glance: read, look: (position) => position, seen: bytes };
  const index = { start: trailer.index, bytes: read(trailer.index, trailer.documents - trailer.index) };
  return termDictionary(checked, index, fail);
}

// Few characters, so that terms share beginnings; of all lengths in UTF-8, and where its order is not that of code
// units.
const term = fc
  .array(fc.constantFrom('a', 'b', 'z', 'é', 'ж', '東', '\ue000', '\uffee', '𝔸', '🄰'), { maxLength: 4 })
  .map((characters) => characters.join(''));

test('a dictionary finds the terms that it has, and no others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(term, { maxLength: 300 }),
      fc.array(term, { maxLength: 50 }),
      async (held, asked) => {
        const terms = held.sort();
        const dictionary = await dictionaryOf(terms);
        const places = new Map<string, unknown>();
        for (const cursor = dictionary.terms(); cursor.next(); ) places.set(cursor.term, cursor.place);
        expect([...places.keys()]).toEqual(terms);
        for (const wanted of [...held, ...asked]) expect(dictionary.find(wanted)).toEqual(places.get(wanted));
      },
    ),
    { seed: 8, numRuns: 300 },
  );
});
