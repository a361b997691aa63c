import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphIds, none } from '../../src/hnsw/graph-ids.ts';
import { drainDescending, keyedHeap, popTop, pushKeyed, replaceTop } from '../../src/hnsw/keyed-heap.ts';
import { vertexLevel } from '../../src/hnsw/vertex-level.ts';
import { beginVisit, visitedMarks } from '../../src/hnsw/visited-marks.ts';

test('a heap has the least key on top, and is drained from the largest on', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('push' as const), key: fc.float({ noNaN: true }) }),
    fc.record({ kind: fc.constant('replace' as const), key: fc.float({ noNaN: true }) }),
    fc.record({ kind: fc.constant('pop' as const), key: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const heap = keyedHeap(2);
      let model: { key: number; value: number }[] = [];
      for (const [value, { kind, key }] of steps.entries()) {
        model.sort((a, b) => a.key - b.key);
        if (model.length > 0) expect(heap.keys[0]).toBe(model[0]?.key);
        if (kind === 'push') {
          pushKeyed(heap, key, value);
          model.push({ key, value });
          continue;
        }
        if (model.length === 0) continue;
        model = model.filter((each) => each.value !== heap.values[0]);
        if (kind === 'pop') popTop(heap);
        else {
          replaceTop(heap, key, value);
          model.push({ key, value });
        }
      }
      const count = drainDescending(heap);
      const drained = Array.from({ length: count }, (_, i) => ({ key: heap.keys[i], value: heap.values[i] }));
      expect(drained.map(({ key }) => key)).toEqual(model.map(({ key }) => key).sort((a, b) => b - a));
      const byValue = (a: { value: number | undefined }, b: { value: number | undefined }) =>
        (a.value as number) - (b.value as number);
      expect(drained.sort(byValue)).toEqual(model.sort(byValue));
      expect(heap.size).toBe(0);
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('ids are found again, and so is everything that shares a vertex', () => {
  const id = fc.oneof(
    fc.nat(300),
    fc.maxSafeNat(),
    fc.nat(50).map((n) => n * 2 ** 32),
  );
  fc.assert(
    fc.property(fc.uniqueArray(id, { maxLength: 300 }), fc.array(fc.nat(), { minLength: 300 }), (all, choices) => {
      const ids = graphIds();
      const members: number[][] = [];
      for (const [entry, each] of all.entries()) {
        expect(ids.has(each)).toBe(false);
        const choice = (choices[entry] as number) % (members.length + 2);
        const vertex = choice > members.length ? none : choice;
        ids.reserve();
        ids.append(each, vertex);
        if (vertex === members.length) members.push([each]);
        else members[vertex]?.push(each);
        expect(ids.id(entry)).toBe(each);
        expect(ids.vertex(entry)).toBe(vertex);
      }
      expect(ids.size).toBe(all.length);
      for (const each of all) expect(ids.has(each)).toBe(true);
      for (const [vertex, expected] of members.entries()) {
        const found: number[] = [];
        for (let entry = ids.first(vertex); entry !== none; entry = ids.next(entry)) found.push(ids.id(entry));
        expect(found.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
      }
    }),
    { seed: 2, numRuns: 200 },
  );
});

test('each level holds about every m-th vertex of the one below, and no vertex is higher than a uint32 can draw', () => {
  for (const m of [2, 16, 256]) {
    const levels = Array.from({ length: 65_536 }, (_, vertex) => vertexLevel(7, vertex, m));
    for (let level = 1; 65_536 / m ** level >= 256; level++) {
      const share = levels.filter((each) => each >= level).length / (65_536 / m ** level);
      expect(share).toBeGreaterThan(0.8);
      expect(share).toBeLessThan(1.2);
    }
    expect(Math.max(...levels)).toBeLessThanOrEqual(32 / Math.log2(m));
  }
  expect(Array.from({ length: 64 }, (_, v) => vertexLevel(1, v, 2))).not.toEqual(
    Array.from({ length: 64 }, (_, v) => vertexLevel(2, v, 2)),
  );
});

test('a visit begins without marks, however many there were before', () => {
  const visited = visitedMarks();
  for (let visit = 0; visit < 70_000; visit++) {
    beginVisit(visited, visit < 66_000 ? 3 : 4);
    const { marks, current } = visited;
    expect(marks[visit % 3] === current || marks[(visit + 1) % 3] === current).toBe(false);
    marks[visit % 3] = current;
  }
});
