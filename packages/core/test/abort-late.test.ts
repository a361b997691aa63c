import type { IngestEvent } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { eventStream } from '../src/ingest/event-stream.ts';
import { openCubo, writeFiles } from './open-cubo.ts';

test('a stream whose last events were lost to an abort throws its reason, though the work has ended well', async () => {
  const stop = new AbortController();
  const events: string[] = [];
  const reading = (async () => {
    const run = async (emit: (event: string) => Promise<void>) => {
      await emit('first');
      await emit('last');
    };
    for await (const event of eventStream(run, [stop.signal])) {
      events.push(event);
      stop.abort(new Error('enough'));
    }
  })();
  await expect(reading).rejects.toThrow('enough');
  expect(events).toEqual(['first']);
});

test('an abort after the last event changes nothing', async () => {
  const stop = new AbortController();
  for await (const event of eventStream<string>((emit) => emit('only'), [stop.signal])) {
    expect(event).toBe('only');
    stop.abort();
  }
});

test.each([false, 1] as const)(
  'an ingest that is aborted at any of its events ends with the reason, or with its last event (threads: %s)',
  async (threads) => {
    const { cubo, documents } = await openCubo(threads === false ? { threads } : { threads, embedder: false });
    await writeFiles(documents, { 'a.txt': 'A note of the harbour.', 'b.txt': 'A note of the lighthouse.' });
    for (let at = 1; ; at++) {
      const stop = new AbortController();
      let last: IngestEvent | undefined;
      let seen = 0;
      const reading = (async () => {
        for await (const event of cubo.ingest(documents, { signal: stop.signal })) {
          last = event;
          if (++seen === at) stop.abort(new Error('enough'));
        }
      })();
      const error = await reading.catch((reason: unknown) => reason);
      if (seen < at) break;
      if (last?.type === 'done') expect(error).toBeUndefined();
      else expect(error).toMatchObject({ message: 'enough' });
      await writeFiles(documents, { 'b.txt': `A note of the lighthouse, number ${at}.` });
    }
    expect(await cubo.search('lighthouse', { mode: 'sparse' })).toHaveLength(1);
  },
);
