import { compareHits, type Fuser, type RankedList } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreementFusion, convexFusion, reciprocalRankFusion } from '../../src/index.ts';

const list = (name: string, hits: [id: number, score: number][], coverage?: number): RankedList => ({
  name,
  hits: hits.map(([id, score]) => ({ id, score })),
  coverage,
});
const context = { query: 'q', limit: 10 };

describe('reciprocalRankFusion', () => {
  const lists = [
    list('sparse', [
      [1, 9],
      [2, 5],
    ]),
    list('dense', [
      [2, 0.8],
      [3, 0.7],
    ]),
  ];

  test('counts ranks from 1 and fills in the contributions', () => {
    const fused = reciprocalRankFusion().fuse(lists, context);
    expect(fused.map((hit) => hit.id)).toEqual([2, 1, 3]);
    expect(fused[0]?.score).toBeCloseTo(1 / 62 + 1 / 61, 12);
    expect(fused[0]?.contributions).toEqual([
      { list: 'sparse', rank: 2, score: 5, weight: 1, contribution: 1 / 62 },
      { list: 'dense', rank: 1, score: 0.8, weight: 1, contribution: 1 / 61 },
    ]);
  });
  test('weights lists by name', () => {
    const fuser = reciprocalRankFusion({ k: 0, weights: { dense: 3 } });
    expect(fuser.id).toBe('rrf(k=0,dense=3)');
    expect(fuser.fuse(lists, context).map((hit) => [hit.id, hit.score])).toEqual([
      [2, 3.5],
      [3, 1.5],
      [1, 1],
    ]);
  });
  test.each([{ k: -1 }, { k: Number.NaN }, { weights: { dense: -1 } }, { weights: { dense: Number.NaN } }])(
    'refuses %j',
    (options) => expect(() => reciprocalRankFusion(options)).toThrow(/Give each list|Choose a finite/),
  );
});

describe('convexFusion', () => {
  const sparse = list('sparse', [
    [1, 10],
    [2, 5],
  ]);

  test('divides by the highest score of each list', () => {
    const fused = convexFusion({ alpha: 0.25 }).fuse(
      [
        sparse,
        list('dense', [
          [2, 0.5],
          [3, 0.25],
        ]),
      ],
      context,
    );
    expect(fused.map((hit) => [hit.id, hit.score])).toEqual([
      [1, 0.75],
      [2, 0.625],
      [3, 0.125],
    ]);
    expect(fused[1]?.contributions).toEqual([
      { list: 'sparse', rank: 2, score: 5, weight: 0.75, contribution: 0.375 },
      { list: 'dense', rank: 1, score: 0.5, weight: 0.25, contribution: 0.25 },
    ]);
  });
  test('a half-covered list has less weight, and the others get it', () => {
    const [first] = convexFusion({ alpha: 0.5 }).fuse([sparse, list('dense', [[1, 1]], 0.5)], context);
    expect(first?.contributions.map(({ list: name, weight }) => [name, weight])).toEqual([
      ['sparse', expect.closeTo(2 / 3, 12)],
      ['dense', expect.closeTo(1 / 3, 12)],
    ]);
    const alone = convexFusion({ alpha: 0.5 }).fuse([sparse, list('dense', [[3, 1]], 0)], context);
    expect(alone.map((hit) => [hit.id, hit.score])).toEqual([
      [1, 1],
      [2, 0.5],
    ]);
  });
  test.each([0, 0.3, 1])('a list that is alone keeps its order, also with alpha %d', (alpha) => {
    const fuser = convexFusion({ alpha });
    const expected = [
      [1, 1],
      [2, 0.5],
    ];
    for (const lists of [
      [sparse, list('dense', [])],
      [list('sparse', []), { ...sparse, name: 'dense', confidence: 0.1 }],
    ]) {
      expect(fuser.fuse(lists, context).map((hit) => [hit.id, hit.score])).toEqual(expected);
    }
  });
  test('the dense list has 0.6 of the weight unless told otherwise', () => {
    expect(convexFusion().id).toBe(convexFusion({ alpha: 0.6 }).id);
  });
  test('a list without a weight is an error that names it', () => {
    expect(() => convexFusion().fuse([list('titles', [])], context)).toThrow(/"titles" has no weight/);
    expect(convexFusion({ weights: { titles: 1 } }).fuse([list('titles', [[4, 2]])], context)).toHaveLength(1);
  });
  test.each([-0.1, 1.1, Number.NaN])('refuses alpha %d', (alpha) =>
    expect(() => convexFusion({ alpha })).toThrow(/from 0 \(only sparse\) to 1/),
  );
});

describe('every fuser', () => {
  const hits = fc
    .uniqueArray(fc.record({ id: fc.nat(40), score: fc.double({ min: 0.001, max: 50, noNaN: true }) }), {
      selector: (hit) => hit.id,
      maxLength: 25,
    })
    .map((found) => found.sort(compareHits));
  const lists = fc
    .tuple(hits, hits, fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }))
    .map(([a, b, coverage]): RankedList[] => [
      { name: 'sparse', hits: a },
      { name: 'dense', hits: b, coverage },
    ]);
  const fusers: Fuser[] = [
    reciprocalRankFusion(),
    reciprocalRankFusion({ k: 1, weights: { sparse: 2 } }),
    convexFusion(),
    agreementFusion(),
  ];

  test.each(fusers.map((fuser) => [fuser.id, fuser] as const))('%s keeps its promises', (_, fuser) => {
    fc.assert(
      fc.property(lists, fc.nat(30), (given, limit) => {
        const fused = fuser.fuse(given, { query: 'q', limit });
        expect(fused).toEqual(fuser.fuse(given, { query: 'q', limit }));
        expect(fused).toEqual([...fused].sort(compareHits));
        expect(fused.length).toBeLessThanOrEqual(limit);
        expect(new Set(fused.map((hit) => hit.id)).size).toBe(fused.length);
        for (const hit of fused) {
          expect(hit.score).toBe(hit.contributions.reduce((sum, part) => sum + part.contribution, 0));
          for (const part of hit.contributions) {
            const source = given.find((candidate) => candidate.name === part.list);
            expect(source?.hits[(part.rank ?? 0) - 1]).toEqual({ id: hit.id, score: part.score });
          }
        }
        const complete = fuser.fuse(given, { query: 'q', limit: 100 });
        expect(fused).toEqual(complete.slice(0, limit));
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  test.each(fusers.map((fuser) => [fuser.id, fuser] as const))('%s leaves a lone list in its order', (_, fuser) => {
    fc.assert(
      fc.property(hits, (found) => {
        const alone = [
          { name: 'sparse', hits: found },
          { name: 'dense', hits: [] },
        ];
        expect(fuser.fuse(alone, { query: 'q', limit: 100 }).map((hit) => hit.id)).toEqual(found.map((hit) => hit.id));
      }),
      { seed: 12, numRuns: 200 },
    );
  });
});
