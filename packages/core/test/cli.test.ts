import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCubo } from '../src/index.ts';
import { writeFiles } from './open-cubo.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function cubo(...args: string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (bytes) => {
      out += bytes;
    });
    child.stderr.on('data', (bytes) => {
      err += bytes;
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve({ code, out, err }));
  });
}

const json = (run: Run) => JSON.parse(run.out) as Record<string, unknown>;

describe('on a library', () => {
  let library = '';
  let documents = '';

  let directory = '';
  afterAll(() => rm(directory, { recursive: true, force: true }));

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cubo-cli-'));
    library = join(directory, 'library');
    documents = join(directory, 'documents');
    await writeFiles(documents, {
      'lease.md': '# Lease\n\nThe notice period is three months. The rent is 900 euros.\n',
      'boiler.txt': 'Press the red button for three seconds.',
      'broken.pdf': 'this is no PDF',
    });
    await symlink(directory, join(documents, 'link'));
    await mkdir(join(documents, 'empty'));
    const run = await cubo('ingest', documents, '--library', library, '--json');
    expect(run.code, run.err).toBe(0);
    const events = run.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events[0]).toMatchObject({ type: 'job-start', resumed: false });
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      files: 4,
      chunks: 2,
      skipped: ['broken.pdf', 'link'].map((name) => ({
        path: join(documents, name),
        reason: expect.any(String),
        code: expect.stringMatching(/^CUBO_/),
      })),
      seconds: expect.any(Number),
    });
  });

  test('search --json', async () => {
    const run = await cubo('search', 'notice period', '--library', library, '--limit', '1', '--json');
    const result = json(run) as { hits: Record<string, unknown>[]; milliseconds: number };
    expect(Object.keys(result)).toEqual(['hits', 'milliseconds']);
    expect(result.hits).toHaveLength(1);
    expect(Object.keys(result.hits[0] ?? {})).toEqual(['source', 'locator', 'score', 'text', 'explain']);
    expect(result.hits[0]).toMatchObject({ source: join(documents, 'lease.md') });
  });

  test('search for people, with mode and scope', async () => {
    const run = await cubo(
      'search',
      'three',
      '--library',
      library,
      '--mode',
      'sparse',
      '--scope',
      join(documents, 'boiler.txt'),
    );
    expect(run.code).toBe(0);
    expect(run.out).toMatch(/^1\. boiler\.txt, line 1 {2}\(\d/);
    expect(run.err).toContain('1 hit in');
  });

  test('ask --json', async () => {
    const result = json(await cubo('ask', 'What is the notice period?', '--library', library, '--json'));
    expect(Object.keys(result)).toEqual(['text', 'citations', 'generator']);
    expect(result).toMatchObject({ generator: 'extractive', text: expect.stringContaining('three months') });
    expect(result.text).toContain(`[${(result.citations as { number: number }[])[0]?.number}]`);
    expect(Object.keys((result.citations as object[])[0] ?? {})).toEqual(['number', 'source', 'locator', 'quote']);
  });

  test('ask for people', async () => {
    const run = await cubo('ask', 'What is the notice period?', '--library', library);
    expect(run.out).toContain('The notice period is three months. [1]');
    expect(run.out).toContain('[1] lease.md, ');
    expect(run.err).toContain('no language model');
  });

  test('list', async () => {
    const run = await cubo('list', '--library', library, '--json');
    expect(run.out.trim().split('\n')).toHaveLength(1);
    const names = ['boiler.txt', 'lease.md'].map((name) => join(documents, name));
    const { documents: listed } = json(run) as { documents: Record<string, unknown>[] };
    expect(listed.map((document) => Object.keys(document))).toEqual(
      new Array(2).fill(['source', 'title', 'chunks', 'bytes', 'ingestedAt']),
    );
    expect(listed).toMatchObject([
      { source: names[0], title: 'boiler', chunks: 1, bytes: 39, ingestedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      { source: names[1], title: 'Lease', chunks: 1, bytes: 67 },
    ]);
    const people = await cubo('list', '--library', library);
    expect(people.out).toBe(`${names[0]}  (1 chunk)  boiler\n${names[1]}  (1 chunk)  Lease\n`);
    expect(people.err).toBe('2 documents\n');
  });

  test('status and doctor', async () => {
    expect(json(await cubo('status', '--library', library, '--json'))).toMatchObject({ documents: 2, chunks: 2 });
    const people = (await cubo('status', '--library', library)).out;
    expect(people).toMatch(/documents {2}2/);
    expect(people).toMatch(/^job .* done since .*\(2 skipped, see --json\)$/m);
    expect(json(await cubo('doctor', '--library', library, '--json'))).toMatchObject({ healthy: true, problems: [] });
    expect((await cubo('doctor', '--library', library)).out).toContain('The library is healthy.');
  });

  test('ingest a second time, for people', async () => {
    const run = await cubo('ingest', documents, '--library', library);
    expect(run.out).toMatch(/^0 indexed, 2 unchanged, 0 removed, 2 skipped · 0 chunks in/);
    expect(run.err).toContain('broken.pdf');
    expect(run.err).toContain(`skipped: ${join(documents, 'link')} is a symbolic link to a folder`);
  });

  test('delete', async () => {
    const gone = join(documents, 'boiler.txt');
    expect(json(await cubo('delete', gone, '--library', library, '--json'))).toEqual({ source: gone, chunks: 1 });
    const again = await cubo('delete', gone, '--library', library);
    expect(again.code).toBe(1);
    expect(again.err).toContain(`There is no document "${gone}" in this library. Look at documents(), or cubo list,`);
    expect(again.err).toContain('CUBO_DOCUMENT_NOT_FOUND');
    expect((await cubo('list', '--library', library)).out).not.toContain(gone);
    const last = join(documents, 'lease.md');
    expect((await cubo('delete', last, '--library', library)).out).toBe(`Deleted ${last} (1 chunk).\n`);
  });
});

test.each<[string[], RegExp]>([
  [
    ['status', '--library', 'x', '--colour'],
    /^There is no option --colour\. See cubo --help\. \(CUBO_BAD_ARGUMENT\)\n$/,
  ],
  [['search', 'x', '--library', '/no/such/library'], /no library at \/no\/such\/library/],
])('%j is refused with the reason', async (args, reason) => {
  const run = await cubo(...args);
  expect(run.code).toBe(1);
  expect(run.err).toMatch(reason);
  expect(run.out).toBe('');
});

test('errors are JSON when JSON is asked for', async () => {
  const directory = await temporaryDirectory();
  const missing = join(directory, 'missing');
  const run = await cubo('ingest', missing, '--library', join(directory, 'library'), '--json');
  expect(run.code).toBe(1);
  const last = JSON.parse(run.out.trim().split('\n').at(-1) ?? '');
  expect(last).toMatchObject({ type: 'error', code: 'CUBO_PATH_NOT_FOUND', path: missing, remedy: expect.any(String) });
});

test('a foreign folder is not made a library', async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, 'mine.txt'), 'mine');
  const run = await cubo('ingest', directory, '--library', directory);
  expect(run.code).toBe(1);
  expect(run.err).toContain('CUBO_LIBRARY_INVALID');
});

test('help and version', async () => {
  expect((await cubo('--help')).out).toContain('Usage: cubo');
  expect((await cubo()).out).toContain('Usage: cubo');
  expect((await cubo('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('an interrupted ingest ends politely and can be run again', async () => {
  const directory = await temporaryDirectory();
  const documents = join(directory, 'documents');
  await writeFiles(
    documents,
    Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`${i}.txt`, `Letter ${i} says hello to everybody. `.repeat(60)]),
    ),
  );
  const library = join(directory, 'library');
  const child = spawn(process.execPath, [cli, 'ingest', documents, '--library', library, '--json']);
  child.stdout.once('data', () => child.kill('SIGINT'));
  const code = await new Promise((resolve) => child.on('exit', resolve));
  expect(code).toBe(130);
  expect(json(await cubo('doctor', '--library', library, '--json'))).toMatchObject({ healthy: true });
  const run = await cubo('ingest', documents, '--library', library, '--json');
  const events = run.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events[0]).toMatchObject({ type: 'job-start', resumed: true });
  expect(events.at(-1)).toMatchObject({ type: 'done', files: 400, skipped: [] });
}, 60_000);

test('an ingest whose output nobody reads any more stops without a trace, and can be run again', async () => {
  const directory = await temporaryDirectory();
  const documents = join(directory, 'documents');
  await writeFiles(
    documents,
    Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`${i}.txt`, `Order ${i} left at dawn. `.repeat(60)])),
  );
  const library = join(directory, 'library');
  const child = spawn(process.execPath, [cli, 'ingest', documents, '--library', library, '--json']);
  let err = '';
  child.stderr.on('data', (bytes) => {
    err += bytes;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.on('exit', resolve));
  expect(err).toBe('');
  expect(code).toBe(0);
  const status = json(await cubo('status', '--library', library, '--json'));
  expect(status.jobs).toMatchObject([{ state: 'cancelled' }]);
  expect(status.documents).toBeLessThan(400);
  const run = await cubo('ingest', documents, '--library', library);
  expect(run.out).toMatch(/^\d+ indexed, \d+ unchanged, 0 removed, 0 skipped/);
  expect(json(await cubo('status', '--library', library, '--json'))).toMatchObject({ documents: 400 });
}, 60_000);

test('of two ingests at once the second waits, or is told who is writing; nothing is doubled', async () => {
  const directory = await temporaryDirectory();
  const documents = join(directory, 'documents');
  await writeFiles(
    documents,
    Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i}.txt`, `Invoice ${i} is paid. `.repeat(40)])),
  );
  const library = join(directory, 'library');
  const runs = await Promise.all([1, 2].map(() => cubo('ingest', documents, '--library', library, '--json')));
  for (const run of runs) if (run.code !== 0) expect(run.out).toContain('CUBO_LIBRARY_LOCKED');
  expect(runs.some((run) => run.code === 0)).toBe(true);
  expect(json(await cubo('status', '--library', library, '--json'))).toMatchObject({ documents: 60, chunks: 60 });
  expect(json(await cubo('doctor', '--library', library, '--json'))).toMatchObject({ healthy: true, problems: [] });
});

test('vectors of an embedder that an application gave a library are not replaced', async () => {
  const embedder = hashingEmbedder();
  const directory = await temporaryDirectory();
  const path = join(directory, 'library');
  const documents = join(directory, 'documents');
  await writeFiles(documents, { 'boiler.txt': 'Press the red button for three seconds.' });
  const application = await createCubo({ path, embedder, threads: false, workers: 0 });
  await application.ingest(documents);
  await application.close();

  await writeFiles(documents, { 'ferry.txt': 'The ferry leaves the harbour at noon.' });
  const ingest = await cubo('ingest', documents, '--library', path);
  expect(ingest).toMatchObject({ code: 0, err: expect.stringContaining('left as they are') });
  expect((await cubo('search', 'ferry', '--library', path)).out).toContain('leaves the harbour');

  const again = await createCubo({ path, embedder, threads: false, workers: 0 });
  expect(await again.status()).toMatchObject({ chunks: 2, dense: { embedder: 'hashing', chunks: 1 } });
  await again.close();
}, 30_000);
