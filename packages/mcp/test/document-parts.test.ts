import type { Locator, SectionKind } from '@cubo/contracts';
import type { StoredPassage } from '@cubo/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectParts, type DocumentExcerpt } from '../src/tools/document-parts.ts';

type Place = Omit<Exclude<Locator, { kind: 'sheet' | 'heading' }>, 'start' | 'end'> & Record<string, unknown>;

function passage(start: number, text: string, place: Partial<Place> = {}, kind: SectionKind = 'prose'): StoredPassage {
  const locator = { kind: 'characters', ...place, start, end: start + text.length } as Locator;
  return { id: start, ordinal: start, source: 'a', text, kind, locator };
}

async function* stream(passages: readonly StoredPassage[]) {
  yield* passages;
}

const collect = (passages: readonly StoredPassage[], options: { start?: number; maximumCharacters?: number } = {}) =>
  collectParts(stream(passages), { start: 0, maximumCharacters: 1e6, admits: () => true, ...options });

const textsOf = ({ parts }: DocumentExcerpt) => parts.map(({ text }) => text);

describe('parts', () => {
  test('are put together without what passages have in common', async () => {
    const excerpt = await collect([passage(0, 'One two three'), passage(8, 'three four'), passage(19, 'five')]);
    expect(textsOf(excerpt)).toEqual(['One two three four five']);
    expect(excerpt.parts[0]?.locator).toEqual({ kind: 'characters', start: 0, end: 23 });
    expect(excerpt.next).toBeUndefined();
  });

  test('end with their page, and where text may be missing', async () => {
    const box = [0, 0, 1, 1] as const;
    const page = (number: number) => ({ kind: 'page', page: number, box }) as Partial<Place>;
    const excerpt = await collect([passage(0, 'a', page(1)), passage(2, 'b', page(2)), passage(50, 'c', page(2))]);
    expect(excerpt.parts.map(({ locator }) => locator)).toEqual([
      { kind: 'page', page: 1, start: 0, end: 1 },
      { kind: 'page', page: 2, start: 2, end: 3 },
      { kind: 'page', page: 2, start: 50, end: 51 },
    ]);
  });

  test('have the lines and rows of all their passages', async () => {
    const rows = (first: number, last: number) => ({ kind: 'rows', rows: [first, last] }) as Partial<Place>;
    const excerpt = await collect([passage(0, 'a;b', rows(2, 3), 'table'), passage(4, 'c;d', rows(4, 9), 'table')]);
    expect(excerpt.parts).toMatchObject([{ text: 'a;b\nc;d', locator: { rows: [2, 9], start: 0, end: 7 } }]);
  });

  test('have the seconds from the first passage to the last', async () => {
    const seconds = (first: number, last: number) => ({ kind: 'time', seconds: [first, last] }) as Partial<Place>;
    const excerpt = await collect([passage(0, 'a', seconds(0, 2.5)), passage(2, 'b', seconds(2.5, 4))]);
    expect(excerpt.parts).toMatchObject([{ text: 'a b', locator: { seconds: [0, 4], start: 0, end: 3 } }]);
  });

  test('do not tear a pair of surrogates apart', async () => {
    const text = 'ab😀cd';
    expect(await collect([passage(0, text)], { maximumCharacters: 3 })).toMatchObject({
      parts: [{ text: 'ab' }],
      next: 2,
    });
    expect(textsOf(await collect([passage(0, text)], { start: 2, maximumCharacters: 2 }))).toEqual(['😀']);
    // There is always something to go on with.
    expect(await collect([passage(0, text)], { start: 2, maximumCharacters: 1 })).toMatchObject({ next: 3 });
  });
});

test('pieces of any length are the whole, each exactly its range', async () => {
  const passages = fc
    .array(fc.record({ text: fc.string({ minLength: 1, maxLength: 20 }), step: fc.nat({ max: 25 }) }), {
      minLength: 1,
      maxLength: 12,
    })
    .map((items) => {
      let start = 0;
      let end = 0;
      return items.map(({ text, step }) => {
        start = Math.max(start + step, 0);
        // Passages of one document agree where they overlap: each character is told by its offset.
        const letters = Array.from(text, (_, i) => String.fromCharCode(97 + ((start + i) % 26))).join('');
        end = Math.max(end, start + letters.length);
        return passage(start, letters);
      });
    });
  await fc.assert(
    fc.asyncProperty(passages, fc.integer({ min: 1, max: 30 }), async (given, maximumCharacters) => {
      const whole = await collect(given);
      const letters = (parts: DocumentExcerpt['parts']) =>
        new Map(
          parts.flatMap(({ text, locator }) => {
            expect(text).toHaveLength(locator.end - locator.start);
            return Array.from(text, (letter, i): [number, string] => [locator.start + i, letter]);
          }),
        );
      const seen = new Map<number, string>();
      for (let start: number | undefined = 0; start !== undefined; ) {
        const excerpt: DocumentExcerpt = await collect(given, { start, maximumCharacters });
        expect(textsOf(excerpt).join('').length).toBeLessThanOrEqual(maximumCharacters);
        for (const [at, letter] of letters(excerpt.parts)) seen.set(at, letter);
        expect(excerpt.next ?? Number.POSITIVE_INFINITY).toBeGreaterThan(start);
        start = excerpt.next;
      }
      for (const [at, letter] of letters(whole.parts)) if (/\S/.test(letter)) expect(seen.get(at)).toBe(letter);
    }),
    { seed: 7 },
  );
});
