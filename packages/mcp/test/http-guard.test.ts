import { connect as openSocket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { connectHttp } from './helpers/connect.ts';
import { demoLibrary } from './helpers/demo-library.ts';
import { listen, ping, send } from './helpers/http.ts';

const library = demoLibrary();
const token = 'a-token-that-nobody-guesses';

test('it is reached by its names, and by no other', async () => {
  const url = await listen(library.cubo, { allowedHosts: ['cubo.example'] });
  const { port } = new URL(url);
  for (const host of [
    `127.0.0.1:${port}`,
    'localhost',
    'LOCALHOST:1',
    '[::1]:80',
    'cubo.example',
    'Cubo.Example:443',
  ]) {
    expect((await send(url, { headers: { Host: host } })).status, host).toBe(200);
  }
  for (const host of [
    'evil.example',
    `localhost.evil.example:${port}`,
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '[::2]',
    'a b',
    'localhost:x',
  ]) {
    const { status, body } = await send(url, { headers: { Host: host } });
    expect(status, host).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain('result');
  }
});

test('a request without a Host, or with two, is answered nothing', async () => {
  const url = await listen(library.cubo);
  const rest = `Content-Type: application/json\r\nContent-Length: ${ping.length}\r\nConnection: close\r\n\r\n${ping}`;
  const heads = [
    'HTTP/1.1\r\n',
    'HTTP/1.1\r\nHost:\r\n',
    'HTTP/1.0\r\n',
    'HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\n',
  ];
  for (const head of heads) {
    const socket = openSocket({ host: '127.0.0.1', port: Number(new URL(url).port) });
    socket.write(`POST /mcp ${head}${rest}`);
    expect(await text(socket), head).toMatch(/^HTTP\/1.1 40[03] /);
  }
});

test('no web page may ask, unless it is allowed to', async () => {
  const closed = await listen(library.cubo);
  for (const origin of ['https://evil.example', 'null', 'http://localhost:3000', new URL(closed).origin]) {
    const { status, headers, body } = await send(closed, { headers: { Origin: origin } });
    expect({ status, allowed: headers['access-control-allow-origin'] }, origin).toEqual({
      status: 403,
      allowed: undefined,
    });
    expect(body).not.toContain('result');
    expect((await send(closed, { method: 'OPTIONS', headers: { Origin: origin } })).status).toBe(403);
  }
  const open = await listen(library.cubo, { allowedOrigins: ['https://app.example'], token });
  const page = { Origin: 'https://app.example', Authorization: `Bearer ${token}` };
  const { status, headers } = await send(open, { headers: page });
  expect({ status, origin: headers['access-control-allow-origin'] }).toEqual({ status: 200, origin: page.Origin });
  expect(headers.vary).toContain('Origin');
  const preflight = await send(open, { method: 'OPTIONS', headers: { Origin: page.Origin } });
  expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': page.Origin } });
  expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
  // The page is told that its token is wrong, and is answered nothing.
  expect(await send(open, { headers: { Origin: page.Origin } })).toMatchObject({
    status: 401,
    headers: { 'access-control-allow-origin': page.Origin },
  });
  for (const origin of ['https://app.example.evil', 'http://app.example', 'https://app.example:444']) {
    expect((await send(open, { headers: { ...page, Origin: origin } })).status).toBe(403);
  }
});

test('with a token it answers those who know it', async () => {
  const url = await listen(library.cubo, { token });
  const authorized = (authorization: string) => send(url, { headers: { Authorization: authorization } });
  expect((await authorized(`Bearer ${token}`)).status).toBe(200);
  expect((await authorized(`bearer  ${token}`)).status).toBe(200);
  for (const wrong of [
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
    token,
  ]) {
    const { status, headers, body } = await authorized(wrong);
    expect({ status, asks: headers['www-authenticate'] }, wrong).toEqual({ status: 401, asks: 'Bearer' });
    expect(body).not.toContain(token);
  }
  expect((await send(url)).status).toBe(401);
  await expect(connectHttp(url)).rejects.toThrow();
});

test('every answer forbids to keep, show or embed it', async () => {
  const url = await listen(library.cubo, { token });
  const answers = [
    await send(url, { headers: { Authorization: `Bearer ${token}` } }),
    await send(url),
    await send(url, { path: '/' }),
    await send(url, { headers: { Host: 'evil.example' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 403]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('other machines are let in with a token alone', async () => {
  const outward = Object.values(networkInterfaces())
    .flat()
    .find((face) => face?.family === 'IPv4' && !face.internal)?.address;
  for (const host of ['0.0.0.0', '::', ...(outward ? [outward] : [])]) {
    await expect(listen(library.cubo, { host }), host).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  }
  const url = await listen(library.cubo, { host: '0.0.0.0', token });
  const { port } = new URL(url);
  const headers = { Authorization: `Bearer ${token}` };
  expect((await send(url, { headers: { ...headers, Host: `127.0.0.1:${port}` } })).status).toBe(200);
  expect((await send(url, { headers: { ...headers, Host: 'evil.example' } })).status).toBe(403);
  if (outward !== undefined) {
    expect((await send(`http://${outward}:${port}/mcp`, { headers })).status).toBe(200);
    expect((await send(`http://${outward}:${port}/mcp`)).status).toBe(401);
  }
});

test('options that make no sense are refused', async () => {
  const wrong: object[] = [
    { ports: 1 },
    { port: -1 },
    { port: 1.5 },
    { host: '' },
    { host: 'no such host.example' },
    { token: '' },
    { token: 'short' },
    { token: 'with a space in it, and long' },
    { allowedOrigins: ['app.example'] },
    { allowedOrigins: ['https://app.example/path'] },
    { allowedOrigins: 'https://app.example' },
    { allowedHosts: [''] },
    { maximumRequests: 0 },
    { maximumRequestBytes: Number.NaN },
  ];
  for (const options of wrong) {
    await expect(listen(library.cubo, options), JSON.stringify(options)).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
    });
  }
  const { port } = new URL(await listen(library.cubo));
  await expect(listen(library.cubo, { port: Number(port) })).rejects.toMatchObject({
    code: 'CUBO_BAD_ARGUMENT',
    message: expect.stringContaining('EADDRINUSE'),
  });
});
