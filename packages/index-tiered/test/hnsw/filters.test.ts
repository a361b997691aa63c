import { expect, test } from 'vitest';
import { clusteredVectors } from './clustered-vectors.ts';
import { bruteForce, graphOfVectors, recallOf } from './graph-of-vectors.ts';

const dimensions = 24;
const shape = { clusters: 20, spread: 0.8, seed: 21 };
const vectors = clusteredVectors(2500, dimensions, shape);
const queries = clusteredVectors(2540, dimensions, shape).slice(2500);
const exact = bruteForce(vectors);
const graph = graphOfVectors(vectors, { dimensions });

test.each([2, 10, 100, 500])('finds the nearest of every %ith id, and only those', (step) => {
  const accepts = (id: number) => id % step === 1;
  let recall = 0;
  for (const query of queries) {
    const { hits, exhausted } = graph.search(query, { limit: 10, accepts });
    const wanted = exact(query, 10, accepts);
    expect(hits.every(({ id }) => accepts(id))).toBe(true);
    expect(exhausted).toBe(false);
    recall += recallOf(hits, wanted) / queries.length;
  }
  expect(recall).toBeGreaterThan(0.97);
});

test('finds the nearest within a cluster that the query is far from', () => {
  const accepts = (id: number) => id % 20 === 3;
  const recalls = queries.map((query) =>
    recallOf(graph.search(query, { limit: 10, accepts }).hits, exact(query, 10, accepts)),
  );
  expect(recalls.reduce((sum, recall) => sum + recall / recalls.length, 0)).toBeGreaterThan(0.97);
});

test('looks at all there is for what is not there, and gives up where it is told to', () => {
  const [query] = queries as [Float32Array];
  const accepts = () => false;
  expect(graph.search(query, { limit: 10, accepts })).toEqual({ hits: [], visited: 2500, exhausted: false });
  const stopped = graph.search(query, { limit: 10, accepts, maxVisited: 300 });
  expect(stopped).toMatchObject({ hits: [], exhausted: true });
  expect(stopped.visited).toBeGreaterThanOrEqual(300);
  // One list more than it may.
  expect(stopped.visited).toBeLessThan(300 + 32);
});

test('what was found when it gave up is given', () => {
  const [query] = queries as [Float32Array];
  const { hits, exhausted, visited } = graph.search(query, { limit: 10, maxVisited: 30 });
  expect(exhausted).toBe(true);
  expect(hits.length).toBe(10);
  expect(visited).toBeLessThan(30 + 32);
  expect(graph.search(query, { limit: 10, maxVisited: 2500 }).exhausted).toBe(false);
});

test('a filter that throws ends the search, and the next one is right again', () => {
  const [query] = queries as [Float32Array];
  const before = graph.search(query, { limit: 10 });
  const fails = () => {
    throw new Error('no');
  };
  expect(() => graph.search(query, { limit: 10, accepts: fails })).toThrow('no');
  expect(graph.search(query, { limit: 10 })).toEqual(before);
});
