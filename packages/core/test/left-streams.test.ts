import { expect, test } from 'vitest';
import { openCubo, writeFiles } from './open-cubo.ts';

const letters = { 'a.txt': 'The first letter.', 'b.txt': 'The second letter.', 'c.txt': 'The third letter.' };

async function opened() {
  const { cubo, documents } = await openCubo({ embedder: false, threads: false, workers: 0 });
  await writeFiles(documents, letters);
  return { cubo, documents };
}

const left = { code: 'CUBO_BAD_ARGUMENT' };

test('a plan whose loop was left has no sums, one that was gone through has', async () => {
  const { cubo, documents } = await opened();
  const plan = cubo.plan(documents);
  for await (const _ of plan) break;
  await expect(plan).rejects.toMatchObject({
    ...left,
    message: expect.stringMatching(/^The plan was left before its/),
  });
  const whole = cubo.plan(documents);
  for await (const _ of whole);
  expect((await whole).actions.new).toBe(3);
  const begun = cubo.plan(documents);
  await begun.next();
  expect((await begun).actions.new).toBe(3);
  const unread = cubo.plan(documents);
  await unread.return();
  await expect(unread).rejects.toMatchObject(left);
});

test('an ingest whose loop was left has no last event, one that was left at the last or gone through has', async () => {
  const { cubo, documents } = await opened();
  const ingest = cubo.ingest(documents);
  for await (const { type } of ingest) if (type === 'file-finish') break;
  await expect(ingest).rejects.toMatchObject({
    ...left,
    message: expect.stringMatching(/^The ingestion was left before/),
  });
  const resumed = cubo.resume();
  for await (const { type } of resumed) if (type === 'done') break;
  expect(await resumed).toMatchObject({ type: 'done', files: 3 });
  const whole = cubo.ingest(documents);
  for await (const _ of whole);
  expect(await whole).toMatchObject({ outcomes: { unchanged: 3 } });
});

test('awaiting what has failed for its reader throws the same', async () => {
  const { cubo, documents } = await opened();
  const failed = new Error('enough');
  for (const start of [cubo.plan, cubo.ingest]) {
    const stop = new AbortController();
    const stream = start(documents, { signal: stop.signal });
    const read = async () => {
      for await (const _ of stream) stop.abort(failed);
    };
    await expect(read()).rejects.toBe(failed);
    await expect(stream).rejects.toBe(failed);
  }
});
