import { scriptedGenerator } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { parseCommandLine } from '../src/cli/command-line.ts';
import { commands } from '../src/cli/commands.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

test.each([
  ['length', ['(The answer is cut off: the generator reached its limit.)']],
  ['stop', []],
] as const)('of an answer that ended with %s people are told %j', async (reason, told) => {
  const { cubo, documents } = await openCubo({
    generator: scriptedGenerator({
      script: [
        { type: 'text', text: 'Three months [1] to the' },
        { type: 'finish', reason },
      ],
    }),
  });
  await writeFiles(documents, { 'lease.txt': 'The notice period is three months to the end of a quarter.' });
  await finish(cubo.ingest(documents));
  const line = parseCommandLine(['ask', 'What is the notice period?', '--library', cubo.path]);
  if (typeof line === 'string') throw new Error(line);
  const { signal } = new AbortController();
  const lines: string[] = [];
  const messages: string[] = [];
  const output = {
    line: (text: string) => lines.push(text),
    json: () => {},
    message: (text: string) => messages.push(text),
    progress: () => {},
    unread: signal,
  };
  expect(await commands.ask(cubo, line, output, signal)).toBe(0);
  expect(lines[0]).toBe('Three months [1] to the');
  expect(messages).toEqual(told);
});
