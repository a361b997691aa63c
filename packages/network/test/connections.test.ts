import { expect, test } from 'vitest';
import { createConnectionRecorder } from '../src/connection-recorder.ts';
import { connections, request } from '../src/index.ts';
import { serve } from './serve.ts';

const countOf = (purpose: string) => connections().counts.find((count) => count.purpose === purpose);

test('counts bytes by host and purpose, while a connection is open and after', async () => {
  const { port } = await serve((incoming, response) => {
    incoming.resume().on('end', () => response.end('y'.repeat(5000)));
  });
  const purpose = 'counting bytes';
  const answer = await request(`http://localhost:${port}/`, { purpose, method: 'POST', body: 'x'.repeat(3000) });
  expect(countOf(purpose)).toMatchObject({ host: 'localhost', opened: 1, refused: 0 });
  expect(countOf(purpose)?.bytesSent).toBeGreaterThanOrEqual(3000);
  for await (const _ of answer.body);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const count = countOf(purpose);
  expect(count?.bytesReceived).toBeGreaterThanOrEqual(5000);
  expect(count?.bytesReceived).toBeLessThan(6000);
  const { openedAt, ...last } = connections().recent.at(-1) ?? { openedAt: 0 };
  expect(Math.abs(Date.now() - openedAt)).toBeLessThan(60_000);
  expect(last).toEqual({
    host: 'localhost',
    address: '127.0.0.1',
    port,
    purpose,
    refused: false,
    bytesSent: count?.bytesSent,
    bytesReceived: count?.bytesReceived,
  });
});

test('a snapshot does not change afterwards', async () => {
  const { port } = await serve();
  const before = connections();
  const kept = structuredClone(before);
  (await request(`http://127.0.0.1:${port}/`, { purpose: 'a snapshot' })).close();
  expect(before).toEqual(kept);
  expect(connections()).not.toEqual(kept);
});

test('the log is bounded', () => {
  const recorder = createConnectionRecorder();
  const bytes = () => ({ sent: 1, received: 2 });
  for (let i = 0; i < 2000; i++) {
    recorder.open({ host: `host-${i}`, port: 1, purpose: 'many hosts', address: undefined, bytes }).close();
  }
  const { counts, recent } = recorder.snapshot();
  expect(recent).toHaveLength(256);
  expect(recent.at(-1)?.host).toBe('host-1999');
  expect(counts).toHaveLength(513);
  expect(counts.reduce((sum, { opened }) => sum + opened, 0)).toBe(2000);
  expect(counts.at(-1)).toMatchObject({ host: 'other hosts', bytesSent: 2000 - 512, bytesReceived: 2 * (2000 - 512) });
});
