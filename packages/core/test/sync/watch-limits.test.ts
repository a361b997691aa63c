import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { openFolderWatcher } from '../../src/sync/folder-watcher.ts';
import { watchFolders } from '../../src/sync/watch-folders.ts';
import { openCubo, writeFiles } from '../open-cubo.ts';
import { follow } from './watching.ts';

test('where the system can watch no more files, they are looked at', async () => {
  const { cubo, documents, directory } = await openCubo({ embedder: false, threads: false, workers: 0 });
  await writeFiles(documents, { 'a.txt': 'a' });
  const intervals: (number | undefined)[] = [];
  const watch = watchFolders(
    documents,
    { debounceMilliseconds: 50 },
    {
      runner: {
        ingest: (input, options) => cubo.ingest(input, options),
        ingestOnly: (input, _only, options) => cubo.ingest(input, options),
        resume: (job, options) => cubo.resume(job, options),
      },
      libraryRoot: join(directory, 'library'),
      logger: silentLogger,
      closing: new AbortController().signal,
      isKnown: () => false,
      onEnd() {},
      // The first watcher comes to the limit, as on a system with few watches; the second one polls, in test time.
      async open(options) {
        intervals.push(options.interval);
        const watcher = await openFolderWatcher({ ...options, interval: options.interval && 50 });
        if (options.interval === undefined) options.onError(Object.assign(new Error('limit'), { code: 'ENOSPC' }));
        return watcher;
      },
    },
  );
  const following = follow(watch, documents);
  await following.idle();
  const told = following.events.filter(({ type }) => type === 'watching' || type === 'watch-problem');
  expect(told).toMatchObject([
    { type: 'watch-problem', code: 'CUBO_LIMIT_EXCEEDED', reason: expect.stringContaining('max_user_watches') },
    { type: 'watching', polling: true },
  ]);
  expect(intervals).toEqual([undefined, 2000]);
  await writeFile(join(documents, 'b.txt'), 'b');
  expect((await following.idle()).outcomes).toMatchObject({ 'b.txt': 'indexed' });
});
