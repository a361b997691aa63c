import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCubo } from '@cubo/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { call } from './helpers/call.ts';
import { connectCommand } from './helpers/connect.ts';
import { startCommand } from './helpers/start-command.ts';

// It starts processes, which a busy computer gives little time.
vi.setConfig({ testTimeout: 120_000 });

test('the command opens an encrypted library with the key in a file, and with no other', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cubo-mcp-key-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const [library, note, keyFile, wrong] = ['library', 'note.txt', 'key', 'wrong'].map((name) =>
    join(directory, name),
  ) as [string, string, string, string];
  const key = '0123456789abcdef'.repeat(4);
  await writeFile(note, 'The notice period is three months.');
  await writeFile(keyFile, `${key}\n`);
  await writeFile(wrong, 'not a key');
  const cubo = await createCubo({ path: library, encryption: { key }, threads: false, workers: 0 });
  await cubo.ingest(note);
  await cubo.close();

  const { client, errors } = await connectCommand(['--library', library, '--key-file', keyFile]);
  const { value } = await call(client, 'search', { query: 'notice' });
  expect(value).toMatchObject({ hits: [{ source: note }] });
  expect(errors()).toBe('');

  const refused: [string[], string][] = [
    [[], 'CUBO_'],
    [['--key-file', wrong], 'neither 64 hexadecimal digits nor 32 bytes'],
    [['--key-file', join(directory, 'none')], 'CUBO_PATH_NOT_FOUND'],
  ];
  for (const [args, message] of refused) {
    const { printed, exit } = startCommand(['--library', library, ...args]);
    expect((await exit).code).toBe(1);
    expect(printed.err).toContain(message);
    expect(printed.err).not.toContain('not a key');
  }
});
