import type { Hit, RerankCandidate, Reranker } from '@cubo/contracts';
import { rerankerConformance } from '@cubo/contracts/testing';
import { describe } from 'vitest';
import { catches, mutant, passes } from './mutants.ts';
import { overlapReranker } from './reference/overlap-reranker.ts';

const suite = (create: () => Reranker) => rerankerConformance({ create });

function changed(change: (hits: Hit[], query: string) => Hit[]): () => Reranker {
  return () => {
    const good = overlapReranker();
    return mutant(good, {
      rerank: async (query, candidates, options) => change(await good.rerank(query, candidates, options), query),
    });
  };
}

const order = 'orders best first, ties by id, with finite scores';
const again = 'gives the same result again and leaves the candidates alone';

describe('rerankerConformance', () => {
  passes(suite(overlapReranker));
  catches(
    suite(overlapReranker),
    (
      [
        ['an empty id', 'has an id', () => mutant(overlapReranker(), { id: '' })],
        ['a hit from nothing', 'gives nothing for nothing', changed((h) => (h.length > 0 ? h : [{ id: 1, score: 1 }]))],
        [
          'positions for ids',
          'scores candidates, each at most once',
          changed((h) => h.map((hit, id) => ({ ...hit, id }))),
        ],
        ['a candidate twice', 'scores candidates, each at most once', changed((h) => [...h, ...h])],
        ['no candidates', 'scores candidates, each at most once', changed(() => [])],
        ['worst first', order, changed((h) => h.toReversed())],
        ['scores that are not finite', order, changed((h) => h.map(({ id }) => ({ id, score: Number.NaN })))],
        ['chance', again, changed((h) => h.map(({ id }) => ({ id, score: Math.random() })))],
        ['candidates sorted in place', again, sorting],
        ['a division by no words', 'survives odd queries', dividing],
        ['a signal that is not heard', 'honours an aborted signal', deaf],
        ['a model that does not come back', 'reranks again after unload()', forgetful],
      ] as const
    ).map(([name, caughtBy, create]) => ({ name, caughtBy, checks: suite(create) })),
  );
});

function sorting(): Reranker {
  const good = overlapReranker();
  let spoiled = false;
  return mutant(good, {
    async rerank(query, candidates, options) {
      const hits = await good.rerank(query, candidates, options);
      const mutable = candidates as RerankCandidate[];
      if (!spoiled) mutable.reverse();
      spoiled = true;
      return hits;
    },
  });
}

function dividing(): Reranker {
  return changed((hits, query) => hits.map(({ id, score }) => ({ id, score: score / (/\w/.test(query) ? 1 : 0) })))();
}

function deaf(): Reranker {
  const good = overlapReranker();
  return mutant(good, { rerank: (query, candidates) => good.rerank(query, candidates) });
}

function forgetful(): Reranker {
  const good = overlapReranker();
  let isLoaded = true;
  return mutant(good, {
    unload: async () => {
      isLoaded = false;
    },
    rerank: async (query, candidates, options) => (isLoaded ? good.rerank(query, candidates, options) : []),
  });
}
