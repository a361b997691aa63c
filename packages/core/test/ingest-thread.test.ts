import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { silentLogger } from '@cubo/contracts';
import { openLibrary } from '@cubo/library';
import { expect, onTestFinished, test } from 'vitest';
import type { IngestRequest } from '../src/ingest/ingest-job.ts';
import { runInIngestThread } from '../src/threads/run-in-ingest-thread.ts';
import type { IngestThreadSettings } from '../src/threads/thread-settings.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** A thread that answers each job, and ends a little later. */
const thread = `
import { workerData } from 'node:worker_threads';
const { port } = workerData;
port.on('message', ({ type, id }) => {
  if (type !== 'call') return;
  port.postMessage({ type: 'end', id });
  setTimeout(() => process.exit(1), 50);
});
`;

test('a job is done by another thread where the one before has ended meanwhile', async () => {
  const directory = await temporaryDirectory();
  const file = join(directory, 'thread.mjs');
  await writeFile(file, thread);
  const library = await openLibrary({ path: join(directory, 'library') });
  const threads = runInIngestThread({
    url: pathToFileURL(file),
    library,
    settings: {} as IngestThreadSettings,
    parts: {} as Parameters<typeof runInIngestThread>[0]['parts'],
    logger: silentLogger,
  });
  onTestFinished(async () => {
    await threads.close();
    await library.close();
  });
  const job = { id: '1', state: 'running', specification: '{}', startedAt: 0, updatedAt: 0 } as const;
  const request: IngestRequest = { input: { paths: [], sources: async function* () {} }, job };
  for (let i = 0; i < 2; i++) {
    await expect(threads.run(request, async () => {}, new AbortController().signal)).resolves.toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
});
