import {
  type Analyzer,
  type ChunkSet,
  chunkSetFromRanges,
  chunkSetHas,
  compareHits,
  type Hit,
  subtractChunkSets,
  topHits,
} from '@cubo/contracts';
import { nodeFileLayer } from '@cubo/library';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openLexicalIndex } from '../../src/index.ts';
import { scoreWindow, windowSize } from '../../src/lexical/search/score-window.ts';
import { searchSegment } from '../../src/lexical/search/search-segment.ts';
import { withDirectory } from './helpers.ts';

/** Words as they are; `a/b` in a query is one word that has two forms. */
const plain: Analyzer = {
  fingerprint: 'plain@1',
  detect: () => 'und',
  analyze: (text) => text.split(' ').filter(Boolean),
  analyzeQuery: (query) =>
    query
      .split(' ')
      .filter(Boolean)
      .map((word) => ({ variants: word.split('/'), frequency: 1 })),
};

const chunks = 12_000;
const vocabulary = 300;

/** Numbers from 0 up to 1, the same ones each time. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Texts in which word `w1` is in most, the last words in a few; some are long, and repeat their words. */
function makeTexts(): string[] {
  const next = uniform(7);
  return Array.from({ length: chunks }, () => {
    const length = next() < 0.02 ? 400 : Math.floor(30 * next());
    return Array.from({ length }, () => `w${Math.floor(vocabulary ** next())}`).join(' ');
  });
}

interface Posting {
  readonly id: number;
  readonly frequency: number;
}

/** Scores all texts for a query. */
function scoringAll(texts: readonly string[]) {
  const postings = new Map<string, Posting[]>();
  const lengths = texts.map((text, id) => {
    const words = plain.analyze(text);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, frequency] of counts) {
      const list = postings.get(word) ?? [];
      list.push({ id, frequency });
      postings.set(word, list);
    }
    return words.length;
  });
  return (query: string, limit: number, live: ChunkSet, filter: ChunkSet): Hit[] => {
    const isLive = Uint8Array.from({ length: texts.length }, (_, id) => (chunkSetHas(live, id) ? 1 : 0));
    const mean = lengths.reduce((sum, length, id) => sum + length * (isLive[id] as number), 0) / live.size;
    const words = plain.analyzeQuery(query, { languages: [] }).map(({ variants }) => {
      const frequencies = new Map<number, number>();
      for (const variant of variants) {
        for (const { id, frequency } of postings.get(variant) ?? []) {
          if (isLive[id] === 1) frequencies.set(id, (frequencies.get(id) ?? 0) + frequency);
        }
      }
      const rarity = Math.log(1 + (live.size - frequencies.size + 0.5) / (frequencies.size + 0.5));
      return { frequencies, rarity };
    });
    const total = words.reduce((sum, { rarity }) => sum + rarity, 0);
    const unit = 2 ** (Math.ceil(Math.log2(Math.max(total, Number.MIN_VALUE))) - 50);
    const scores = new Map<number, number>();
    for (const { frequencies, rarity } of words) {
      for (const [id, frequency] of frequencies) {
        const share = frequency / (frequency + 1.2 * (0.25 + (0.75 * (lengths[id] as number)) / mean));
        scores.set(id, (scores.get(id) ?? 0) + Math.ceil((rarity / unit) * share));
      }
    }
    return Array.from(scores, ([id, score]) => ({ id, score: score * unit }))
      .filter(({ id }) => chunkSetHas(filter, id))
      .sort(compareHits)
      .slice(0, limit);
  };
}

const word = fc.oneof(
  fc.integer({ min: 1, max: vocabulary + 5 }).map((rank) => `w${rank}`),
  fc.integer({ min: 1, max: 8 }).map((rank) => `w${rank}`),
  fc
    .uniqueArray(fc.integer({ min: 1, max: vocabulary }), { minLength: 2, maxLength: 3 })
    .map((ranks) => ranks.map((rank) => `w${rank}`).join('/')),
);
const range = fc
  .tuple(fc.nat(chunks), fc.oneof(fc.nat(20), fc.nat(chunks)))
  .map(([start, size]) => [start, Math.min(start + size, chunks)] as const);
const someChunks = fc.array(range, { maxLength: 8 }).map(chunkSetFromRanges);
const everything = chunkSetFromRanges([[0, chunks]]);

describe('what is passed over would not have been found', () => {
  let texts: string[];
  let score: ReturnType<typeof scoringAll>;
  beforeAll(() => {
    texts = makeTexts();
    score = scoringAll(texts);
  });

  test.each([
    ['one segment', chunks, false],
    ['several segments', 2001, false],
    ['segments and a buffer', 5000, true],
  ])('%s', (_, perSegment, keepsBuffer) =>
    withDirectory(async (directory) => {
      const index = await openLexicalIndex({ directory, files: nodeFileLayer, analyzer: plain });
      for (let start = 0; start < chunks; start += perSegment) {
        const batch = texts.slice(start, start + perSegment).map((text, i) => ({ id: start + i, text }));
        await index.add(batch);
        if (start + perSegment < chunks || !keepsBuffer) await index.flush();
      }
      await fc.assert(
        fc.asyncProperty(
          fc.array(word, { minLength: 1, maxLength: 12 }),
          fc.oneof(fc.constant(10), fc.integer({ min: 1, max: 300 })),
          fc.option(someChunks, { nil: undefined }),
          fc.option(someChunks, { nil: undefined }),
          async (words, limit, removed, filter) => {
            const live = removed ? subtractChunkSets(everything, removed) : everything;
            const query = words.join(' ');
            const expected = score(query, limit, live, filter ?? everything);
            expect(await index.search(query, { limit, live, filter })).toEqual(expected);
          },
        ),
        { seed: 11, numRuns: 40 },
      );
      await index.close();
    }),
  );
});

test('of hits with one score the lower ids come first, in whichever segment they are', () =>
  withDirectory(async (directory) => {
    const index = await openLexicalIndex({ directory, files: nodeFileLayer, analyzer: plain });
    for (const first of [20, 0, 10]) {
      await index.add(Array.from({ length: 10 }, (_, i) => ({ id: first + i, text: 'w1 w2' })));
      await index.flush();
    }
    for (const query of ['w1', 'w1 w2', 'w1/w3 w2']) {
      const hits = await index.search(query, { limit: 15 });
      expect(hits.map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, id) => id));
    }
    await index.close();
  }));

test('a search can give way in each window, also in those that it passes over', () => {
  const best = topHits(1);
  best.offer(0, 1000);
  const documents = 10 * windowSize;
  const worthless = { bound: () => 1, addTo: () => expect.unreachable(), addToCandidates: () => expect.unreachable() };
  const window = scoreWindow();
  const search = {
    terms: [worthless],
    window,
    allowed: undefined,
    documents,
    unit: 1,
    idAt: (position: number) => position,
  };
  expect([...searchSegment(search, best)]).toHaveLength(10);
  expect(best.hits()).toEqual([{ id: 0, score: 1000 }]);
});
