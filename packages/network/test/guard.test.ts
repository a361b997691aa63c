import { execFile } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { isCuboError } from '@cubo/contracts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { assertAllowed, connections, iterateWithNetwork, withNetwork } from '../src/index.ts';
import { otherHost, resolved, serve } from './serve.ts';

const purpose = 'a test of the guard';
const work = <T>(run: () => T) => withNetwork({ purpose }, run);

/** How a socket ends: the text `connected`, or the error. */
async function outcome(socket: net.Socket): Promise<unknown> {
  onTestFinished(() => void socket.destroy());
  return Promise.race([
    once(socket, 'connect').then(() => 'connected'),
    once(socket, 'close').then(() => 'closed'),
  ]).catch((error: unknown) => error);
}

const isRefusal = (error: unknown) =>
  isCuboError(error, 'CUBO_NETWORK_REFUSED') || isCuboError((error as Error).cause, 'CUBO_NETWORK_REFUSED');

/** Every way in which Node connects to a host. The test server may answer with an error, which is an answer too. */
const ways: readonly (readonly [name: string, connect: (host: string, port: number) => Promise<unknown>])[] = [
  ['net.connect(options)', (host, port) => outcome(net.connect({ host, port }))],
  ['net.connect(port, host)', (host, port) => outcome(net.connect(port, host))],
  ['socket.connect(options)', (host, port) => outcome(new net.Socket().connect({ host, port }))],
  ['socket.connect(port, host)', (host, port) => outcome(new net.Socket().connect(port, host, () => {}))],
  ['tls.connect', (host, port) => outcome(tls.connect({ host, port }))],
  ['http.get', (host, port) => failureOf(http.get({ host, port }))],
  ['https.get', (host, port) => failureOf(https.get({ host, port }))],
  ['fetch over http', (host, port) => fetch(`http://${host}:${port}/`).catch((error: unknown) => error)],
  ['fetch over https', (host, port) => fetch(`https://${host}:${port}/`).catch((error: unknown) => error)],
  [
    'http2.connect',
    (host, port) =>
      new Promise((resolve) => {
        const session = connectHttp2(`http://${host}:${port}`, () => resolve('connected'));
        session.on('error', resolve);
        onTestFinished(() => session.destroy());
      }),
  ],
  [
    'WebSocket',
    (host, port) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${host}:${port}/`);
        socket.onerror = (event) => resolve((event as unknown as { error: unknown }).error);
      }),
  ],
];

function failureOf(request: http.ClientRequest): Promise<unknown> {
  return new Promise((resolve) => {
    request.on('error', resolve);
    request.on('response', (response) => {
      response.resume();
      resolve('connected');
    });
  });
}

describe.each(ways)('%s', (way, connect) => {
  test('goes to no other host', async () => {
    const { port, seen } = await serve();
    const error = await work(() => connect(otherHost, port));
    // A WebSocket does not pass on why it failed.
    if (way !== 'WebSocket') expect(error).toSatisfy(isRefusal);
    expect(seen().connections).toBe(0);
    expect(connections().recent.at(-1)).toMatchObject({ host: otherHost, port, purpose, refused: true });
  });

  test('goes to another host that is allowed', async () => {
    const { port, seen } = await serve();
    await withNetwork({ purpose, allow: [`${otherHost}:${port}`] }, () => connect(otherHost, port));
    expect(resolved).toContain(otherHost);
    expect(seen().connections).toBe(1);
  });

  test('goes to this machine', async () => {
    const { port, seen } = await serve();
    await work(() => connect('127.0.0.1', port));
    await work(() => connect('localhost', port));
    expect(seen().connections).toBeGreaterThanOrEqual(2);
  });

  test('goes to no address of another host', async () => {
    const error = await work(() => connect('192.0.2.1', 80));
    if (way !== 'WebSocket') expect(error).toSatisfy(isRefusal);
    expect(connections().recent.at(-1)).toMatchObject({ host: '192.0.2.1', refused: true });
  });

  test('does not even resolve the name of another host', async () => {
    const error = await work(() => connect('gpu.invalid', 80));
    if (way !== 'WebSocket') expect(error).toSatisfy(isRefusal);
    expect(resolved).not.toContain('gpu.invalid');
  });
});

test('what the host application does by itself is counted and not refused', async () => {
  const { port, seen } = await serve();
  const host = otherHost;
  expect(connections().since).toBeLessThanOrEqual(Date.now());
  await (await fetch(`http://${host}:${port}/`)).text();
  expect(seen().requests).toBe(1);
  expect(connections().recent.at(-1)).toMatchObject({ host, port, purpose: 'host application', refused: false });
});

test('localhost must be this machine', async () => {
  const lookup: net.LookupFunction = (_name, options, callback) => {
    const address = '192.0.2.77';
    if (options.all === true) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
  expect(await work(() => outcome(net.connect({ host: 'localhost', port: 80, lookup })))).toSatisfy(isRefusal);
  const single = work(() => outcome(net.connect({ host: 'localhost', port: 80, lookup, autoSelectFamily: false })));
  expect(await single).toSatisfy(isRefusal);
  expect(connections().recent.at(-1)).toMatchObject({ host: 'localhost', refused: true });
});

test('no host, and an empty one, is this machine', async () => {
  const { port } = await serve();
  for (const host of [undefined, '', null as unknown as string]) {
    expect(await work(() => outcome(net.connect({ port, ...(host !== undefined && { host }) }))), `${host}`).toBe(
      'connected',
    );
  }
});

test.skipIf(process.platform === 'win32')('a Unix socket is this machine', async () => {
  const path = join(tmpdir(), `cubo-guard-${process.pid}.sock`);
  const server = net.createServer((socket) => socket.end());
  server.listen(path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  expect(await work(() => outcome(net.connect(path)))).toBe('connected');
  expect(connections().recent.at(-1)).toMatchObject({ host: path, port: undefined, refused: false });
});

describe('a connection that the host application has open', () => {
  test('of an http.Agent takes no request of work', async () => {
    const { port, seen } = await serve();
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const get = () => failureOf(http.get({ host: otherHost, port, agent }));
    expect(await get()).toBe('connected');
    await pause();
    expect(Object.keys(agent.freeSockets)).toHaveLength(1);
    expect(await withNetwork({ purpose, allow: [otherHost] }, get)).toBe('connected');
    await pause();
    expect(seen()).toEqual({ connections: 1, requests: 2 });
    expect(await work(get)).toSatisfy(isRefusal);
    expect(seen()).toEqual({ connections: 1, requests: 2 });
  });

  test('of an http.Agent for a request that waits is not given to work', async () => {
    const { port, seen } = await serve();
    const agent = new http.Agent({ maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const get = () => failureOf(http.get({ host: otherHost, port, agent }));
    const own = get();
    expect(await work(get)).toSatisfy(isRefusal);
    expect(await own).toBe('connected');
    expect(seen().requests).toBe(1);
  });

  test('of fetch takes no request of work', async () => {
    const { port, seen } = await serve();
    const get = async () => (await fetch(`http://${otherHost}:${port}/`)).text();
    await get();
    await pause();
    await withNetwork({ purpose, allow: [otherHost] }, get);
    await pause();
    expect(seen()).toEqual({ connections: 1, requests: 2 });
    await expect(work(get)).rejects.toSatisfy(isRefusal);
    expect(seen()).toEqual({ connections: 1, requests: 2 });
    // The host application itself goes on.
    await get();
    expect(seen().requests).toBe(3);
  });
});

test.skipIf(!hasEnvironmentProxy())('a proxy on this machine is no way around', async () => {
  const { port, server, seen } = await serve();
  // Whatever host the tunnel is to lead to, it leads back here.
  let tunnels = 0;
  server.on('connect', (_, socket) => {
    tunnels++;
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    server.emit('connection', socket);
  });
  const index = new URL('../src/index.ts', import.meta.url).href;
  const script = `
    import { withNetwork } from '${index}';
    const get = () => fetch('http://${otherHost}/').then((answer) => answer.text(), (error) => error.cause.code);
    const work = () => withNetwork({ purpose: 'a test' }, get);
    console.log(await work(), await get(), await work());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://127.0.0.1:${port}` },
  });
  expect(stdout).toBe('CUBO_NETWORK_REFUSED hello CUBO_NETWORK_REFUSED\n');
  expect([tunnels, seen().requests]).toEqual([1, 1]);
});

function hasEnvironmentProxy(): boolean {
  return Number(process.versions.node.split('.')[0]) >= 24;
}

/** Until a connection that was used is free again. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('work within work', () => {
  const contact = async () => (await fetch(`http://${otherHost}:${(await serve()).port}/`)).status;
  const allow = [otherHost];

  test('may do what the work around it may', async () => {
    expect(await withNetwork({ purpose, allow }, () => work(contact))).toBe(200);
  });
  test('cannot allow itself more', async () => {
    await expect(work(() => withNetwork({ purpose, allow }, contact))).rejects.toSatisfy(isRefusal);
  });
  test('can allow itself less', async () => {
    const less = withNetwork({ purpose, allow }, () => withNetwork({ purpose, allow: [] }, contact));
    await expect(less).rejects.toSatisfy(isRefusal);
  });
});

test('a host that others would contact is judged in the same way', () => {
  const judge = (host: string, port = 443) => assertAllowed(host, port, purpose);
  expect(() => judge(otherHost)).toThrow(expect.toSatisfy(isRefusal));
  expect(() => judge('127.0.0.1')).not.toThrow();
  withNetwork({ purpose, allow: [`${otherHost}:443`] }, () => {
    expect(() => judge(otherHost)).not.toThrow();
    expect(() => judge(otherHost, 80)).toThrow(expect.toSatisfy(isRefusal));
  });
});

test('each step of an iterable is part of the work', async () => {
  const { port, seen } = await serve();
  const ends: string[] = [];
  async function* steps() {
    try {
      yield 'first';
      await fetch(`http://${otherHost}:${port}/`);
    } finally {
      ends.push('ended');
    }
  }
  const iterator = iterateWithNetwork({ purpose }, steps)[Symbol.asyncIterator]();
  expect(await iterator.next()).toEqual({ done: false, value: 'first' });
  await expect(iterator.next()).rejects.toSatisfy(isRefusal);
  for await (const step of iterateWithNetwork({ purpose }, steps)) {
    expect(step).toBe('first');
    break;
  }
  expect(ends).toEqual(['ended', 'ended']);
  expect(seen().connections).toBe(0);
});
