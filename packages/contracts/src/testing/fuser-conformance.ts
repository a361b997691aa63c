import assert from 'node:assert/strict';
import type { FusedHit, Fuser, RankedList } from '../indexes/fuser.ts';
import { compareHits } from '../indexes/hit.ts';
import type { ConformanceCheck } from './conformance-check.ts';

/** What {@link fuserConformance} needs. */
export interface FuserConformanceOptions {
  /** Makes the fuser under test; called anew for each check. */
  create(): Fuser;
}

function list(name: string, hits: readonly (readonly [id: number, score: number])[], coverage?: number): RankedList {
  return { name, hits: hits.map(([id, score]) => ({ id, score })), coverage };
}

const sparse = list('sparse', [
  [1, 12.5],
  [2, 9],
  [3, 4],
  [5, 0.25],
]);
const dense = list(
  'dense',
  [
    [2, 0.9],
    [4, 0.7],
    [1, 0.3],
    [6, 0.1],
  ],
  0.5,
);

const cases: readonly (readonly [name: string, lists: readonly RankedList[]])[] = [
  ['two lists', [sparse, dense]],
  [
    'three lists',
    [
      sparse,
      dense,
      list('titles', [
        [6, 3],
        [7, 1],
      ]),
    ],
  ],
  ['one list', [sparse]],
  ['an empty list beside another', [sparse, list('dense', [])]],
  ['an empty list before another', [list('sparse', []), dense]],
  ['lists of one hit', [list('sparse', [[1, 3]]), list('dense', [[2, 0.4]])]],
  [
    'lists of equal scores',
    [
      list('sparse', [
        [3, 1],
        [8, 1],
        [9, 1],
      ]),
      list('dense', [
        [3, 0.5],
        [8, 0.5],
        [9, 0.5],
      ]),
    ],
  ],
  [
    'the same list twice',
    [
      list('sparse', [
        [4, 2],
        [2, 1],
      ]),
      list('dense', [
        [4, 2],
        [2, 1],
      ]),
    ],
  ],
  ['a list that covers nothing', [sparse, list('dense', [], 0)]],
];

/** The checks that every {@link Fuser} must pass. */
export function fuserConformance({ create }: FuserConformanceOptions): ConformanceCheck[] {
  const fuse = (lists: readonly RankedList[], limit = 100) => create().fuse(lists, { query: 'lantern', limit });
  const forEachCase = (name: string, run: (hits: FusedHit[], lists: readonly RankedList[], what: string) => void) => ({
    name,
    run: async () => {
      for (const [what, lists] of cases) run(fuse(lists), lists, what);
    },
  });
  return [
    { name: 'has an id', run: async () => assert.ok(create().id.trim() !== '', 'the id is empty') },
    {
      name: 'gives nothing for nothing',
      async run() {
        assert.deepEqual(fuse([]), [], 'no lists');
        assert.deepEqual(fuse([list('sparse', []), list('dense', [])]), [], 'empty lists');
      },
    },
    forEachCase('gives each hit of each list once', (hits, lists, what) => {
      const ids = [...new Set(lists.flatMap((each) => each.hits.map(({ id }) => id)))].sort((a, b) => a - b);
      assert.deepEqual(
        hits.map(({ id }) => id).sort((a, b) => a - b),
        ids,
        what,
      );
    }),
    forEachCase('orders best first, ties by id, with finite scores', (hits, _, what) => {
      assert.ok(
        hits.every(({ score }) => Number.isFinite(score)),
        `${what}: a score is not finite`,
      );
      assert.deepEqual(
        hits.map(({ id }) => id),
        hits.toSorted(compareHits).map(({ id }) => id),
        what,
      );
    }),
    forEachCase('explains each hit by the lists that hold it', assertContributions),
    forEachCase('has scores that are the sum of the contributions', (hits, _, what) => {
      for (const { id, score, contributions } of hits) {
        const sum = contributions.reduce((total, { contribution }) => total + contribution, 0);
        assert.ok(
          Math.abs(sum - score) <= 1e-9 * Math.max(1, Math.abs(score)),
          `${what}: ${id} has ${score}, not ${sum}`,
        );
      }
    }),
    {
      name: 'keeps the order of a single list',
      run: async () =>
        assert.deepEqual(
          fuse([sparse]).map(({ id }) => id),
          [1, 2, 3, 5],
        ),
    },
    {
      name: 'puts first what leads every list',
      async run() {
        const [best] = fuse([
          list('sparse', [
            [7, 9],
            [1, 8],
            [2, 7],
          ]),
          list('dense', [
            [7, 0.9],
            [2, 0.5],
            [1, 0.4],
          ]),
        ]);
        assert.equal(best?.id, 7);
      },
    },
    {
      name: 'gives the first hits within the limit',
      async run() {
        const all = fuse([sparse, dense]);
        for (const limit of [0, 1, 3, all.length, 1000]) {
          assert.deepEqual(fuse([sparse, dense], limit), all.slice(0, limit), `limit ${limit}`);
        }
      },
    },
    {
      name: 'is pure',
      async run() {
        const fuser = create();
        for (const [what, lists] of cases) {
          const copy = structuredClone(lists);
          const first = fuser.fuse(lists, { query: 'lantern', limit: 10 });
          assert.deepEqual(lists, copy, `${what}: the lists were changed`);
          assert.deepEqual(
            fuser.fuse(lists, { query: 'lantern', limit: 10 }),
            first,
            `${what}: the second result differs`,
          );
        }
      },
    },
  ];
}

function assertContributions(hits: readonly FusedHit[], lists: readonly RankedList[], what: string): void {
  for (const { id, contributions } of hits) {
    const expected = lists.flatMap(({ name, hits: listed }) => {
      const rank = listed.findIndex((hit) => hit.id === id) + 1;
      return rank === 0 ? [] : [{ list: name, rank, score: listed[rank - 1]?.score }];
    });
    const found = contributions.map(({ list: name, rank, score }) => ({ list: name, rank, score }));
    assert.deepEqual(found, expected, `${what}: list, rank and score of ${id}`);
    for (const { weight, contribution } of contributions) {
      assert.ok(Number.isFinite(weight) && weight >= 0, `${what}: the weight ${weight} of ${id} is not a weight`);
      assert.ok(Number.isFinite(contribution), `${what}: the contribution ${contribution} of ${id} is not finite`);
    }
  }
}
