import { getEventListeners } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCubo, writeFiles } from './open-cubo.ts';

/** What hangs on a signal: its listeners, and the signals that `AbortSignal.any` has made of it. */
function hangingOn(signal: AbortSignal): number {
  const followers = Object.getOwnPropertySymbols(signal).filter(({ description }) =>
    /dependant/i.test(description ?? ''),
  );
  const made = followers.map((symbol) => (signal as unknown as Record<symbol, { size: number }>)[symbol]?.size ?? 0);
  return getEventListeners(signal, 'abort').length + made.reduce((sum, size) => sum + size, 0);
}

test('no work leaves anything behind on a signal that lives on, whether it ends or is left', async () => {
  const { cubo, documents } = await openCubo({ embedder: false, threads: false, workers: 0 });
  await writeFiles(documents, { 'a.txt': 'The ferry leaves the harbour.', 'b.txt': 'The boiler hums.' });
  const { signal } = new AbortController();
  expect(hangingOn(signal)).toBe(0);
  AbortSignal.any([signal, new AbortController().signal]);
  expect(hangingOn(signal), 'the test sees what AbortSignal.any leaves behind').toBe(1);

  const { signal: own } = new AbortController();
  const options = { signal: own };
  for await (const { type } of cubo.ingest(documents, options)) if (type === 'file-finish') break;
  await cubo.resume(undefined, options);
  await cubo.ingest(documents, options);
  await expect(cubo.ingest(join(documents, 'none'), options)).rejects.toMatchObject({ code: 'CUBO_PATH_NOT_FOUND' });
  await cubo.plan(documents, options);
  for await (const _ of cubo.plan(documents, options)) break;
  // Never begun.
  void cubo.ingest(documents, options);
  void cubo.plan(documents, options);
  await cubo.search('ferry', options);
  await cubo.ask('When does the ferry leave?', options);
  for await (const _ of cubo.nearDuplicates(options));
  await cubo.compact(options);
  await cubo.doctor(options);
  const watch = cubo.watch(documents, options);
  for await (const event of watch) if (event.type === 'sync' && event.state === 'idle') break;
  await watch.close();
  expect(hangingOn(own)).toBe(0);
});
