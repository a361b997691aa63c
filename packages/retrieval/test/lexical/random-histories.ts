import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import {
  type ChunkSet,
  chunkIds,
  chunkSetFromIds,
  emptyChunkSet,
  intersectChunkSets,
  type SparseIndex,
} from '@cubo/contracts';
import fc from 'fast-check';
import { bm25Model } from './bm25-model.ts';
import { analyzer, open, withDirectory } from './helpers.ts';

const vocabulary =
  'cat cats dog dogs gatto gatti the of Haus Häuser und house running 404B l’articolo 東京都 x Hausverwaltung Verwaltung lantern lantren lanterns'.split(
    ' ',
  );
const text = fc.array(fc.constantFrom(...vocabulary), { maxLength: 12 }).map((words) => words.join(' '));
const phrase = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const phrases = fc.array(phrase, { maxLength: 2 });
const language = fc.constantFrom(undefined, 'en', 'de', 'it-IT', 'und');
const id = fc.nat(15);
const ids = fc.array(id, { maxLength: 6 }).map(chunkSetFromIds);
const someIds = fc.option(
  fc.tuple(id, fc.nat(15)).map(([start, size]) => chunkSetFromIds(Array.from({ length: size }, (_, i) => start + i))),
  { nil: undefined },
);

type Bounds = { live: ChunkSet | undefined; filter: ChunkSet | undefined };
type Command =
  | { type: 'add'; batch: { id: number; text: string; language: string | undefined }[] }
  | { type: 'remove'; ids: ChunkSet }
  | { type: 'flush' }
  | { type: 'compact' }
  | { type: 'reopen' }
  | { type: 'refresh' }
  | ({ type: 'search'; query: string; limit: number; phrases: string[] } & Bounds)
  | ({ type: 'matching'; required: string[]; excluded: string[] } & Bounds);

const batch = fc
  .uniqueArray(fc.record({ id, text, language }), { selector: (document) => document.id, maxLength: 8 })
  .map((documents) => documents.sort((a, b) => a.id - b.id));
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('add' as const), batch }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), ids }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Command>(
      { type: 'flush' },
      { type: 'reopen' },
      { type: 'refresh' },
      { type: 'compact' },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('search' as const),
      query: text,
      limit: fc.nat(12),
      live: someIds,
      filter: someIds,
      phrases,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('matching' as const),
      required: phrases,
      excluded: phrases,
      live: someIds,
      filter: someIds,
    }),
  },
);

/** The text of an id never changes; the language that comes with it neither. */
function immutableTexts() {
  const texts = new Map<number, { text: string; language: string | undefined }>();
  return (document: { id: number; text: string; language: string | undefined }) => {
    if (!texts.has(document.id)) texts.set(document.id, document);
    return { ...document, ...(texts.get(document.id) as { text: string; language: string | undefined }) };
  };
}

/** What {@link checkRandomHistories} does. */
export interface RandomHistories {
  readonly seed: number;
  /** How many histories. */
  readonly runs: number;
  /** Whether a removed id returns with the same text only. */
  readonly immutable: boolean;
}

/**
 * Adds, removes, flushes, merges, compacts, reopens and searches an index in random orders, and compares every result with
 * that of scoring all texts, bit for bit.
 */
export async function checkRandomHistories({ seed, runs, immutable }: RandomHistories): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 80 }), (commands) =>
      withDirectory(async (directory) => {
        const model = bm25Model(analyzer);
        const settle = immutable ? immutableTexts() : <T>(document: T) => document;
        let index: SparseIndex = await open(directory, { bufferBytes: 40_000 });
        for (const step of commands) {
          if (step.type === 'add') {
            const documents = step.batch.map(settle);
            await index.add(documents);
            for (const document of documents) model.add(document.id, document.text, document.language?.split('-')[0]);
          } else if (step.type === 'remove') {
            await index.remove(step.ids);
            for (const [start, end] of step.ids.starts.map((from, i) => [from, step.ids.ends[i] as number] as const)) {
              for (let removed = start; removed < end; removed++) model.remove(removed);
            }
          } else if (step.type === 'flush') {
            await index.flush();
          } else if (step.type === 'compact') {
            await index.compact?.();
          } else if (step.type === 'refresh') {
            await index.refresh();
          } else if (step.type === 'reopen') {
            await index.flush();
            await index.close();
            index = await open(directory, { bufferBytes: 40_000 });
          } else if (step.type === 'matching') {
            const { live, filter } = step;
            const matching = await index.matching?.(step, { live, filter });
            // Ids that it does not hold are none of its matter.
            const held = intersectChunkSets(matching ?? emptyChunkSet, index.coverage());
            deepStrictEqual([...chunkIds(held)], model.matching(step, live, filter));
          } else {
            const { query, limit, live, filter, phrases } = step;
            const options = { limit, live, filter, phrases };
            deepStrictEqual(await index.search(query, options), model.search(query, options));
          }
          deepStrictEqual(plain(index.coverage()), plain(chunkSetFromIds(model.chunks.keys())));
          strictEqual(index.stats().chunks, model.chunks.size);
        }
        await index.close();
      }),
    ),
    { seed, numRuns: runs },
  );
}

const plain = ({ starts, ends }: ChunkSet) => ({ starts: [...starts], ends: [...ends] });
