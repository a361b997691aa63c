import { join } from 'node:path';
import type { Scope } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { parseCommandLine } from '../src/cli/command-line.ts';
import { commands } from '../src/cli/commands.ts';
import type { Cubo } from '../src/index.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

async function filled() {
  const opened = await openCubo({ embedder: false });
  await writeFiles(opened.documents, {
    'leases/flat.txt': 'The rent of the flat is 900 euros.',
    'leases/garage.txt': 'The rent of the garage is 90 euros.',
    'boiler.txt': 'The boiler is in the cellar.',
  });
  await finish(opened.cubo.ingest(opened.documents, { categories: { leases: 'Leases' } }));
  return opened;
}

test('documents are those of a scope, as a search sees them', async () => {
  const { cubo, documents } = await filled();
  const names = (scope?: Scope) => Array.from(cubo.documents({ scope }), ({ name }) => name);
  expect(names()).toEqual(['boiler.txt', 'flat.txt', 'garage.txt']);
  expect(names({})).toEqual(names());
  expect(names({ sources: [join(documents, 'leases')] })).toEqual(['flat.txt', 'garage.txt']);
  expect(names({ metadata: { category: 'Leases' } })).toEqual(['flat.txt', 'garage.txt']);
  expect(names({ sources: [join(documents, 'boiler.txt')], metadata: { category: 'Leases' } })).toEqual([]);
  expect(names({ sources: ['nowhere'] })).toEqual([]);
  expect(() => cubo.documents({ scope: { source: ['nowhere'] } as Scope })).toThrow('Did you mean sources?');
});

/** What a command tells people beside its result. */
async function messagesOf(cubo: Cubo, given: readonly string[]): Promise<string[]> {
  const line = parseCommandLine([...given, '--library', cubo.path]);
  if (typeof line === 'string') throw new Error(line);
  const { signal } = new AbortController();
  const messages: string[] = [];
  const output = {
    ...{ line: () => {}, json: () => {}, progress: () => {} },
    message: (text: string) => messages.push(text),
    unread: signal,
  };
  expect(await commands[line.command](cubo, line, output, signal)).toBe(0);
  return messages;
}

test('a command that finds nothing says whether there was anything to search', async () => {
  const { cubo, documents } = await filled();
  const told = expect.stringMatching(/^No document of the library fits the scope; cubo list /);
  for (const command of ['search', 'ask']) {
    const find = (...options: string[]) => messagesOf(cubo, [command, 'xylophone', ...options]);
    expect(await find('--scope', join(documents, 'lease'))).toContainEqual(told);
    expect(await find('--category', 'leases', '--json')).toContainEqual(told);
    expect(await find('--category', 'Leases')).not.toContainEqual(told);
    expect(await find()).not.toContainEqual(told);
  }
});
