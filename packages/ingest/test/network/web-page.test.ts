import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { builtinExtractors, createExtractorRegistry, readSourceHead } from '../../src/index.ts';
import { createNetwork } from '../../src/network/index.ts';
import { collect } from '../helpers/sections.ts';
import { fetch, page, textOf } from './fetch.ts';
import { publicAddress, serve, testNetwork } from './site.ts';

/** The 13 forms that reach a private service where only the text of the host is looked at, and more of their kind. */
const forms = [
  'http://2130706433/',
  'http://0x7f.1/',
  'http://127.1/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fe80::1]/',
  'http://[::]/',
  'http://100.64.0.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://localhost./',
  'http://foo.localhost/',
  'http://private.example/',
  'http://host.docker.internal:11434/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://%31%32%37.0.0.1/',
  'http://１２７.0.0.1/',
  'http://[64:ff9b::7f00:1]/',
  'http://169.254.169.254/latest/meta-data/',
];
const names = { 'private.example': ['10.0.0.7'] };

describe('addresses that are not public are refused', () => {
  test.each(forms)('%s, and behind a redirect', async (url) => {
    let asked = 0;
    const port = await serve((_, response) => {
      asked++;
      response.writeHead(302, { location: url.replace(/\P{ASCII}/gu, encodeURIComponent) }).end();
    });
    const network = testNetwork(port, { names });
    await expect(fetch(url, network)).rejects.toMatchObject({ code: 'CUBO_NETWORK_REFUSED' });
    expect(network.connections()).toBe(0);
    await expect(fetch('http://site.example/', network)).rejects.toMatchObject({ code: 'CUBO_NETWORK_REFUSED' });
    expect([network.connections(), asked]).toEqual([1, 1]);
  });

  test.each(['http://127.0.0.1/', 'http://[::1]/', 'http://localhost/', 'http://host.docker.internal:11434/'])(
    '%s, on the network of this machine',
    async (url) => {
      const network = createNetwork();
      await expect(fetch(url, network)).rejects.toMatchObject({ code: 'CUBO_NETWORK_REFUSED' });
      expect(network.connections()).toBe(0);
    },
  );

  test('a name with a public and a private address', async () => {
    const network = testNetwork(1, { names: { 'mixed.example': [publicAddress, '192.168.0.1'] } });
    await expect(fetch('http://mixed.example/', network)).rejects.toMatchObject({
      code: 'CUBO_NETWORK_REFUSED',
      message: expect.stringContaining('192.168.0.1'),
    });
    expect(network.connections()).toBe(0);
  });

  test('a name is resolved once, and the connection goes to what was checked', async () => {
    const port = await serve((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    const answers = [[publicAddress], ['127.0.0.1']];
    const network = testNetwork(port, { names: { 'rebinding.example': () => answers.shift() ?? [] } });
    await fetch('http://rebinding.example/', network);
    expect(network.lookups).toEqual(['rebinding.example']);
    expect(network.contacted).toEqual([{ host: publicAddress, port: 80 }]);
    // The next page asks again, and is refused.
    await expect(fetch('http://rebinding.example/', network)).rejects.toMatchObject({ code: 'CUBO_NETWORK_REFUSED' });
  });
});

test('the charset that a server states counts before what the page says', async () => {
  const port = await serve((_, response) => {
    response.setHeader('content-type', 'text/html; charset="windows-1251"');
    response.end(Buffer.from('<meta charset="iso-8859-1"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>', 'latin1'));
  });
  const source = await fetch('http://site.example/', testNetwork(port));
  const read = createExtractorRegistry(builtinExtractors()).find(source, await readSourceHead(source));
  const sections = await collect(read.extract(source, { maximumBytes: 1e6, unread() {}, describe() {} }));
  expect(sections.map(({ text }) => text.trim())).toEqual(['Привет']);
});

describe('redirects', () => {
  test('are followed five times, each checked', async () => {
    const port = await serve(({ url }, response) => {
      const step = Number(url?.slice(1));
      if (step >= 5) response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      else response.writeHead([301, 302, 303, 307, 308][step] ?? 302, { location: `/${step + 1}` }).end();
    });
    const network = testNetwork(port);
    const source = await fetch('http://site.example/0', network);
    expect(source).toMatchObject({
      uri: 'http://site.example/0',
      name: '5',
      metadata: { url: 'http://site.example/5', fetchedAt: '2026-01-02T00:00:00.000Z' },
    });
    expect(network.connections()).toBe(6);
    expect(network.lookups).toHaveLength(6);
  });

  test.each([
    ['/', 'more than 5 times'],
    ['http://', 'no URL'],
  ])('to %s end', async (location, reason) => {
    const port = await serve((_, response) => response.writeHead(302, { location }).end());
    await expect(fetch('http://site.example/', testNetwork(port))).rejects.toMatchObject({
      code: 'CUBO_NETWORK_FAILED',
      message: expect.stringContaining(reason),
    });
  });

  test.each(['file:///etc/passwd', 'http://user:secret@site.example/', 'http://site.example:6379/'])(
    'to %s are refused',
    async (location) => {
      const port = await serve((_, response) => response.writeHead(302, { location }).end());
      const network = testNetwork(port);
      await expect(fetch('http://site.example/', network)).rejects.toMatchObject({ code: 'CUBO_NETWORK_REFUSED' });
      expect(network.connections()).toBe(1);
    },
  );
});

describe('a page', () => {
  test('comes with what the server says of it', async () => {
    const asked: unknown[] = [];
    const port = await serve(({ headers }, response) => {
      asked.push(headers);
      response.setHeader('last-modified', 'Fri, 02 Jan 2026 03:04:05 GMT');
      response.setHeader('content-type', 'Text/HTML; charset=windows-1251');
      response.end(Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]));
    });
    const network = testNetwork(port);
    const source = await fetch('http://site.example/Notice%20board.php?id=7#part', network, {
      title: 'Board',
      metadata: { category: 'Web' },
    });
    expect(source).toMatchObject({
      uri: 'http://site.example/Notice%20board.php?id=7',
      name: 'Notice board.php',
      mediaType: 'Text/HTML; charset=windows-1251',
      size: 6,
      modifiedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
      title: 'Board',
      metadata: { url: 'http://site.example/Notice%20board.php?id=7', category: 'Web' },
    });
    expect(asked).toEqual([expect.objectContaining({ host: 'site.example', 'user-agent': 'Cubo' })]);
    expect(asked[0]).not.toHaveProperty('cookie');
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ])('is unpacked from %s', async (encoding, pack) => {
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(pack(page)),
    );
    expect(await textOf('http://site.example/', testNetwork(port))).toBe(page);
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('a bomb of %s ends at the limit', async (encoding, pack) => {
    const packed = pack(Buffer.alloc(64 * 2 ** 20));
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(packed),
    );
    await expect(fetch('http://site.example/', testNetwork(port, { maximumBytes: 100_000 }))).rejects.toMatchObject({
      code: 'CUBO_SOURCE_TOO_LARGE',
    });
  });

  test('that never ends, is too long or breaks off is reported', async () => {
    const port = await serve(({ url }, response) => {
      response.setHeader('content-type', 'text/html');
      if (url === '/endless') {
        const more = (error?: Error | null) => error || response.write(randomBytes(50_000), more);
        more();
      } else if (url === '/long') response.writeHead(200, { 'content-length': '999999999' }).write('x');
      else if (url === '/short') {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('x', () => response.destroy());
      } else if (url === '/cut') {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(page).subarray(0, 30));
      } else response.destroy();
    });
    const network = testNetwork(port, { maximumBytes: 1_000_000 });
    for (const path of ['endless', 'long']) {
      await expect(fetch(`http://site.example/${path}`, network)).rejects.toMatchObject({
        code: 'CUBO_SOURCE_TOO_LARGE',
      });
    }
    for (const path of ['short', 'cut', 'nothing']) {
      await expect(fetch(`http://site.example/${path}`, network)).rejects.toMatchObject({
        code: 'CUBO_NETWORK_FAILED',
      });
    }
  });

  test('has to be there in time, headers, body, redirects and all', async () => {
    const port = await serve(({ url }, response) => {
      if (url === '/silent') return;
      if (url === '/drip') {
        response.writeHead(200, { 'content-type': 'text/html' });
        setInterval(() => response.write('x'), 20).unref();
      } else setTimeout(() => response.writeHead(302, { location: '/again' }).end(), 60);
    });
    const network = testNetwork(port, { timeoutMilliseconds: 200 });
    for (const path of ['silent', 'drip', 'again']) {
      await expect(fetch(`http://site.example/${path}`, network)).rejects.toMatchObject({
        code: 'CUBO_NETWORK_FAILED',
        message: expect.stringContaining('0.2 seconds'),
      });
    }
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 30);
    await expect(fetch('http://site.example/silent', network, { signal: stop.signal })).rejects.toThrow('enough');
  });

  test.each([404, 500, 204, 206, 304])('with status %i is none', async (status) => {
    const port = await serve((_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end());
    await expect(fetch('http://site.example/', testNetwork(port))).rejects.toMatchObject({
      code: 'CUBO_NETWORK_FAILED',
      message: expect.stringContaining(String(status)),
    });
  });

  test.each<[string, string | undefined, boolean]>([
    ['/', 'text/html', true],
    ['/', 'text/plain; charset=utf-8', true],
    ['/', 'application/xhtml+xml', true],
    ['/', 'application/pdf', true],
    ['/a.pdf', 'application/octet-stream', true],
    ['/a.pdf', undefined, true],
    ['/a', 'application/octet-stream', false],
    ['/a.exe', 'application/octet-stream', false],
    ['/', undefined, false],
    ['/a.html', 'video/mp4', false],
    ['/', 'application/wasm', false],
  ])('%s of type %s: taken %s', async (path, type, isTaken) => {
    const port = await serve((_, response) => {
      if (type !== undefined) response.setHeader('content-type', type);
      response.end(page);
    });
    const fetching = fetch(`http://site.example${path}`, testNetwork(port));
    if (isTaken) expect(await fetching).toMatchObject({ size: Buffer.byteLength(page) });
    else await expect(fetching).rejects.toMatchObject({ code: 'CUBO_FORMAT_UNSUPPORTED' });
  });

  test('packed in a way that nobody knows is reported', async () => {
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' }).end('x'),
    );
    await expect(fetch('http://site.example/', testNetwork(port))).rejects.toMatchObject({
      code: 'CUBO_NETWORK_FAILED',
    });
  });

  test('of a name that does not exist, or a server that does not answer, is reported', async () => {
    const closed = await serve(() => {});
    const network = testNetwork(closed, { names: { 'none.example': [] } });
    await expect(fetch('http://none.example/', network)).rejects.toMatchObject({ code: 'CUBO_NETWORK_FAILED' });
    await expect(fetch('http://site.example/', testNetwork(1))).rejects.toMatchObject({
      code: 'CUBO_NETWORK_FAILED',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
