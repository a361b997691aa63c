import { setTimeout } from 'node:timers/promises';
import type { IngestEvent } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { textSource } from '../src/index.ts';
import { createProgressMeter } from '../src/ingest/progress-meter.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

const finished = (bytes: number): IngestEvent => ({
  type: 'file-finish',
  source: '/a',
  outcome: 'indexed',
  chunks: 2,
  bytes,
});

test('the rate is that of the last seconds, without the time that the reader takes, and the bottleneck likewise', async () => {
  let time = 0;
  const meter = createProgressMeter(() => time);
  const spend = (stage: Parameters<typeof meter.waiting>[0], milliseconds: number) =>
    meter.waiting(
      stage,
      Promise.resolve().then(() => {
        time += milliseconds;
      }),
    );
  meter.hear(finished(1000));
  await spend('extract', 1000);
  await spend('scan', 200);
  time += 800;
  await spend('reader', 5000);
  expect(meter.progress()).toEqual({
    files: { done: 1, total: undefined },
    bytes: { done: 1000, total: undefined },
    chunks: 2,
    bytesPerSecond: 500,
    secondsLeft: undefined,
    bottleneck: 'extract',
  });
  meter.setTotal({ files: 3, bytes: 5000 });
  for (let second = 0; second < 12; second++) {
    meter.hear(finished(100));
    time += 1000;
    meter.progress();
  }
  expect(meter.progress()).toEqual({
    files: { done: 13, total: 13 },
    bytes: { done: 2200, total: 5000 },
    chunks: 26,
    bytesPerSecond: 100,
    secondsLeft: 28,
    bottleneck: 'index',
  });
});

test('an ingest tells about once a second how far it is, of how much', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  await writeFiles(documents, { 'a.txt': 'One note.', 'b.txt': 'Another note.', 'c.txt': 'A third note.' });
  const progress: Extract<IngestEvent, { type: 'progress' }>[] = [];
  for await (const event of cubo.ingest(documents)) {
    if (event.type === 'file-finish') await setTimeout(600);
    if (event.type === 'progress') progress.push(event);
  }
  expect(progress.length).toBeGreaterThan(0);
  expect(progress.at(-1)).toMatchObject({ files: { total: 3 }, bytes: { total: 9 + 13 + 13 } });
});

test('a paused ingest stands still until it is resumed or stopped', async () => {
  const { cubo } = await openCubo({ embedder: false });
  let opened = 0;
  const notes = Array.from({ length: 6 }, (_, i) => {
    const source = textSource({ uri: `note:${i}`, text: `Note number ${i}.` });
    return {
      ...source,
      open: (options?: { signal?: AbortSignal | undefined }) => {
        opened++;
        return source.open(options);
      },
    };
  });
  const stream = cubo.ingest(notes);
  await stream.next();
  stream.pause();
  expect(stream.paused).toBe(true);
  const next = stream.next();
  await setTimeout(300);
  expect(opened).toBe(0);
  stream.resume();
  expect((await next).value).toMatchObject({ type: 'file-start', source: 'note:0' });
  expect((await finish(stream)).outcomes.indexed).toBe(6);

  const stop = new AbortController();
  const stopped = cubo.ingest(notes, { signal: stop.signal });
  await stopped.next();
  stopped.pause();
  const waiting = stopped.next();
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});
