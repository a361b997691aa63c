import { isCuboError } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { openLibrary } from '../src/index.ts';
import { contents, publish } from './library-fixture.ts';
import { temporaryDirectory } from './temporary-directory.ts';

test('a second writer is refused with the owner named, and readers are not', async () => {
  const path = await temporaryDirectory();
  const first = await openLibrary({ path });
  const second = await openLibrary({ path, lockTimeoutMilliseconds: 100 });
  await first.write(async (writer) => {
    await publish(writer, { a: ['one'] });
    const error = await second.write(async () => {}).catch((reason: unknown) => reason);
    expect(isCuboError(error, 'CUBO_LIBRARY_LOCKED')).toBe(true);
    expect(String(error)).toContain(`process ${process.pid}`);
    expect(await contents(second)).toEqual({ a: ['one'] });
  });
  await second.write((writer) => publish(writer, { b: ['two'] }));
  expect(await contents(first)).toEqual({ a: ['one'], b: ['two'] });
  await first.close();
  await second.close();
});

test('writes of one process wait for each other', async () => {
  const library = await openLibrary({ path: await temporaryDirectory() });
  await Promise.all(
    ['a', 'b', 'c', 'd'].map((uri) => library.write((writer) => publish(writer, { [uri]: [`text of ${uri}`] }))),
  );
  expect(Object.keys(await contents(library))).toEqual(['a', 'b', 'c', 'd']);
  await library.close();
  await expect(library.write(async () => {})).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
  expect(() => library.snapshot()).toThrow(/was closed/);
});

test('a write that waits for its turn gives up when it is aborted', async () => {
  const library = await openLibrary({ path: await temporaryDirectory() });
  const started = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<void>();
  const first = library.write(async () => {
    started.resolve();
    await finished.promise;
  });
  await started.promise;
  const stop = new AbortController();
  const second = library.write(async () => {}, { signal: stop.signal });
  stop.abort(new Error('no longer wanted'));
  await expect(second).rejects.toThrow('no longer wanted');
  finished.resolve();
  await first;
  await library.close();
});

test('closing twice at once waits for the running write both times', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  const started = Promise.withResolvers<void>();
  const write = library.write(async (writer) => {
    started.resolve();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await publish(writer, { a: ['one'] });
  });
  await started.promise;
  await Promise.all([library.close(), library.close()]);
  await write;
  const reopened = await openLibrary({ path });
  expect(await contents(reopened)).toEqual({ a: ['one'] });
  await reopened.close();
  expect(() => reopened.documents()[Symbol.iterator]().next()).toThrow(/was closed/);
});

test('asking whether somebody writes neither takes the lock nor disturbs a writer', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path, lockTimeoutMilliseconds: 0 });
  const other = await openLibrary({ path, lockTimeoutMilliseconds: 0 });
  expect([library.isBeingWritten(), other.isBeingWritten()]).toEqual([false, false]);
  await library.write(async () => {
    expect([library.isBeingWritten(), other.isBeingWritten()]).toEqual([true, true]);
  });
  for (let i = 0; i < 50; i++) {
    other.isBeingWritten();
    await library.write(async () => {});
  }
  await library.close();
  await other.close();
});
