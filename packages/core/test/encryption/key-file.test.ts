import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parseCommandLine } from '../../src/cli/command-line.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { writeFiles } from '../open-cubo.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

// Each command loads a library, which takes its time on a busy computer.
vi.setConfig({ testTimeout: 150_000 });

const digits = '0123456789abcdef'.repeat(4);

test('commands take the key of a library from a file', async () => {
  const directory = await temporaryDirectory();
  const [library, documents, keyFile, other] = ['library', 'documents', 'key', 'other'].map((name) =>
    join(directory, name),
  ) as [string, string, string, string];
  await writeFiles(documents, { 'a.txt': 'The ferry leaves the harbour at noon.' });
  await writeFile(keyFile, `${digits}\n`);
  const written = { out: '', error: '' };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.out += String(text);
    return true;
  });
  const error = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.error += String(text);
    return true;
  });
  const run = async (...given: string[]) => {
    Object.assign(written, { out: '', error: '' });
    const code = await runCommand([...given, '--library', library]);
    return { code, ...written };
  };
  try {
    expect(await run('ingest', documents, '--key-file', keyFile, '--json')).toMatchObject({ code: 0 });
    expect((await run('search', 'ferry', '--key-file', keyFile)).out).toContain('at noon');
    expect((await run('status', '--key-file', keyFile)).out).toContain(`library    ${library} (encrypted)\n`);
    expect((await run('audit', '--key-file', keyFile)).out).toContain(`library      ${library} (encrypted)\n`);
    expect(await run('search', 'ferry')).toMatchObject({
      code: 1,
      error: expect.stringContaining('CUBO_LIBRARY_ENCRYPTED'),
    });

    await writeFile(other, Buffer.from(digits, 'hex'));
    expect(await run('doctor', '--key-file', other)).toMatchObject({ code: 0 });
    await writeFile(other, Buffer.alloc(32, 7));
    expect((await run('list', '--key-file', other)).error).toContain('CUBO_KEY_WRONG');
    await writeFile(other, `${digits.slice(1)}x`);
    const wrong = await run('list', '--key-file', other);
    expect(wrong.error).toContain('CUBO_BAD_ARGUMENT');
    expect(wrong.error).not.toContain(digits.slice(4, 20));
    expect((await run('list', '--key-file', join(directory, 'missing'))).error).toContain('CUBO_PATH_NOT_FOUND');
  } finally {
    out.mockRestore();
    error.mockRestore();
  }
});

test('a file without a name is no key file', () => {
  expect(() => parseCommandLine(['list', '--library', 'x', '--key-file', ''])).toThrow('--key-file');
});
