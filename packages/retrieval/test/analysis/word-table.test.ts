import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type WordBounds, wordBounds } from '../../src/analysis/word-bounds.ts';
import { wordTable } from '../../src/analysis/word-table.ts';

const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), fc.constantFrom('a', 'ab', 'abc', 'x'.repeat(200)));

test('words are numbered in the order in which they came, found, spelt and compared', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      const table = wordTable();
      const distinct = [...new Set(words)];
      expect(words.map(table.numberOf)).toEqual(words.map((each) => distinct.indexOf(each)));
      expect(table.size).toBe(distinct.length);
      expect(distinct.map((_, number) => table.text(number))).toEqual(distinct);
      expect(distinct.map(table.findText)).toEqual(distinct.map((_, number) => number));
      expect(table.findText('missing ')).toBe(-1);
      const order = (a: string, b: string) => Number(a > b) - Number(a < b);
      for (let i = 1; i < distinct.length; i++) {
        expect(Math.sign(table.compare(i - 1, i))).toBe(order(distinct[i - 1] as string, distinct[i] as string));
      }
    }),
    { seed: 3, numRuns: 500 },
  );
});

test('a table that has grown holds what it held, each word once for each kind', () => {
  const table = wordTable();
  const text = Array.from({ length: 5000 }, (_, i) => `w${i.toString(36)}`).join(' ');
  const { units, bounds, hashes, words } = wordBounds(text) as WordBounds;
  const kinds = [0, 1, 7];
  const ask = (method: 'find' | 'add', i: number, kind: number) =>
    table[method](units, bounds[2 * i] as number, bounds[2 * i + 1] as number, hashes[i] as number, kind);
  for (const kind of kinds) {
    for (let i = 0; i < words; i++) {
      expect(ask('find', i, kind)).toBe(-1);
      ask('add', i, kind);
    }
    table.prepare(hashes, words, kind);
  }
  expect(table.size).toBe(15_000);
  kinds.forEach((kind, at) => {
    for (let i = 0; i < words; i++) expect(ask('find', i, kind)).toBe(at * words + i);
  });
  expect(table.text(5001)).toBe('w1');
});
