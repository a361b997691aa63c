import type { FusedHit, Fuser, Hit } from '@cubo/contracts';
import { fuserConformance } from '@cubo/contracts/testing';
import { describe } from 'vitest';
import { catches, mutant, passes } from './mutants.ts';
import { reciprocalRankFuser } from './reference/reciprocal-rank-fuser.ts';

const suite = (create: () => Fuser) => fuserConformance({ create });

/** A fuser whose hits are changed on their way out. */
function changed(change: (hits: FusedHit[], limit: number) => FusedHit[]): () => Fuser {
  return () => {
    const good = reciprocalRankFuser();
    return mutant(good, { fuse: (lists, context) => change(good.fuse(lists, context), context.limit) });
  };
}

const explains = 'explains each hit by the lists that hold it';
const order = 'orders best first, ties by id, with finite scores';

/** Changes every contribution of every hit. */
const contributions = (change: (c: FusedHit['contributions'][number]) => object) =>
  changed((hits) =>
    hits.map((hit) => ({ ...hit, contributions: hit.contributions.map((c) => ({ ...c, ...change(c) })) })),
  );

describe('fuserConformance', () => {
  passes(suite(reciprocalRankFuser));
  catches(
    suite(reciprocalRankFuser),
    (
      [
        ['an empty id', 'has an id', () => mutant(reciprocalRankFuser(), { id: ' ' })],
        ['a hit from nothing', 'gives nothing for nothing', inventing],
        ['only what all lists hold', 'gives each hit of each list once', changed((h) => h.filter(inAll))],
        ['hits not merged', 'gives each hit of each list once', changed((h) => [...h, ...h])],
        ['ties by chance', order, changed((h) => h.toReversed().sort((a, b) => b.score - a.score))],
        ['scores that are not finite', order, changed((h) => h.map((hit) => ({ ...hit, score: Number.NaN })))],
        ['ranks from 0', explains, contributions(({ rank = 1 }) => ({ rank: rank - 1 }))],
        ['names mixed up', explains, contributions(() => ({ list: 'dense' }))],
        ['fused scores for list scores', explains, contributions(({ contribution }) => ({ score: contribution }))],
        ['negative weights', explains, contributions(() => ({ weight: -1 }))],
        ['contributions left out', explains, changed((h) => h.map((hit) => ({ ...hit, contributions: [] })))],
        [
          'contributions that do not add up',
          'has scores that are the sum of the contributions',
          contributions(({ contribution }) => ({ contribution: contribution / 2 })),
        ],
        ['the order of ids', 'keeps the order of a single list', changed((h) => h.toSorted((a, b) => b.id - a.id))],
        ['the best last', 'puts first what leads every list', changed((h) => h.toReversed())],
        ['the limit ignored', 'gives the first hits within the limit', unlimited],
        ['lists sorted in place', 'is pure', sorting],
        ['memory of earlier calls', 'is pure', remembering],
      ] as const
    ).map(([name, caughtBy, create]) => ({ name, caughtBy, checks: suite(create) })),
  );
});

function inAll({ contributions: each }: FusedHit): boolean {
  return each.length > 1;
}

function inventing(): Fuser {
  return mutant(reciprocalRankFuser(), { fuse: () => [{ id: 1, score: 1, contributions: [] }] });
}

function unlimited(): Fuser {
  const good = reciprocalRankFuser();
  return mutant(good, { fuse: (lists, context) => good.fuse(lists, { ...context, limit: 1000 }) });
}

function sorting(): Fuser {
  const good = reciprocalRankFuser();
  return mutant(good, {
    fuse(lists, context) {
      const fused = good.fuse(lists, context);
      for (const { hits } of lists) (hits as Hit[]).reverse();
      return fused;
    },
  });
}

function remembering(): Fuser {
  const good = reciprocalRankFuser();
  let calls = 0;
  return mutant(good, {
    fuse: (lists, context) => good.fuse(lists, context).map((hit) => ({ ...hit, score: hit.score + calls++ })),
  });
}
