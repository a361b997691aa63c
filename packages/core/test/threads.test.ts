import type { Extractor, Source } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { expect, test, vi } from 'vitest';
import { type CuboOptions, recursiveChunker, textSource } from '../src/index.ts';
import { collect, finish, openCubo, writeFiles } from './open-cubo.ts';

// Threads that run the sources load them anew, which takes its time on a busy computer.
vi.setConfig({ testTimeout: 150_000 });

/** Reads a made-up format, and keeps what it was given. */
const wordsExtractor: Extractor = {
  id: 'words@1',
  mediaTypes: [],
  extensions: ['.words'],
  async *extract(source, context) {
    let text = '';
    for await (const bytes of source.open({ signal: context.signal })) text += new TextDecoder().decode(bytes);
    context.describe({ title: 'Words', author: 'A host', metadata: { asked: context.passwords?.join() ?? '' } });
    context.unread({ place: 'the end', reason: 'It is missing.' });
    yield { text, kind: 'prose', locator: { kind: 'characters', start: 0, end: text.length } };
  },
};

const texts: Record<string, string> = {
  'anchor.md': '# Anchor\n\nThe anchor holds the ship.',
  'broken.pdf': '%PDF-1.7 and nothing more',
  'buoy.txt': 'The buoy floats on the water.',
  'empty.txt': '',
  'folder/compass.txt': 'The compass points north.',
  'folder/long.txt': 'The logbook tells of every day at sea, and of the weather. '.repeat(5000),
  'own.words': 'The words of a host are read in its own thread.',
};

async function ingested(options: Partial<CuboOptions>) {
  const { cubo, documents } = await openCubo(options);
  await writeFiles(documents, texts);
  const plain = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll(documents, '')) as Record<string, unknown>;
  const untimed = (event: object) => plain({ ...event, seconds: 0, job: '' });
  const events = (await collect(cubo.ingest(documents, { passwords: ['a', 'b'] })))
    .filter(({ type }) => type !== 'publish' && type !== 'progress')
    .map(untimed);
  const again = (await collect(cubo.ingest(documents))).filter(({ type }) => type !== 'progress').map(untimed);
  const hits = (await cubo.search('the ship')).map(({ source, text, score, title }) =>
    plain({ source, text, score, title }),
  );
  const problems = (await cubo.doctor()).problems;
  const asked = [...cubo.documents()].map(({ metadata }) => metadata.asked);
  return { events, again, hits, problems, asked };
}

test('files are ingested in threads as they are in the calling thread, those of extractors of the host too', async () => {
  const options = {
    extractors: [wordsExtractor],
    embedder: hashingEmbedder(),
    chunker: recursiveChunker({ maximumCharacters: 300 }),
  };
  const inThreads = await ingested({ ...options, threads: 2 });
  expect(inThreads).toEqual(await ingested({ ...options, threads: false, workers: 0 }));
  expect(inThreads.problems).toEqual([]);
  expect(inThreads.asked).toContain('a,b');
  expect(inThreads.events.at(-1)).toMatchObject({ outcomes: { indexed: 4, 'partly-indexed': 1, skipped: 2 } });
});

test('sources of the host are read from its thread, and what the calling thread reads meanwhile is what was published', async () => {
  const { cubo } = await openCubo({ threads: 1 });
  let opened = 0;
  function* notes(): Generator<Source> {
    for (let i = 0; i < 30; i++) {
      const source = textSource({ uri: `note:${i}`, text: `Note number ${i} is about boats.` });
      yield {
        ...source,
        open(options) {
          opened++;
          return source.open(options);
        },
      };
    }
  }
  for await (const event of cubo.ingest(notes())) {
    if (event.type !== 'publish') continue;
    expect(await cubo.search('boats', { limit: 100, mode: 'sparse' })).toHaveLength(event.chunks);
  }
  expect(opened).toBeGreaterThanOrEqual(30);
  expect(await cubo.search('boats', { limit: 100 })).toHaveLength(30);
});

test('a deletion waits for the ingest that runs in another thread', async () => {
  const { cubo } = await openCubo({ threads: 1, lockTimeoutMilliseconds: 0 });
  const note = textSource({ uri: 'note:1', text: 'A note about boats.' });
  const events = cubo.ingest([note]);
  await events.next();
  expect((await cubo.status()).jobs[0]?.state).toBe('running');
  const deleted = cubo.delete('note:1');
  for await (const _ of events);
  await deleted;
  expect(await cubo.search('boats')).toEqual([]);
});

test('what the host throws comes back, and its signal ends the work', async () => {
  const { cubo, documents } = await openCubo({
    threads: 1,
    embedder: { ...hashingEmbedder(), embedDocuments: async () => Promise.reject(new Error('out of tune')) },
  });
  await writeFiles(documents, texts);
  await expect(finish(cubo.ingest(documents))).rejects.toMatchObject({
    code: 'CUBO_EMBEDDER_FAILED',
    message: expect.stringContaining('out of tune'),
  });
  const stop = new AbortController();
  const events = cubo.ingest(documents, { signal: stop.signal });
  await events.next();
  stop.abort(new Error('enough'));
  await expect(finish(events)).rejects.toThrow('enough');
  expect((await cubo.status()).jobs[0]?.state).toBe('cancelled');
});
