import { setTimeout } from 'node:timers/promises';
import type { Extractor, IngestEvent, Source } from '@cubo/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { createCubo, textSource } from '../src/index.ts';
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

test('what cannot be read is none of what is left', async () => {
  let time = 0;
  const meter = createProgressMeter(() => time);
  meter.setTotal({ files: 3, bytes: 10_000 });
  meter.hear(finished(1000));
  time += 1000;
  const film = { uri: '/film', size: 8000 };
  // The second failure is that of another try.
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(meter.examining(film, Promise.reject(new Error('no format')))).rejects.toThrow('no format');
  }
  expect(meter.progress()).toMatchObject({ bytes: { done: 1000, total: 2000 }, secondsLeft: 1 });
  expect(await meter.examining(film, Promise.resolve('read'))).toBe('read');
  expect(meter.progress()).toMatchObject({ bytes: { done: 1000, total: 10_000 } });
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

test('a file that is begun anew or put off does not make the progress go backwards', () => {
  let time = 0;
  const meter = createProgressMeter(() => time);
  meter.setTotal({ files: 2, bytes: 1000 });
  const after = (seconds: number) => {
    time += 1000 * seconds;
    const { bytes, bytesPerSecond, secondsLeft } = meter.progress();
    return [bytes.done, bytes.total, bytesPerSecond, secondsLeft];
  };
  meter.within(300);
  expect(after(1)).toEqual([300, 1000, 300, 700 / 300]);
  meter.within(500);
  expect(after(1)).toEqual([500, 1000, 250, 2]);
  meter.within(100);
  expect(after(1)).toEqual([500, 1000, 500 / 3, 3]);
  meter.hear({ type: 'file-retry', source: '/a', attempts: 1, seconds: 1, reason: '', code: 'CUBO_SOURCE_CHANGED' });
  meter.within(400);
  expect(after(1)[0]).toBe(500);
  meter.hear(finished(900));
  expect(after(1).slice(0, 2)).toEqual([900, 1000]);
  meter.within(200);
  expect(after(1)).toEqual([1100, 1100, 1100 / 6, 0]);
});

/** A text that is handed out slowly, from the time on that it is read for its text. */
function slowText(name: string, text: string): Source {
  const source = textSource({ uri: `log:${name}`, name, text });
  let opened = 0;
  return {
    ...source,
    async *open(options) {
      // First for its format, its hash and, in texts, its encoding.
      const isSlow = ++opened > (name.endsWith('.txt') ? 3 : 2);
      for await (const bytes of source.open(options)) {
        for (let start = 0; start < bytes.byteLength; start += 100_000) {
          if (isSlow) await setTimeout(150);
          yield bytes.subarray(start, start + 100_000);
        }
      }
    },
  };
}

/** Reads texts as they come. */
const piecesExtractor: Extractor = {
  id: 'pieces@1',
  mediaTypes: [],
  extensions: ['.pieces'],
  async *extract(source) {
    const decoder = new TextDecoder();
    let start = 0;
    for await (const bytes of source.open()) {
      const text = decoder.decode(bytes);
      yield { text, kind: 'prose', locator: { kind: 'characters', start, end: start + text.length } };
      start += text.length;
    }
  },
};

test.each([
  { threads: false, workers: 0, name: 'log.txt' },
  { threads: 1, name: 'log.txt' },
  { threads: 1, name: 'log.pieces' },
] as const)(
  'the progress grows within one large file: $name, threads $threads',
  { timeout: 60_000 },
  async ({ threads, name }) => {
    const { cubo } = await openCubo({ embedder: false, threads, extractors: [piecesExtractor] });
    const text = 'The logbook tells of every day at sea, and of the weather.\n\n'.repeat(30_000);
    const told: number[] = [];
    const rates: number[] = [];
    for await (const event of cubo.ingest([slowText(name, text)])) {
      if (event.type !== 'progress') continue;
      told.push(event.bytes.done);
      rates.push(event.bytesPerSecond);
    }
    const within = told.filter((done) => done > 0 && done < text.length);
    expect(within.length).toBeGreaterThanOrEqual(1);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBeLessThanOrEqual(text.length);
    expect(rates.at(-1)).toBeGreaterThan(0);
  },
);

test.each([false, 1] as const)(
  'a paused ingest stays the one writer: who only reads or labels does not wait, all others do (threads: %s)',
  { timeout: 60_000 },
  async (threads) => {
    const { cubo } = await openCubo({ embedder: false, threads });
    await cubo.ingest([textSource({ uri: 'note:1', text: 'The parcel arrives on Tuesday.' })]);
    const other = await createCubo({
      path: cubo.path,
      embedder: false,
      threads: false,
      workers: 0,
      lockTimeoutMilliseconds: 0,
    });
    onTestFinished(() => other.close());
    const stream = cubo.ingest([textSource({ uri: 'note:2', text: 'The letter arrives on Friday.' })]);
    await stream.next();
    stream.pause();
    const done = finish(stream);
    let isDeleted = false;
    const deletion = cubo.delete('note:1').then(() => {
      isDeleted = true;
    });
    await setTimeout(300);
    expect(await cubo.search('parcel')).toHaveLength(1);
    expect(await cubo.label('note:1', { kind: 'post' })).toEqual({ kind: 'post' });
    expect(await other.label('note:1', { kind: 'parcel' })).toEqual({ kind: 'parcel' });
    await expect(other.delete('note:1')).rejects.toMatchObject({ code: 'CUBO_LIBRARY_LOCKED' });
    expect(isDeleted).toBe(false);
    stream.resume();
    expect((await done).outcomes.indexed).toBe(1);
    await deletion;
    expect(await cubo.search('parcel')).toEqual([]);
  },
);
