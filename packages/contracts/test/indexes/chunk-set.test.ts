import {
  type ChunkSet,
  chunkIds,
  chunkRanges,
  chunkSetCursor,
  chunkSetFromIds,
  chunkSetFromRanges,
  chunkSetHas,
  emptyChunkSet,
  intersectChunkSets,
  subtractChunkSets,
  uniteChunkSets,
} from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const seed = 20_240_717;

/** Ids close together, so that ranges touch and overlap, around a base that may be beyond 32 bits. */
const ids = fc
  .tuple(fc.constantFrom(0, 2 ** 31 - 10, 2 ** 45), fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 50 }))
  .map(([base, offsets]) => offsets.map((offset) => base + offset));
const ranges = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 })), { maxLength: 20 });

const ascending = (set: Iterable<number>) => [...set].sort((a, b) => a - b);

/** Fails unless the set is in its one form (sorted, disjoint, not adjacent ranges) and holds exactly these ids. */
function expectHolds(set: ChunkSet, expected: ReadonlySet<number>): void {
  expect([...chunkIds(set)]).toEqual(ascending(expected));
  expect(set.size).toBe(expected.size);
  expect(set.starts.length).toBe(set.ends.length);
  for (const [index, start] of set.starts.entries()) {
    expect(set.ends[index]).toBeGreaterThan(start);
    if (index > 0) expect(start).toBeGreaterThan(set.ends[index - 1] as number);
  }
}

function check<Values extends [unknown, ...unknown[]]>(...args: Parameters<typeof fc.property<Values>>): void {
  fc.assert(fc.property(...args), { seed, numRuns: 500 });
}

describe('ChunkSet', () => {
  test('from ids equals a Set', () => {
    check(ids, (list) => expectHolds(chunkSetFromIds(list), new Set(list)));
  });

  test('from ranges equals a Set, whatever their order, empty and reversed ones left out', () => {
    check(ranges, (list) => {
      const expected = new Set(
        list.flatMap(([start, end]) => Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i)),
      );
      expectHolds(chunkSetFromRanges(list), expected);
    });
  });

  test('ranges give the set back', () => {
    check(ids, (list) => {
      const set = chunkSetFromIds(list);
      expect(chunkSetFromRanges(chunkRanges(set))).toEqual(set);
    });
  });

  test('union, intersection and difference equal those of Sets', () => {
    check(ids, ids, (a, b) => {
      const [left, right] = [chunkSetFromIds(a), chunkSetFromIds(b)];
      const [inA, inB] = [new Set(a), new Set(b)];
      expectHolds(uniteChunkSets(left, right), new Set([...a, ...b]));
      expectHolds(intersectChunkSets(left, right), new Set(a.filter((id) => inB.has(id))));
      expectHolds(subtractChunkSets(left, right), new Set(a.filter((id) => !inB.has(id))));
      expectHolds(subtractChunkSets(right, left), new Set(b.filter((id) => !inA.has(id))));
    });
  });

  test('an operation that changes nothing gives its operand back, so that it can be remembered by identity', () => {
    check(ids, ids, (a, b) => {
      const [left, right] = [chunkSetFromIds(a), chunkSetFromIds(b)];
      const both = uniteChunkSets(left, right);
      const same = (actual: ChunkSet, expected: ChunkSet) => expect(actual === expected).toBe(true);
      if (left.size > 0) same(intersectChunkSets(left, both), left);
      if (both.size > left.size) same(uniteChunkSets(both, left), both);
      same(subtractChunkSets(left, subtractChunkSets(right, left)), left);
    });
  });

  test('operations leave their operands alone', () => {
    check(ids, ids, (a, b) => {
      const [left, right] = [chunkSetFromIds(a), chunkSetFromIds(b)];
      const copies = structuredClone([left, right]);
      uniteChunkSets(left, right);
      intersectChunkSets(left, right);
      subtractChunkSets(left, right);
      expect([left, right]).toEqual(copies);
    });
  });

  test('membership equals that of a Set, by search and by cursor', () => {
    check(ids, ids, (members, asked) => {
      const set = chunkSetFromIds(members);
      const expected = new Set(members);
      const cursor = chunkSetCursor(set);
      for (const id of ascending([...asked, ...members, ...members.map((member) => member + 1)])) {
        expect(chunkSetHas(set, id)).toBe(expected.has(id));
        expect(cursor(id)).toBe(expected.has(id));
      }
    });
  });

  test('the empty set holds nothing', () => {
    expectHolds(emptyChunkSet, new Set());
    expect(chunkSetHas(emptyChunkSet, 0)).toBe(false);
    expect(chunkSetFromIds([])).toEqual(emptyChunkSet);
  });

  test('a million consecutive ids are one range', () => {
    const set = chunkSetFromRanges([[5, 1_000_005]]);
    expect(set).toEqual({ size: 1_000_000, starts: [5], ends: [1_000_005] });
  });
});
