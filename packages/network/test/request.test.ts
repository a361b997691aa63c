import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { request, withNetwork } from '../src/index.ts';
import { otherHost, serve } from './serve.ts';

const purpose = 'a test of requests';

test('sends method, headers and body, and streams the answer', async () => {
  const { port } = await serve((incoming, response) => {
    incoming.setEncoding('utf8');
    response.writeHead(201, { 'x-method': incoming.method, 'x-given': incoming.headers['x-given'] });
    response.write('first ');
    text(incoming).then((body) => response.end(body));
  });
  const answer = await request(`http://127.0.0.1:${port}/path?query`, {
    purpose,
    method: 'PUT',
    headers: { 'x-given': 'yes' },
    body: (async function* () {
      yield Buffer.from('in ');
      yield Buffer.from('pieces');
    })(),
  });
  expect(answer.status).toBe(201);
  expect(answer.headers).toMatchObject({ 'x-method': 'PUT', 'x-given': 'yes' });
  expect(await text(answer.body)).toBe('first in pieces');
});

test('the host header is that of the URL', async () => {
  const { port } = await serve(({ headers }, response) => response.end(headers.host));
  expect(await text((await request(`http://localhost:${port}`, { purpose })).body)).toBe(`localhost:${port}`);
});

test('a redirect is an answer like others', async () => {
  const { port, seen } = await serve((_, response) => response.writeHead(302, { location: '/there' }).end());
  expect((await request(`http://127.0.0.1:${port}/`, { purpose })).status).toBe(302);
  expect(seen().requests).toBe(1);
});

test('a server that turns to another protocol, which nobody asked for, is no answer', async () => {
  const switching = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n';
  const { port } = await serve(({ socket }) => socket.end(switching));
  await expect(request(`http://127.0.0.1:${port}/`, { purpose })).rejects.toMatchObject({
    code: 'CUBO_NETWORK_FAILED',
    message: expect.stringContaining('no answer came'),
  });
});

test('without surrounding work this machine alone is contacted', async () => {
  await expect(request('http://192.0.2.1/', { purpose })).rejects.toMatchObject({
    code: 'CUBO_NETWORK_REFUSED',
    message: expect.stringContaining('192.0.2.1:80 was not contacted (a test of requests)'),
    remedy: expect.stringContaining("allow: ['192.0.2.1:80']"),
  });
});

test('work may contact what it allows', async () => {
  const { port } = await serve();
  const allow = [otherHost];
  const answer = await withNetwork({ purpose, allow }, () => request(`http://${otherHost}:${port}/`, { purpose }));
  expect(await text(answer.body)).toBe('hello');
});

test('a proxy of the environment is not used', async () => {
  const { port } = await serve();
  const { port: proxy, seen } = await serve();
  process.env.HTTP_PROXY = `http://127.0.0.1:${proxy}`;
  process.env.NODE_USE_ENV_PROXY = '1';
  try {
    expect((await request(`http://127.0.0.1:${port}/`, { purpose })).status).toBe(200);
    expect(seen().connections).toBe(0);
  } finally {
    delete process.env.HTTP_PROXY;
    delete process.env.NODE_USE_ENV_PROXY;
  }
});

test('a server that is not there', async () => {
  const { port, server } = await serve();
  await new Promise((resolve) => server.close(resolve));
  await expect(request(`http://127.0.0.1:${port}/`, { purpose })).rejects.toMatchObject({
    code: 'CUBO_NETWORK_FAILED',
    message: expect.stringContaining('ECONNREFUSED'),
    cause: { code: 'ECONNREFUSED' },
  });
});

test('a server that hangs up', async () => {
  const { port } = await serve(({ socket }) => socket.destroy());
  await expect(request(`http://127.0.0.1:${port}/`, { purpose })).rejects.toMatchObject({
    code: 'CUBO_NETWORK_FAILED',
  });
});

test('a body that breaks off fails to be read', async () => {
  const { port } = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('some', () => response.destroy());
  });
  const { body } = await request(`http://127.0.0.1:${port}/`, { purpose });
  await expect(text(body)).rejects.toThrow('aborted');
});

test('an aborted signal ends it, before, while waiting and while reading', async () => {
  const { port } = await serve((incoming, response) => {
    if (incoming.url === '/begin') response.write('some');
  });
  const reason = new Error('enough');
  await expect(request('http://192.0.2.1/', { purpose, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const waiting = new AbortController();
  const never = request(`http://127.0.0.1:${port}/`, { purpose, signal: waiting.signal });
  setTimeout(() => waiting.abort(reason), 20);
  await expect(never).rejects.toBe(reason);
  const reading = new AbortController();
  const { body } = await request(`http://127.0.0.1:${port}/begin`, { purpose, signal: reading.signal });
  setTimeout(() => reading.abort(reason), 20);
  await expect(text(body)).rejects.toThrow('aborted');
});

test.each(['ftp://127.0.0.1/', 'no url', 'http://user:secret@127.0.0.1/'])('%s is refused', async (url) => {
  const error = await request(url, { purpose }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  expect(String(error)).not.toContain('secret');
});
