import { topHits } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { probeLists } from '../../src/cold/probed-lists.ts';
import { choosePlan, probeSteps } from '../../src/cold/search-plan.ts';
import { randomVectors } from '../random-vectors.ts';

const dimensions = 16;

test('each vector probes the lists with the nearest centroids, in their order, with their scores', () => {
  const lists = 90;
  const centroids = randomVectors(lists, dimensions, 1);
  const vectors = randomVectors(20, dimensions, 2);
  const coarse = Float32Array.from(centroids.flatMap((centroid) => [...centroid]));
  const probed = probeLists(vectors, coarse, dimensions, 7);
  expect(probed.starts[lists]).toBe(20 * 7);
  for (const [number, vector] of vectors.entries()) {
    const top = topHits(7);
    for (const [list, centroid] of centroids.entries()) {
      top.offer(
        list,
        centroid.reduce((sum, value, i) => sum + value * (vector[i] as number), 0),
      );
    }
    const nearest = top.hits();
    for (const [probe, { id, score }] of nearest.entries()) {
      const entry = probed.entryOf(number, id);
      expect(probed.probes[entry]).toBe(probe);
      expect(probed.scores[entry]).toBeCloseTo(score, 10);
    }
    const others = [...centroids.keys()].filter((list) => nearest.every(({ id }) => id !== list));
    for (const list of others) expect(probed.entryOf(number, list)).toBe(-1);
  }
  // Within a list they ascend.
  for (let list = 0; list < lists; list++) {
    const of = [...probed.vectors.subarray(probed.starts[list], probed.starts[list + 1])];
    expect(of).toEqual(of.toSorted((a, b) => a - b));
  }
});

test('a few vectors probe all lists where there are no more', () => {
  const coarse = Float32Array.from(randomVectors(3, dimensions, 1).flatMap((centroid) => [...centroid]));
  const probed = probeLists(randomVectors(2, dimensions, 2), coarse, dimensions, 64);
  expect([...probed.starts]).toEqual([0, 2, 4, 6]);
  expect([...probed.probes.filter((_, entry) => probed.vectors[entry] === 1)].sort()).toEqual([0, 1, 2]);
});

test('a plan asks for as many candidates as stand before the neighbours in the lists that are probed', () => {
  const probes = 100;
  const steps = probeSteps(probes);
  expect(steps[0]).toBe(1);
  expect(steps.at(-1)).toBe(probes);
  // Of each list that is probed, five vectors have a better score than the neighbour, which lies in the ninth list.
  const better = Uint32Array.from(steps, (most, step) => 5 * (most - (steps[step - 1] ?? 0)));
  const costs = { listLength: 600, codeBytes: 64 };
  const plan = choosePlan([{ probe: 8, better }], { limit: 10, target: 0.9, probes, costs });
  const first = steps.find((most) => most > 8) as number;
  expect(plan).toEqual({ limit: 10, probes: first, candidates: 5 * first + 1, recall: 1 });
});
