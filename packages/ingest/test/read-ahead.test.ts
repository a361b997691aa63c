import { setImmediate } from 'node:timers/promises';
import type { Source } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { textSource } from '../src/index.ts';
import type { ExaminedSource } from '../src/pipeline/examine-source.ts';
import { readAhead } from '../src/workers/read-ahead.ts';

const source = (name: string) => textSource({ uri: `note:${name}`, text: name });

/** Lets everything go on that waits for nothing. */
async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await setImmediate();
}

function reading(given: AsyncIterable<Source>, isWanted: () => boolean = () => true) {
  const begun: string[] = [];
  const ahead = readAhead({
    sources: given,
    examine: async () => ({}) as ExaminedSource,
    begin({ uri }) {
      begun.push(uri);
      return undefined;
    },
    isWanted,
    extractHere: async function* () {},
    limit: 4,
    signal: new AbortController().signal,
  });
  return { begun, sources: ahead.sources[Symbol.asyncIterator]() };
}

test('what comes when nobody reads any more is not begun', async () => {
  const second = Promise.withResolvers<void>();
  const { begun, sources } = reading(
    (async function* () {
      yield source('first');
      await second.promise;
      yield source('second');
      yield source('third');
    })(),
  );
  await sources.next();
  const left = sources.return?.();
  await settle();
  second.resolve();
  await left;
  await settle();
  expect(begun).toEqual(['note:first']);
});

test('what goes wrong ahead is no unhandled rejection', async () => {
  const { sources } = reading(
    (async function* () {
      yield source('first');
    })(),
    () => {
      throw new Error('the catalog is closed');
    },
  );
  expect((await sources.next()).value).toMatchObject({ uri: 'note:first' });
  await settle();
  expect((await sources.next()).done).toBe(true);
});
