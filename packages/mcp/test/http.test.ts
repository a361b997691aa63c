import { connect as openSocket } from 'node:net';
import { connections } from '@cubo/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call } from './helpers/call.ts';
import { connectHttp } from './helpers/connect.ts';
import { demoLibrary } from './helpers/demo-library.ts';
import { listen, send } from './helpers/http.ts';

const library = demoLibrary();
const token = 'a-token-that-nobody-guesses';

describe.each(['legacy', 'auto'] as const)('a client of the protocol, %s', (mode) => {
  test('lists the tools and calls each', async () => {
    const client = await connectHttp(await listen(library.cubo, { token }), {
      mode,
      headers: { Authorization: `Bearer ${token}` },
    });
    expect((await client.listTools()).tools).toHaveLength(5);
    const source = library.source('hausordnung.pdf');
    const steps: (string | undefined)[] = [];
    const onprogress = ({ message }: { message?: string | undefined }) => void steps.push(message);
    const results = [
      await call(client, 'search', { query: 'Ruhezeiten' }),
      await call(client, 'read', { source }),
      await call(client, 'list'),
      await call(client, 'ask', { question: 'Wann sind die Ruhezeiten?' }, { onprogress }),
      await call(client, 'status'),
    ];
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false, false, false]);
    expect(steps).toHaveLength(3);
    expect((await call(client, 'search', { query: 'a', limits: 3 })).isError).toBe(true);
  });

  test('200 streams at a time lose nothing', async () => {
    const url = await listen(library.cubo);
    const client = await connectHttp(url, { mode });
    const words = ['Kündigung', 'heating', 'pump', 'rent', 'privacy', 'salary', 'holiday'];
    const expected = await Promise.all(words.map((query) => library.cubo.ask(query)));
    const answers = Array.from({ length: 200 }, async (_, i) => {
      const steps: number[] = [];
      const onprogress = ({ progress }: { progress: number }) => void steps.push(progress);
      const { value } = await call(client, 'ask', { question: words[i % words.length] ?? '' }, { onprogress });
      expect(value.text).toBe(expected[i % words.length]?.text);
      // A question that nothing was written for has no second step.
      expect([steps[0], steps.at(-1)]).toEqual([1, 3]);
    });
    expect(await Promise.all(answers)).toHaveLength(200);
  }, 120_000);
});

test('bodies that are too long, broken or of another kind are refused, and the next request is answered', async () => {
  const url = await listen(library.cubo, { maximumRequestBytes: 10_000 });
  const long = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: { a: 'x'.repeat(20_000) } } });
  expect((await send(url, { body: long })).status).toBe(413);
  expect((await send(url, { body: long, headers: { 'Transfer-Encoding': 'chunked' } })).status).toBe(413);
  const broken = ['{', '', 'null', '[]', '"a"', '{"jsonrpc":"2.0"}', '{"method":5}', Buffer.from([0xff, 0xfe, 0])];
  for (const body of broken) {
    const { status, body: answer } = await send(url, { body });
    expect(status, String(body)).toBe(400);
    expect(answer).not.toMatch(/\n\s+at /);
  }
  expect((await send(url, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
  for (const method of ['GET', 'DELETE', 'PUT']) expect((await send(url, { method })).status, method).toBe(405);
  for (const path of ['/', '/mcp/', '/mcpx', '/.well-known/oauth-protected-resource', '//evil.example/mcp']) {
    expect((await send(url, { path })).status, path).toBe(404);
  }
  expect((await send(url)).status).toBe(200);
});

test('a body as long as it may be is read, and one beyond the default of the protocol where that is allowed', async () => {
  const url = await listen(library.cubo, { maximumRequestBytes: 6 * 2 ** 20 });
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'ping',
    params: { _meta: { a: 'x'.repeat(5 * 2 ** 20) } },
  });
  expect((await send(url, { body })).status).toBe(200);
});

test('a request that breaks off, and what is no HTTP, harm nobody', async () => {
  const url = await listen(library.cubo);
  const { port } = new URL(url);
  for (const bytes of [
    'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{"json',
    'no HTTP\r\n\r\n',
    '\0\0',
  ]) {
    const socket = openSocket({ host: '127.0.0.1', port: Number(port) });
    socket.on('error', () => {});
    await new Promise((resolve) => socket.write(bytes, resolve));
    socket.destroy();
  }
  expect((await send(url)).status).toBe(200);
});

test('more requests than it answers at a time are told to come back', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const cubo = { ...library.cubo, search: () => answered.then(() => []) };
  const server = createMcpServer({ cubo });
  onTestFinished(() => server.close());
  const { url } = await server.listen({ maximumRequests: 2 });
  const body = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'search', arguments: { query: 'a' } },
  });
  const held = [send(url, { body }), send(url, { body })];
  let refused = await send(url);
  while (refused.status === 200) refused = await send(url);
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  answer();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await send(url)).status).toBe(200);
});

test('a listener closes alone, and being asked counts as no connection of the library', async () => {
  const server = createMcpServer({ cubo: library.cubo });
  onTestFinished(() => server.close());
  const [first, second] = [await server.listen(), await server.listen()];
  const before = connections().counts.filter(({ purpose }) => purpose !== 'host application');
  expect((await send(first.url)).status).toBe(200);
  expect(connections().counts.filter(({ purpose }) => purpose !== 'host application')).toEqual(before);
  await first.close();
  await expect(send(first.url)).rejects.toThrow('ECONNREFUSED');
  expect((await send(second.url)).status).toBe(200);
});
