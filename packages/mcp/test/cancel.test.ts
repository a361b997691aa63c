import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { SearchHit, SearchOptions } from '@cubo/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { createMcpServer, type ReadableCubo } from '../src/index.ts';
import { connectHttp } from './helpers/connect.ts';

/** A library whose searches end only when they are given up, and its searches so far. */
function endlessLibrary(): { cubo: ReadableCubo; searches: AbortSignal[]; begun(): Promise<AbortSignal> } {
  const searches: AbortSignal[] = [];
  const waiting: ((signal: AbortSignal) => void)[] = [];
  const search = (_query: string, { signal }: SearchOptions = {}) =>
    new Promise<SearchHit[]>((_resolve, reject) => {
      if (signal === undefined) return reject(new Error('the tool has handed no signal on'));
      searches.push(signal);
      waiting.shift()?.(signal);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const never = () => {
    throw new Error('only searches are made');
  };
  const cubo = { search, ask: never, read: never, status: never, documents: () => [] };
  return { cubo, searches, begun: () => new Promise((resolve) => waiting.push(resolve)) };
}

const aborted = async (signal: AbortSignal) => signal.aborted || once(signal, 'abort');

/** A client that writes the messages of the protocol itself. */
function rawClient(cubo: ReadableCubo) {
  const server = createMcpServer({ cubo });
  onTestFinished(() => server.close());
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = server.stdio({ input, output });
  const answers: { id?: number }[] = [];
  const lines = createInterface({ input: output });
  lines.on('line', (line) => answers.push(JSON.parse(line)));
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const search = (id: number) =>
    send({ id, method: 'tools/call', params: { name: 'search', arguments: { query: 'a' } } });
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  send({ id: 0, method: 'initialize', params });
  send({ method: 'notifications/initialized' });
  return { server, input, connection, answers, lines, send, search };
}

test('a call that is cancelled is given up, gets no answer, and no other is touched', async () => {
  const { cubo, begun, searches } = endlessLibrary();
  const { answers, lines, send, search } = rawClient(cubo);
  const first = begun();
  search(1);
  const firstSignal = await first;
  const second = begun();
  search(2);
  const secondSignal = await second;
  send({ method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } });
  await aborted(firstSignal);
  expect(secondSignal.aborted).toBe(false);
  send({ id: 3, method: 'ping' });
  while (!answers.some(({ id }) => id === 3)) await once(lines, 'line');
  expect(answers.map(({ id }) => id)).toEqual([0, 3]);
  expect(searches).toHaveLength(2);
});

test('a client that goes away over streams, or a server that is closed, gives its calls up', async () => {
  for (const leave of ['input', 'connection', 'server'] as const) {
    const { cubo, begun } = endlessLibrary();
    const { server, input, connection, search } = rawClient(cubo);
    const call = begun();
    search(1);
    const signal = await call;
    if (leave === 'input') input.end();
    else await (leave === 'server' ? server : connection).close();
    await aborted(signal);
    await connection.closed;
  }
});

test.each(['legacy', 'auto'] as const)('a client that goes away over HTTP gives its call up, %s', async (mode) => {
  const { cubo, begun } = endlessLibrary();
  const server = createMcpServer({ cubo });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  const client = await connectHttp(url, { mode });
  const call = begun();
  const failed = expect(client.callTool({ name: 'search', arguments: { query: 'a' } })).rejects.toThrow();
  const signal = await call;
  await client.close();
  await failed;
  await aborted(signal);
});

// A call of the protocols of 2025 cannot be found again by another request: there are no sessions.
test('a client of the protocol of 2026 cancels a call over HTTP', async () => {
  const { cubo, begun } = endlessLibrary();
  const server = createMcpServer({ cubo });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  const client = await connectHttp(url);
  const call = begun();
  const controller = new AbortController();
  const given = client.callTool({ name: 'search', arguments: { query: 'a' } }, { signal: controller.signal });
  const failed = expect(given).rejects.toThrow('enough');
  const signal = await call;
  controller.abort(new Error('enough'));
  await failed;
  await aborted(signal);
  expect((await client.listTools()).tools).toHaveLength(5);
});

test('a server over HTTP that is closed gives its calls up, and closes at once', async () => {
  const { cubo, begun } = endlessLibrary();
  const server = createMcpServer({ cubo });
  const { url } = await server.listen();
  const client = await connectHttp(url);
  const call = begun();
  const failed = expect(client.callTool({ name: 'search', arguments: { query: 'a' } })).rejects.toThrow();
  const signal = await call;
  await server.close();
  await aborted(signal);
  await failed;
  await expect(fetch(url, { method: 'POST' })).rejects.toThrow();
  await server.close();
});
