import type { SearchHit } from '@cubo/contracts';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { estimatedTokens } from '@cubo/ingest';
import { expect, test } from 'vitest';
import { packPassages } from '../src/ask/pack-passages.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

function hit(id: number, words: number, wider?: number): SearchHit {
  const text = (count: number) => 'word '.repeat(count).trim();
  const locator = (count: number) => ({ kind: 'characters', start: 0, end: text(count).length }) as const;
  return {
    id,
    source: `/documents/${id}.txt`,
    locator: locator(words),
    score: 1 / id,
    text: text(words),
    kind: 'prose',
    explain: { fuser: 'test', lists: [] },
    ...(wider !== undefined && { passage: { text: text(wider), locator: locator(wider) } }),
  } as unknown as SearchHit;
}

const idsOf = (hits: readonly SearchHit[]) => hits.map(({ id }) => id);
const tokensOf = (messages: readonly { content: string }[]) =>
  messages.reduce((sum, { content }) => sum + estimatedTokens.count(content), 0);

test('all passages go into a window without a limit, each as wide as it is', () => {
  for (const window of [Number.POSITIVE_INFINITY, undefined as unknown as number, Number.NaN]) {
    const packed = packPassages('?', [hit(1, 5000), hit(2, 10, 4000)], window);
    expect(idsOf(packed.readable)).toEqual([1, 2]);
    expect(packed.leftOut).toEqual([]);
    expect(packed.passages[1]).toMatchObject({ number: 2 });
    expect(packed.passages[1]?.text.split(' ')).toHaveLength(4000);
  }
});

test('what does not fit is left out, and a shorter one behind it may fit', () => {
  const packed = packPassages('?', [hit(1, 300), hit(2, 1500), hit(3, 100)], 1024);
  expect(idsOf(packed.readable)).toEqual([1, 3]);
  expect(idsOf(packed.leftOut)).toEqual([2]);
  expect(packed.passages.map(({ number }) => number)).toEqual([1, 2]);
});

test('a wider passage that is too long gives way to what was found', () => {
  const packed = packPassages('?', [hit(1, 50, 3000), hit(2, 50, 60)], 1024);
  expect(packed.passages.map(({ text }) => text.split(' ').length)).toEqual([50, 60]);
  expect(packed.leftOut).toEqual([]);
});

test.each([400, 512, 1000, 4096, 32_768])(
  'no prompt exceeds a window of %i tokens, with room for the answer',
  (window) => {
    const hits = Array.from({ length: 60 }, (_, i) => hit(i + 1, 20 + ((i * 97) % 700), 900));
    const { messages, readable, leftOut } = packPassages('What is it about?', hits, window);
    expect(tokensOf(messages) + Math.min(1024, window / 4)).toBeLessThanOrEqual(window);
    expect(readable.length + leftOut.length).toBe(hits.length);
    expect(readable.length).toBeGreaterThan(0);
  },
);

test('an answer tells what its generator had no room for', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  await writeFiles(documents, {
    'long.txt': `The boiler is in the cellar. ${'The boiler makes water warm in winter. '.repeat(20)}`,
    'short.txt': 'The boiler was bought in May.',
  });
  await finish(cubo.ingest(documents));
  const narrow = { ...scriptedGenerator({ script: 'In May [1].' }), contextWindow: 300 };
  const answer = await cubo.ask('When was the boiler bought?', { generator: narrow });
  expect(answer.hits.map(({ source }) => source.endsWith('short.txt'))).toEqual([true]);
  expect(answer.leftOut?.[0]?.source).toMatch(/long\.txt$/);
  expect(answer.citations[0]?.source).toMatch(/short\.txt$/);
  const wide = { ...scriptedGenerator({ script: 'In May [1].' }), contextWindow: 8192 };
  expect((await cubo.ask('When was the boiler bought?', { generator: wide })).leftOut).toBeUndefined();
  const tiny = { ...scriptedGenerator({ script: '' }), contextWindow: 50 };
  await expect(cubo.ask('When was the boiler bought?', { generator: tiny })).rejects.toMatchObject({
    code: 'CUBO_GENERATOR_FAILED',
    message: expect.stringContaining('50 tokens'),
  });
});
