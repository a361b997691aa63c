import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '../src/cli/run-command.ts';
import { filesWith, marker } from './files-with.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

const kept = `# Kept\n\n${'The ferry leaves the harbour at noon. '.repeat(40)}`;

test('no file of the library holds anything of what was erased, and the receipt tells what became of which', async () => {
  const { cubo, documents, directory } = await openCubo();
  const library = join(directory, 'library');
  const [text, name, label] = [marker(), marker(), marker()];
  const secret = `# About ${text}\n\n${`The word ${text} stands here. `.repeat(40)}`;
  await writeFiles(documents, { [`${name}.md`]: secret, 'kept.md': kept });
  const path = join(documents, `${name}.md`);
  await finish(cubo.ingest(path));
  await finish(cubo.ingest(documents));
  await cubo.label(path, { matter: label });
  const before = await filesWith(library, [text, name, label]);
  const held = new Set(before.map((line) => line.slice(library.length + 1).replace(/(?: \(name\))?: \w+$/, '')));
  expect([...held].some((file) => file.startsWith('segments/'))).toBe(true);
  expect([...held].some((file) => file.startsWith('indexes/lexical/'))).toBe(true);
  expect([...held].some((file) => file.startsWith('models/'))).toBe(true);

  const receipt = await cubo.erase(path);
  expect(await filesWith(library, [text, name, label])).toEqual([]);
  expect(receipt).toMatchObject({
    source: path,
    names: [path],
    sha256: createHash('sha256').update(secret).digest('hex'),
    documentBytes: secret.length,
    remaining: [],
  });
  expect(receipt.chunks).toBeGreaterThan(0);
  expect(Date.parse(receipt.erasedAt)).toBeGreaterThanOrEqual(Date.parse(receipt.ingestedAt as string));
  expect(receipt.bytesAfter).toBeLessThan(receipt.bytesBefore);
  const changed = new Map(receipt.files.map((file) => [file.path, file]));
  for (const file of held) expect([...changed.keys()]).toContain(file);
  expect(changed.get('catalog.sqlite')).toMatchObject({ store: 'catalog', became: 'rewritten' });
  for (const { path: file, became, bytesBefore, bytesAfter } of receipt.files) {
    const now = await stat(join(library, file)).catch(() => undefined);
    expect(now !== undefined).toBe(became !== 'removed');
    if (became === 'removed') expect(bytesAfter).toBe(0);
    if (became === 'written') expect(bytesBefore).toBe(0);
  }
  const difference = receipt.files.reduce((sum, file) => sum + file.bytesBefore - file.bytesAfter, 0);
  expect(Math.abs(receipt.bytesBefore - receipt.bytesAfter - difference)).toBeLessThan(1000);
  expect(receipt.mayRemain.map(({ kind }) => kind)).toEqual(['source-file', 'open-files', 'disk', 'copies']);
  expect((await cubo.search('ferry harbour noon'))[0]?.source).toBe(join(documents, 'kept.md'));
  expect((await cubo.doctor()).problems).toEqual([]);
  await expect(cubo.erase(path)).rejects.toMatchObject({ code: 'CUBO_DOCUMENT_NOT_FOUND' });
});

test('what has several names stays under the others, unless all are asked for', async () => {
  const { cubo, documents, directory } = await openCubo({ embedder: false });
  const library = join(directory, 'library');
  const [text, first, second, third] = [marker(), marker(), marker(), marker()] as const;
  const files = [first, second, third].map((name) => join(documents, `${name}.txt`));
  await writeFiles(documents, Object.fromEntries([first, second, third].map((name) => [`${name}.txt`, text])));
  await finish(cubo.ingest(documents));
  const names = [...cubo.documents()].flatMap(({ uri, aliases }) => [uri, ...aliases.map((alias) => alias.uri)]);
  expect(names.sort()).toEqual(files.sort());

  const one = await cubo.erase(files[0] as string);
  expect(one).toMatchObject({ names: [files[0]], chunks: 0 });
  expect([...one.remaining].sort()).toEqual(files.slice(1));
  expect(one.mayRemain[0]).toMatchObject({ kind: 'other-names', note: expect.stringContaining(files[1] as string) });
  // All of the name but the title that was made of it, and that says so.
  expect(await filesWith(library, [basename(files[0] as string)])).toEqual([]);
  expect(one.mayRemain[0]?.note).toContain('Its title is made of a name');
  expect(await filesWith(library, [text])).not.toEqual([]);

  const all = await cubo.erase(files[1] as string, { allNames: true });
  expect([...all.names].sort()).toEqual(files.slice(1));
  expect(all).toMatchObject({ chunks: 1, remaining: [] });
  expect(await filesWith(library, [text, first, second, third])).toEqual([]);
  await expect(cubo.erase('x', { allNames: 'yes' as never })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
});

test('what is aborted before it begins erases nothing', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  await writeFiles(documents, { 'kept.md': kept });
  await finish(cubo.ingest(documents));
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(cubo.erase(join(documents, 'kept.md'), { signal })).rejects.toThrow('enough');
  expect((await cubo.audit()).documents).toBe(1);
});

/** Another process that reads the catalog as it is now, until it is ended. */
async function readElsewhere(catalog: string): Promise<{ end(): Promise<void> }> {
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const catalog = new DatabaseSync(process.argv[1], { readOnly: true });
    catalog.exec('BEGIN');
    catalog.prepare('SELECT count(*) FROM documents').get();
    process.stdout.write('reading');
    process.stdin.resume().on('end', () => process.exit());`;
  const child = spawn(process.execPath, ['--no-warnings', '-e', script, catalog], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  return {
    async end() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

test('while another program reads an earlier state there is no receipt, but an error', async () => {
  const { cubo, documents, directory } = await openCubo({ embedder: false, lockTimeoutMilliseconds: 100 });
  const library = join(directory, 'library');
  const name = marker();
  await writeFiles(documents, { [`${name}.txt`]: 'A secret.', 'kept.md': kept });
  await finish(cubo.ingest(documents));
  const reader = await readElsewhere(join(library, 'catalog.sqlite'));
  await expect(cubo.erase(join(documents, `${name}.txt`))).rejects.toMatchObject({ code: 'CUBO_LIBRARY_IN_USE' });
  // It is deleted all the same, and what is left to do is a compaction.
  expect(await cubo.search('secret')).toEqual([]);
  await reader.end();
  await cubo.compact();
  expect(await filesWith(library, [name])).toEqual([]);
});

test('the commands erase and audit tell what they did and found', async () => {
  const { cubo, documents, directory } = await openCubo({ embedder: false });
  const library = join(directory, 'library');
  const secret = marker();
  await writeFiles(documents, { 'a.txt': secret, 'b.txt': secret, 'kept.md': kept });
  await finish(cubo.ingest(documents));
  await cubo.close();
  const run = async (...given: string[]) => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      expect(await runCommand([...given, '--library', library])).toBe(0);
      return written.mock.calls.map(([text]) => String(text)).join('');
    } finally {
      written.mockRestore();
    }
  };
  const path = join(documents, 'a.txt');
  expect(JSON.parse(await run('audit', '--json'))).toMatchObject({ documents: 2, network: { allowed: false } });
  const told = await run('erase', path, '--all-names');
  expect(told).toContain(`Erased ${path}\nErased ${join(documents, 'b.txt')}\n1 chunk at `);
  expect(told).toContain('  catalog.sqlite  rewritten, ');
  expect(await filesWith(library, [secret])).toEqual([]);
  expect(JSON.parse(await run('erase', join(documents, 'kept.md'), '--json'))).toMatchObject({
    source: join(documents, 'kept.md'),
    files: expect.arrayContaining([expect.objectContaining({ path: 'catalog.sqlite', became: 'rewritten' })]),
  });
  const lines = (await run('audit')).split('\n');
  expect(lines).toContain('documents    0');
  expect(lines).toContain('network      this machine alone; models: no other host; web pages: none');
  expect(lines).toContain('generator    extractive, may contact nothing');
});
