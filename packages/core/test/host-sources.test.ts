import type { Source } from '@cubo/contracts';
import { expect, test, vi } from 'vitest';
import { textSource } from '../src/index.ts';
import { finish, openCubo } from './open-cubo.ts';

// Threads that run the sources load them anew, which takes its time on a busy computer.
vi.setConfig({ testTimeout: 150_000 });

const note = (name: string, facts: object = {}): Source => ({
  ...textSource({ uri: `note:${name}`, text: `The note ${name} is about boats.` }),
  ...facts,
});

const misstated: readonly [object, RegExp][] = [
  [{ title: 42 }, /^The title of the source note:bad is 42, not a text\. Pass a string, or none\.$/],
  [{ title: new Date(0) }, /^The title of the source note:bad is an object, not a text\./],
  [{ mediaType: Symbol('text') }, /^The mediaType of the source note:bad is Symbol\(text\), not a text\./],
  [{ size: () => 1 }, /^The size of the source note:bad is a function\./],
  [{ size: -1 }, /^The size of the source note:bad is -1\./],
  [{ size: 5n }, /^The size of the source note:bad is 5\./],
  [{ modifiedAt: new Date(0) }, /^The time of modification of the source note:bad is an object\./],
  [{ metadata: 'boats' }, /^The metadata of the source note:bad is "boats", not an object\./],
  [{ metadata: { write() {} } }, /^The label "write" is a function\./],
  [
    {
      get title() {
        throw new Error('not loaded');
      },
    },
    /^What the source states of itself threw: not loaded\.$/,
  ],
];

function withGetters(facts: object): Source {
  return Object.defineProperties(note('bad'), Object.getOwnPropertyDescriptors(facts));
}

test.each<false | number>([false, 1])(
  'a source that states what cannot be is passed over, with threads: %s',
  async (threads) => {
    const { cubo } = await openCubo({ embedder: false, threads });
    for (const [facts, reason] of misstated) {
      const sources = [note('first'), withGetters(facts), note('last')];
      const skipped = [{ path: 'note:bad', reason: expect.stringMatching(reason), code: 'CUBO_BAD_ARGUMENT' }];
      expect(await finish(cubo.ingest(sources))).toMatchObject({ files: 3, skipped });
      expect((await cubo.plan(sources)).actions).toMatchObject({ unchanged: 2, skipped: 1 });
      // Labels that count for all sources do not hide it.
      expect(await finish(cubo.ingest(sources, { metadata: {} }))).toMatchObject({ skipped });
    }
    expect([...cubo.documents()].map(({ uri }) => uri)).toEqual(['note:first', 'note:last']);
  },
);

test.each<false | number>([false, 1])(
  'what came before a list of sources throws is in the library, with threads: %s',
  async (threads) => {
    const { cubo } = await openCubo({ embedder: false, threads });
    async function* list(): AsyncGenerator<Source> {
      yield note('first');
      yield note('second');
      throw new Error('the mailbox is gone');
    }
    await expect(finish(cubo.ingest(list()))).rejects.toThrow('the mailbox is gone');
    expect([...cubo.documents()].map(({ uri }) => uri)).toEqual(['note:first', 'note:second']);
    expect(await cubo.search('boats')).toHaveLength(2);
    const [job] = (await cubo.status()).jobs;
    expect(job).toMatchObject({ state: 'failed' });
    expect(cubo.job(job?.id ?? '').outcomes).toEqual({ indexed: 2 });
  },
);

test.each<false | number>([false, 1])(
  'an ingest of sources that are still to come is stopped, and closed, at once, with threads: %s',
  async (threads) => {
    const { cubo } = await openCubo({ embedder: false, threads });
    async function* queue(): AsyncGenerator<Source> {
      yield note('first');
      await new Promise(() => {});
    }
    const stop = new AbortController();
    const stopped = async (): Promise<void> => {
      for await (const { type } of cubo.ingest(queue(), { signal: stop.signal }))
        if (type === 'file-finish') setTimeout(() => stop.abort(new Error('enough')), 50);
    };
    await expect(stopped()).rejects.toThrow('enough');
    expect([...cubo.documents()].map(({ uri }) => uri)).toEqual(['note:first']);
    const closed = async (): Promise<void> => {
      for await (const { type } of cubo.ingest(queue())) if (type === 'file-finish') setTimeout(() => cubo.close(), 50);
    };
    await expect(closed()).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
  },
);

test.each<false | number>([false, 1])(
  'an ingest of a source whose bytes do not come is stopped, and closed, at once, with threads: %s',
  async (threads) => {
    const { cubo } = await openCubo({ embedder: false, threads });
    const stuck = note('stuck', {
      async *open() {
        yield Buffer.from('The note stuck ');
        await new Promise(() => {});
      },
    });
    const run = async (end: () => void, signal?: AbortSignal): Promise<void> => {
      for await (const event of cubo.ingest([note('first'), stuck], { signal }))
        if (event.type === 'file-start' && event.source === 'note:stuck') setTimeout(end, 500);
    };
    const stop = new AbortController();
    await expect(run(() => stop.abort(new Error('enough')), stop.signal)).rejects.toThrow('enough');
    expect([...cubo.documents()].map(({ uri }) => uri)).toEqual(['note:first']);
    await expect(run(() => void cubo.close())).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
  },
);

test('an earlier version stays when a source states what cannot be', async () => {
  const { cubo } = await openCubo({ embedder: false });
  await cubo.ingest([note('bad')]);
  await cubo.ingest([note('bad', { title: 42 })]);
  expect(await cubo.search('boats')).toMatchObject([{ source: 'note:bad' }]);
});

test.each<false | number>([false, 1])('a source may throw what has no text, with threads: %s', async (threads) => {
  const { cubo } = await openCubo({ embedder: false, threads });
  const bad = note('bad', {
    open() {
      throw Object.create(null);
    },
  });
  const { skipped } = await finish(cubo.ingest([note('first'), bad, note('last')]));
  expect(skipped).toMatchObject([
    { path: 'note:bad', code: expect.stringMatching(/^CUBO_(FORMAT_INVALID|SOURCE_UNREADABLE)$/) },
  ]);
  expect([...cubo.documents()].map(({ uri }) => uri)).toEqual(['note:first', 'note:last']);
});

test('labels that cannot be cloned reach another thread', async () => {
  const { cubo } = await openCubo({ embedder: false, threads: 1 });
  const metadata = new Proxy({ box: 'in' }, {});
  expect((await finish(cubo.ingest([note('labelled', { metadata })]))).skipped).toEqual([]);
  expect([...cubo.documents()]).toMatchObject([{ metadata: { box: 'in' } }]);
});

test('what is no source at all ends the ingest', async () => {
  const { cubo } = await openCubo({ embedder: false });
  const sources = [note('first'), { uri: 'note:bad' } as Source];
  await expect(finish(cubo.ingest(sources))).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
});
