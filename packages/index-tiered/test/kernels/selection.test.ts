import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';
import { everyKind, onEveryKind } from './stage.ts';

const special = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, 3.4e38, -3.4e38, 1e-42];

const shape = fc.record({
  count: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 400 })),
  /** How many different scores there are: few make many ties. */
  different: fc.constantFrom(1, 3, 20, 100_000),
  specials: fc.constantFrom(0, 0.1, 1),
  order: fc.constantFrom('random', 'ascending', 'descending'),
  seed: fc.integer(),
});
type Shape = typeof shape extends fc.Arbitrary<infer Value> ? Value : never;

function scoresOf({ count, different, specials, order, seed }: Shape): Float32Array {
  const random = seededRandom(seed);
  const scores = Float32Array.from({ length: count }, () => Math.floor(random() * different) / different - 0.3);
  if (order !== 'random') scores.sort();
  if (order === 'descending') scores.reverse();
  for (let i = 0; i < count; i++) {
    if (random() < specials) scores[i] = special[Math.floor(random() * special.length)] as number;
  }
  return scores;
}

test('topPositions gives the largest scores, of equal ones the first, best first; NaN last', () => {
  fc.assert(
    fc.property(shape, fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 500 })), (of, limit) => {
      const scores = scoresOf(of);
      const rank = (position: number) => {
        const score = scores[position] as number;
        return Number.isNaN(score) ? [1, 0] : [0, -score];
      };
      const expected = Array.from(scores.keys())
        .sort((a, b) => {
          const [notNumberA = 0, scoreA = 0] = rank(a);
          const [notNumberB = 0, scoreB = 0] = rank(b);
          if (notNumberA !== notNumberB) return notNumberA - notNumberB;
          if (scoreA !== scoreB) return scoreA < scoreB ? -1 : 1;
          return a - b;
        })
        .slice(0, limit);
      const found = onEveryKind((kernels, stage) => {
        const [from, to] = [stage.input(scores), stage.output(Math.min(of.count, limit) * 4)];
        const size = kernels.topPositions(from, of.count, limit, to);
        return () => kernels.memory.uint32(to, size).slice();
      });
      for (const [i, positions] of found.entries()) expect([...positions], kindOf(i)).toEqual(expected);
    }),
    { seed: 81, numRuns: 1000 },
  );
});

test('positionsAbove gives the positions of all larger scores, ascending', () => {
  const threshold = fc.oneof(
    fc.constantFrom(0, -0, 0.7, -0.3, 1e-300, -1e-300, 1e300, -1e300, 1e-42, ...special),
    fc.double({ min: -0.4, max: 0.8, noNaN: true }),
  );
  fc.assert(
    fc.property(shape, threshold, (of, limit) => {
      const scores = scoresOf(of);
      const expected = Array.from(scores.keys()).filter((position) => (scores[position] as number) > limit);
      const found = onEveryKind((kernels, stage) => {
        const [from, to] = [stage.input(scores), stage.output(of.count * 4)];
        const size = kernels.positionsAbove(from, of.count, limit, to);
        return () => kernels.memory.uint32(to, size).slice();
      });
      for (const [i, positions] of found.entries()) expect([...positions], kindOf(i)).toEqual(expected);
    }),
    { seed: 82, numRuns: 1000 },
  );
});

test('a threshold between two float32 numbers divides them', () => {
  for (const base of [0.1, -0.1, 1e-42, -1e-42, 3]) {
    const score = Math.fround(base);
    for (const [threshold, expected] of [
      [score - Math.abs(score) * 2 ** -40, [0]],
      [score, []],
      [score + Math.abs(score) * 2 ** -40, []],
    ] as const) {
      const found = onEveryKind((kernels, stage) => {
        const [from, to] = [stage.input(Float32Array.of(score)), stage.output(4)];
        const size = kernels.positionsAbove(from, 1, threshold, to);
        return () => kernels.memory.uint32(to, size).slice();
      });
      for (const [i, positions] of found.entries()) expect([...positions], kindOf(i)).toEqual(expected);
    }
  }
});

function kindOf(index: number): string {
  return everyKind[index]?.kind ?? '';
}
