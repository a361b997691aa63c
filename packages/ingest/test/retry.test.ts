import { setTimeout } from 'node:timers/promises';
import { CuboError, type Source } from '@cubo/contracts';
import { memorySparseIndex } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { builtinExtractors, createExtractorRegistry, examineSource, textSource } from '../src/index.ts';
import { ingestInto, temporaryLibrary } from './helpers/temporary-library.ts';

/** A text that cannot be opened the first times, for a reason of the operating system. */
function failing(name: string, code: string, times: number): Source {
  const source = textSource({ uri: `note:${name}`, text: `The note ${name}.` });
  let failures = 0;
  return {
    ...source,
    async *open(options) {
      if (failures++ < times) {
        throw new CuboError({
          code: 'CUBO_SOURCE_UNREADABLE',
          message: `note:${name} could not be read (${code}).`,
          remedy: 'Wait.',
          cause: Object.assign(new Error(code), { code }),
        });
      }
      yield* source.open(options);
    },
  };
}

async function ingest(sources: readonly Source[], options: { retrySeconds: number[]; signal?: AbortSignal }) {
  const library = await temporaryLibrary();
  const events = await ingestInto(library, memorySparseIndex(), sources, options);
  const steps = events.flatMap((event) => {
    if (event.type === 'file-retry') return [`${event.source} again in ${event.seconds} s (${event.attempts})`];
    return event.type === 'file-finish' ? [`${event.source} ${event.outcome}`] : [];
  });
  return { steps, documents: [...library.documents()].map(({ uri }) => uri) };
}

test('a source that is in use is put off, holds nobody up, and is read when it is free', async () => {
  const sources = [failing('busy', 'EBUSY', 2), failing('fine', '', 0), failing('also fine', '', 0)];
  const { steps, documents } = await ingest(sources, { retrySeconds: [1, 0.1, 0.1] });
  expect(steps).toEqual([
    'note:busy again in 1 s (1)',
    'note:fine indexed',
    'note:also fine indexed',
    'note:busy again in 0.1 s (2)',
    'note:busy indexed',
  ]);
  expect(documents).toEqual(['note:also fine', 'note:busy', 'note:fine']);
});

test('a source that stays in use is reported in the end, once', async () => {
  const { steps, documents } = await ingest([failing('busy', 'EIO', 9)], { retrySeconds: [0.01, 0.02] });
  expect(steps).toEqual(['note:busy again in 0.01 s (1)', 'note:busy again in 0.02 s (2)', 'note:busy skipped']);
  expect(documents).toEqual([]);
});

test('a source that may not be read is not tried again', async () => {
  const { steps } = await ingest([failing('closed', 'EACCES', 9)], { retrySeconds: [9] });
  expect(steps).toEqual(['note:closed skipped']);
});

test('a job that waits for its last source can be stopped', async () => {
  const stop = new AbortController();
  void setTimeout(100).then(() => stop.abort(new Error('enough')));
  const waiting = ingest([failing('busy', 'EBUSY', 9)], { retrySeconds: [60], signal: stop.signal });
  await expect(waiting).rejects.toThrow('enough');
});

test.each<[string, Partial<Source>]>([
  [
    'gives none of its bytes',
    { open: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }) },
  ],
  [
    'stops in the midst of its bytes',
    {
      async *open() {
        yield Buffer.from('The note stalled ');
        await new Promise(() => {});
      },
    },
  ],
])('a source that %s is passed over when its time is over, and the others go on', async (_what, facts) => {
  const note = (name: string) => textSource({ uri: `note:${name}`, text: `The note ${name}.` });
  const library = await temporaryLibrary();
  const events = await ingestInto(library, memorySparseIndex(), [note('a'), { ...note('b'), ...facts }, note('c')], {
    examine: examineSource(createExtractorRegistry(builtinExtractors()), { timeLimitMilliseconds: 200 }),
  });
  const finished = events.flatMap((event) => (event.type === 'file-finish' ? [event] : []));
  expect(finished).toMatchObject([
    { source: 'note:a', outcome: 'indexed' },
    { source: 'note:b', outcome: 'skipped', code: 'CUBO_SOURCE_TIMEOUT' },
    { source: 'note:c', outcome: 'indexed' },
  ]);
  expect(finished[1]?.reason).toContain('Reading note:b was given up after 0.2 seconds without any progress.');
});

test('a source that gives its bytes slowly, and is stored slowly, has time for all of them', async () => {
  const slow: Source = {
    ...textSource({ uri: 'note:slow', text: '' }),
    async *open() {
      for (let i = 0; i < 6; i++) {
        await setTimeout(60);
        yield Buffer.from(`word ${i} `);
      }
    },
  };
  const library = await temporaryLibrary();
  await ingestInto(library, memorySparseIndex(), [slow], {
    examine: examineSource(createExtractorRegistry(builtinExtractors()), { timeLimitMilliseconds: 300 }),
  });
  expect([...library.documents()]).toMatchObject([{ uri: 'note:slow', bytes: 42 }]);
});
