import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Extractor, Source } from '@cubo/contracts';
import { expect, test, vi } from 'vitest';
import { openCubo } from './open-cubo.ts';

// Threads that run the sources load them anew, which takes its time on a busy computer.
vi.setConfig({ testTimeout: 150_000 });

const thread = vi.hoisted(() => ({ isLooping: false }));
vi.mock('../src/threads/thread-url.ts', async (original) => {
  const { threadUrl } = await original<typeof import('../src/threads/thread-url.ts')>();
  const looping = new URL('./looping-extract-thread.ts', import.meta.url);
  return { threadUrl: (name: 'extract-thread') => (thread.isLooping ? looping : threadUrl(name)) };
});

/** A document whose name alone tells what it is. */
function document(name: string, content: string): Source {
  const bytes = Buffer.from(content);
  return {
    ...{ uri: `note:${name}`, name, size: bytes.byteLength },
    async *open() {
      yield bytes;
    },
  };
}

const text = '# Kitchen\n\nIt costs 4200 euros.\n\n# Delivery\n\nOn 3 May, at noon.';

test('a document is read in a thread as in the calling thread, by extractors of the host there', async () => {
  const own: Extractor = {
    id: 'own',
    mediaTypes: [],
    extensions: ['.own'],
    async *extract() {
      yield { text: 'Read by the host.', kind: 'prose', locator: { kind: 'characters', start: 0, end: 17 } };
    },
  };
  const threaded = (await openCubo({ threads: 1, extractors: [own] })).cubo;
  const here = (await openCubo({ threads: false, extractors: [own] })).cubo;
  for (const name of ['note.md', 'note.own']) {
    const read = await threaded.extract(document(name, text));
    expect(read, name).toEqual(await here.extract(document(name, text)));
    expect(read.chunks.length, name).toBeGreaterThan(0);
  }
  const cut = await threaded.extract(document('a.txt', 'A sentence. '.repeat(500)), {
    maximumCharacters: 1500,
  });
  expect(cut).toMatchObject({ isCut: true });
  const odd = document('b.pdf', '%PDF-1.7 nothing');
  await expect(threaded.extract(odd)).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID' });
});

test('a reading that loops for ever is given up at once, its thread is ended, and others go on', async () => {
  thread.isLooping = true;
  const { cubo, directory } = await openCubo({ threads: 1 });
  const trace = join(directory, 'trace');
  const size = () => statSync(trace, { throwIfNoEntry: false })?.size ?? 0;
  const abort = new AbortController();
  const looping = cubo.extract(document('a.txt', `loop ${trace}`), {
    signal: abort.signal,
  });
  const refused = expect(looping).rejects.toThrow('enough');
  await vi.waitFor(() => expect(size()).toBeGreaterThan(0), 60_000);
  abort.abort(new Error('enough'));
  await refused;
  const read = await cubo.extract(document('b.txt', 'Read.'));
  expect(read.chunks.map(({ text: words }) => words)).toEqual(['Read.']);
  // A thread has five seconds to stop by itself.
  await pause(5500);
  const before = size();
  await pause(500);
  expect(size(), 'the thread has ended').toBe(before);
  // Also by the end of the knowledge base.
  const left = cubo.extract(document('a.txt', `loop ${trace}`));
  const closed = expect(left).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
  await vi.waitFor(() => expect(size()).toBeGreaterThan(before), 60_000);
  await cubo.close();
  await closed;
  const atEnd = size();
  await pause(500);
  expect(size()).toBe(atEnd);
  thread.isLooping = false;
});

test('an extractor of the host that never comes to its end does not hold who has aborted', async () => {
  const own: Extractor = {
    id: 'own',
    mediaTypes: [],
    extensions: ['.own'],
    async *extract() {
      await new Promise(() => {});
    },
  };
  for (const threads of [false, 1] as const) {
    const { cubo } = await openCubo({ threads, extractors: [own] });
    const source = document('a.own', text);
    await expect(cubo.extract(source, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  }
});
