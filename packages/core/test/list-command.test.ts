import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseCommandLine } from '../src/cli/command-line.ts';
import { commands } from '../src/cli/commands.ts';
import { textSource } from '../src/index.ts';
import { finish, openCubo } from './open-cubo.ts';

const contract = fileURLToPath(new URL('../../../examples/demo-documents/employment-contract.pdf', import.meta.url));

test('list shows pages where there are some, and a document without a title', async () => {
  const { cubo } = await openCubo({ embedder: false });
  await finish(cubo.ingest(contract));
  await finish(cubo.ingest([textSource({ uri: 'note:1', text: 'Call the caretaker.' })]));
  const listed = async (...options: string[]) => {
    const line = parseCommandLine(['list', '--library', cubo.path, ...options]);
    if (typeof line === 'string') throw new Error(line);
    const { signal } = new AbortController();
    const lines: string[] = [];
    const output = {
      line: (text: string) => lines.push(text),
      json: (value: unknown) => lines.push(JSON.stringify(value)),
      message: () => {},
      progress: () => {},
      unread: signal,
    };
    expect(await commands.list(cubo, line, output, signal)).toBe(0);
    return lines;
  };
  expect(await listed()).toEqual([
    expect.stringMatching(/employment-contract\.pdf {2}\(\d+ chunks, \d+ pages\) {2}\S/),
    'note:1  (1 chunk)',
  ]);
  const [json = ''] = await listed('--json');
  expect((JSON.parse(json) as { documents: unknown[] }).documents[1]).toMatchObject({ source: 'note:1', title: null });
});
