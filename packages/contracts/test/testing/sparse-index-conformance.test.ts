import { chunkSetHas, compareHits, type SparseDocument, type SparseIndex, uniteChunkSets } from '@cubo/contracts';
import { type IndexUnderTest, memorySparseIndex, memoryStorage, sparseIndexConformance } from '@cubo/contracts/testing';
import { describe } from 'vitest';
import { derivedIndexMutations } from './derived-index-mutants.ts';
import { catches, mutant, passes } from './mutants.ts';

function create(): IndexUnderTest<SparseIndex> {
  const storage = memoryStorage<readonly string[]>();
  return { index: memorySparseIndex({ storage }), reopen: async () => memorySparseIndex({ storage }) };
}

function broken(overrides: (good: SparseIndex) => Partial<SparseIndex>): () => IndexUnderTest<SparseIndex> {
  return () => {
    const { index, reopen } = create();
    return {
      index: mutant(index, overrides(index)),
      reopen: async () => {
        const again = await reopen();
        return mutant(again, overrides(again));
      },
    };
  };
}

const suite = (make: () => IndexUnderTest<SparseIndex>) => sparseIndexConformance({ create: make });

describe('sparseIndexConformance', () => {
  passes(suite(create));
  catches(suite(create), [
    ...derivedIndexMutations(create, (batch: readonly SparseDocument[]) => batch.map((document) => [document])).map(
      ({ create: make, ...rest }) => ({ ...rest, checks: suite(make) }),
    ),
    ...(
      [
        ['every text for every query', 'finds only texts with a matching word', everything()],
        ['case that counts', 'finds only texts with a matching word', caseful()],
        ['all words required', 'finds only texts with a matching word', conjunctive()],
        ['worst first', 'ranks best first with positive scores', scoring((score) => 1 / score)],
        ['negative scores', 'ranks best first with positive scores', scoring((score) => score - 1)],
        ['one score for every match', 'ranks best first with positive scores', scoring(() => 1)],
        ['other scores after the flush', 'gives the same hits before and after a flush', shifting()],
        ['statistics of dead chunks', 'takes its statistics over the live chunks', deadStatistics()],
        [
          'statistics of the filter',
          'ranks only the filter, with the statistics of the live chunks',
          filterStatistics(),
        ],
        [
          'a filter beyond the live chunks',
          'ranks only the filter, with the statistics of the live chunks',
          wideFilter(),
        ],
        ['texts without words left out', 'holds texts without words', wordy()],
        ['a query language', 'survives odd texts and odd queries', operators()],
        ['long texts cut off', 'survives odd texts and odd queries', cutting()],
      ] as const
    ).map(([name, caughtBy, make]) => ({ name, caughtBy, checks: suite(make) })),
  ]);
});

function scoring(change: (score: number) => number) {
  return broken((good) => ({
    search: async (query, options) =>
      (await good.search(query, options)).map(({ id, score }) => ({ id, score: change(score) })).sort(compareHits),
  }));
}

function everything() {
  return broken((good) => ({
    search: (query, options) => good.search(`${query} granite`, options),
  }));
}

function caseful() {
  return broken((good) => ({
    search: async (query, options) => (query === query.toLowerCase() ? good.search(query, options) : []),
  }));
}

function conjunctive() {
  return broken((good) => ({
    async search(query, options) {
      const hits = await good.search(query, options);
      const lists = await Promise.all(query.split(' ').map((word) => good.search(word, options)));
      return hits.filter(({ id }) => lists.every((list) => list.some((hit) => hit.id === id)));
    },
  }));
}

function shifting() {
  return broken((good) => {
    let factor = 1;
    return {
      async flush() {
        factor = 1.01;
        await good.flush();
      },
      search: async (query, options) =>
        (await good.search(query, options)).map(({ id, score }) => ({ id, score: score * factor })),
    };
  });
}

function deadStatistics() {
  return broken((good) => ({
    async search(query, { live, limit, filter, signal }) {
      const hits = await good.search(query, { filter, signal, limit: 1000 });
      return hits.filter(({ id }) => live === undefined || chunkSetHas(live, id)).slice(0, limit);
    },
  }));
}

function filterStatistics() {
  return broken((good) => ({
    async search(query, { live, filter, ...options }) {
      const hits = await good.search(query, { ...options, live: filter ?? live });
      return hits.filter(({ id }) => live === undefined || chunkSetHas(live, id));
    },
  }));
}

function wideFilter() {
  return broken((good) => ({
    search: (query, { live, filter, ...options }) =>
      good.search(query, { ...options, filter, live: live && filter ? uniteChunkSets(live, filter) : live }),
  }));
}

function wordy() {
  return broken((good) => ({
    add: (batch, options) =>
      good.add(
        batch.filter(({ text }) => /\w/.test(text)),
        options,
      ),
  }));
}

function operators() {
  return broken((good) => ({
    async search(query, options) {
      if (query.split('"').length % 2 === 0) throw new SyntaxError('unterminated string');
      return good.search(query, options);
    },
  }));
}

function cutting() {
  return broken((good) => ({
    add: (batch, options) =>
      good.add(
        batch.map((document) => ({ ...document, text: document.text.slice(0, 9999) })),
        options,
      ),
  }));
}
