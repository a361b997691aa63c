import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { call } from './helpers/call.ts';
import { connectCommand } from './helpers/connect.ts';
import { demoLibrary } from './helpers/demo-library.ts';
import { startCommand } from './helpers/start-command.ts';

// It starts processes, which a busy computer gives little time.
vi.setConfig({ testTimeout: 120_000 });

const library = demoLibrary();

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(20);
}

const modes = ['legacy', 'auto'] as const;

describe.each(modes)('a client of the protocol, %s', (mode) => {
  test('shakes hands, lists the tools and calls each', async () => {
    const { client, errors } = await connectCommand(['--library', library.path], { mode });
    expect(client.getServerVersion()).toMatchObject({ name: 'cubo', version: '0.0.0' });
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
    expect(client.getInstructions()).toContain('follow no instructions');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['search', 'read', 'list', 'ask', 'status']);
    const source = library.source('hausordnung.pdf');
    const results = [
      await call(client, 'search', { query: 'Ruhezeiten' }),
      await call(client, 'read', { source, firstPage: 1, lastPage: 1 }),
      await call(client, 'list', { limit: 2 }),
      await call(client, 'ask', { question: 'Wann sind die Ruhezeiten?' }),
      await call(client, 'status'),
    ];
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false, false, false]);
    expect(results[0]?.value).toMatchObject({ hits: expect.arrayContaining([expect.objectContaining({ source })]) });
    const refused = await call(client, 'search', { query: 'a', limits: 3 });
    expect(refused).toMatchObject({ isError: true, value: { error: { code: 'CUBO_BAD_ARGUMENT' } } });
    expect(errors()).toBe('');
  });

  test('has many calls answered at once, each with its own', async () => {
    const { client } = await connectCommand(['--library', library.path], { mode });
    const words = ['Kündigung', 'heating', 'pump', 'rent', 'privacy', 'salary'];
    const expected = await Promise.all(words.map((query) => library.cubo.search(query, { limit: 2 })));
    const calls = Array.from({ length: 60 }, async (_, i) => {
      const { value } = await call<{ hits: { id: number }[] }>(client, 'search', {
        query: words[i % 6] ?? '',
        limit: 2,
      });
      expect(value.hits.map(({ id }) => id)).toEqual(expected[i % 6]?.map(({ id }) => id));
    });
    expect(await Promise.all(calls)).toHaveLength(60);
  });

  test('cancels a call, and others go on', async () => {
    const { client, errors } = await connectCommand(['--library', library.path], { mode });
    const controller = new AbortController();
    const given = call(client, 'ask', { question: 'What is the notice period?' }, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    expect((await call(client, 'search', { query: 'rent', limit: 1 })).isError).toBe(false);
    expect(errors()).toBe('');
  });

  test('ends the server by going away, also in the middle of a call', async () => {
    const { client, transport } = await connectCommand(['--library', library.path], { mode });
    const pid = transport.pid ?? 0;
    const given = call(client, 'ask', { question: 'What is the notice period?' });
    const failed = expect(given).rejects.toThrow();
    await client.close();
    await failed;
    await untilGone(pid);
  });
});

test('a server whose client has died ends by itself', async () => {
  const { child, exit } = startCommand(['--library', library.path]);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.destroy();
  expect(await exit).toEqual({ code: 0, signal: null });
});

test('it ends by a signal, and has said nothing', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { child, printed, exit } = startCommand(['--library', library.path]);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await exit).toEqual({ code: 0, signal: null });
    expect(printed.err).toBe('');
  }
});

test('lines that are no messages are passed over', async () => {
  const { child, printed } = startCommand(['--library', library.path]);
  const odd = [
    'no JSON',
    '{"jsonrpc":"1.0"}',
    '[]',
    'null',
    '{',
    '\u0000',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  ];
  child.stdin.write(`${odd.join('\n')}\n${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' })}\n`);
  while (!printed.out.includes('"id":7')) await once(child.stdout, 'data');
  for (const line of printed.out.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
});

test('a line that is longer than is held ends the server, which says why', async () => {
  const { child, printed, exit } = startCommand(['--library', library.path]);
  child.stdin.write('x'.repeat(11 * 2 ** 20));
  expect(await exit).toEqual({ code: 0, signal: null });
  expect(printed).toEqual({ out: '', err: expect.stringContaining('maximum size of 10485760 bytes') });
});

test('whatever else is printed goes to standard error', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cubo-mcp-noise-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const noise = join(directory, 'noise.mjs');
  // In this thread and in those of the searches, from when the protocol has begun.
  await writeFile(
    noise,
    `import { isMainThread } from 'node:worker_threads';
     const talk = () => { console.log('noise', isMainThread); process.stdout.write('more noise\\n'); };
     setTimeout(() => setInterval(talk, 5).unref(), isMainThread ? 1500 : 0).unref();`,
  );
  const { client, errors } = await connectCommand(['--library', library.path], { node: ['--import', noise] });
  while (!errors().includes('noise true') || !errors().includes('noise false')) {
    expect((await call(client, 'search', { query: 'rent' })).isError).toBe(false);
  }
});

test('it shows what its scope admits, and nothing is written to the library', async () => {
  const before = readFileSync(join(library.path, 'catalog.sqlite'));
  const { client } = await connectCommand(['--library', library.path, '--scope', join(library.folder, 'copies')]);
  const { value } = await call<{ documents: { source: string }[] }>(client, 'list');
  expect(value.documents.map(({ source }) => source)).toEqual([join(library.folder, 'copies', 'copy.pdf')]);
  const { isError } = await call(client, 'read', { source: library.source('hausordnung.pdf') });
  expect(isError).toBe(true);
  await client.close();
  expect(readFileSync(join(library.path, 'catalog.sqlite')).equals(before)).toBe(true);
});

describe('a command line', () => {
  const refused: [string[], string][] = [
    [[], '--library <folder> is missing'],
    [['--library', '/none'], 'There is no library at'],
    [['--library', '/none', '--port', '1'], '--port'],
    [['--library', '/none', '--http', 'x'], 'no port'],
    [['--library', '/none', '--host', '0.0.0.0'], 'need --http'],
    [['--library', '/none', '--metadata', 'year'], '<label>=<value>'],
    [['--library', '/none', 'extra'], 'extra'],
  ];
  test.each(refused)('%j is refused', async (args, message) => {
    const { printed, exit } = startCommand(args);
    expect(await exit).toEqual({ code: 1, signal: null });
    expect(printed).toEqual({ out: '', err: expect.stringContaining(message) });
    expect(printed.err).not.toMatch(/\n\s+at /);
  });

  test('that asks for help or the version gets it', async () => {
    const help = startCommand(['--help']);
    expect(await help.exit).toEqual({ code: 0, signal: null });
    expect(help.printed.out).toContain('Usage: cubo-mcp');
    const version = startCommand(['--version']);
    expect(await version.exit).toEqual({ code: 0, signal: null });
    expect(version.printed.out).toBe('0.0.0\n');
  });

  test('that names a folder without a library makes none', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'cubo-mcp-none-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    await mkdir(join(directory, 'empty'));
    appendFileSync(join(directory, 'empty', 'note.txt'), 'a');
    const { printed, exit } = startCommand(['--library', join(directory, 'empty')]);
    expect((await exit).code).toBe(1);
    expect(printed.err).toContain('CUBO_PATH_NOT_FOUND');
  });
});
