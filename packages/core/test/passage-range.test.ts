import type { StoredChunk } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { passageRange } from '../src/search/passage-range.ts';

/** A chunk of ten characters. */
function chunk(id: number, start: number, change: Partial<StoredChunk> = {}): StoredChunk {
  return {
    ...{ id, documentId: 1, ordinal: id - 5, source: 'x:1', text: '0123456789', kind: 'prose' },
    locator: { kind: 'characters', start, end: start + 10 },
    ...change,
  };
}

function rangeAround(id: number, chunks: readonly StoredChunk[], expand: 'neighbours' | 'section' = 'section') {
  const near = new Map(chunks.map((each) => [each.id, each]));
  return passageRange(near.get(id) as StoredChunk, near, expand);
}

test('a section goes on where white space is left out, and no further than what may have been text', () => {
  expect(rangeAround(6, [chunk(5, 0), chunk(6, 12), chunk(7, 26)])).toEqual({ start: 0, end: 36 });
  expect(rangeAround(6, [chunk(5, 0), chunk(6, 12), chunk(7, 27)])).toEqual({ start: 0, end: 22 });
  expect(rangeAround(6, [chunk(5, 0), chunk(6, 12), chunk(7, 24), chunk(8, 36)], 'neighbours')).toEqual({
    start: 0,
    end: 34,
  });
  expect(rangeAround(6, [chunk(6, 12)])).toBeUndefined();
});

test.each<[string, Partial<StoredChunk>]>([
  ['another document', { documentId: 2 }],
  ['a later place', { ordinal: 3 }],
  ['another kind', { kind: 'table' }],
  ['another heading', { heading: ['Lease'] }],
  ['another page', { locator: { kind: 'page', page: 3, start: 12, end: 22 } }],
  ['another attachment', { locator: { kind: 'characters', member: ['a.txt'], start: 12, end: 22 } }],
])('a passage does not reach into %s', (_what, change) => {
  expect(rangeAround(5, [chunk(5, 0), chunk(6, 12, change)])).toBeUndefined();
  expect(rangeAround(6, [chunk(5, 0), chunk(6, 12, change)])).toBeUndefined();
});

test('overlapping chunks go on in each other, and pages, sheets and slides of one number are one', () => {
  expect(rangeAround(5, [chunk(5, 0), chunk(6, 5)])).toEqual({ start: 0, end: 15 });
  for (const place of [
    { kind: 'page', page: 2 },
    { kind: 'slide', slide: 2 },
    { kind: 'sheet', sheet: 'A', rows: [1, 2] },
    { kind: 'heading', path: ['A'] },
  ] as const) {
    const at = (start: number) => ({ locator: { ...place, start, end: start + 10 } });
    expect(rangeAround(5, [chunk(5, 0, at(0)), chunk(6, 12, at(12))])).toEqual({ start: 0, end: 22 });
  }
});
