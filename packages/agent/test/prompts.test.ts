import { expect, test } from 'vitest';
import { loadPrompts } from '../src/prompts/load-prompts.ts';
import { openAgent, writeFiles } from './helpers/open-agent.ts';
import { roundsGenerator } from './helpers/rounds-generator.ts';
import { temporaryDirectory } from './helpers/temporary-directory.ts';

test('a folder of the host replaces single prompts, and the version tells', async () => {
  const folder = await temporaryDirectory();
  await writeFiles(folder, { 'nothing.md': 'Steht nicht darin.\n', 'readme.txt': 'no prompt' });
  const own = loadPrompts();
  const other = loadPrompts(folder);
  expect(own.version).toMatch(/^[\da-f]{12}$/);
  expect(other.version).not.toBe(own.version);
  expect(loadPrompts(folder).version).toBe(other.version);
  expect(other.fill('nothing', {})).toBe('Steht nicht darin.');
  expect(other.fill('summarize', { conversation: 'a {{nothing}} $& b' })).toContain('a {{nothing}} $& b');
  const { agent } = await openAgent(roundsGenerator(['x']), { prompts: folder });
  const turn = await (await agent.conversation()).send('Hello');
  expect(turn.prompts).toBe(other.version);
});

test.each([
  ['system.md', 'Answer. {{scope}} {{nothing}} {{weather}}', 'names {{weather}}, which there is not'],
  ['question.md', 'Question: {{question}}', 'leaves out {{passages}}'],
  ['sytem.md', 'x', 'is no prompt of the agent'],
])('%s with %j is refused: %s', async (name, text, message) => {
  const folder = await temporaryDirectory();
  await writeFiles(folder, { [name]: text });
  expect(() => loadPrompts(folder)).toThrow(
    expect.objectContaining({ code: 'CUBO_PROMPT_INVALID', message: expect.stringContaining(message) }),
  );
});

test('a value that is missing, and a folder that there is not, are errors', () => {
  expect(() => loadPrompts().fill('question', { question: 'x' })).toThrow(
    expect.objectContaining({ code: 'CUBO_PROMPT_INVALID' }),
  );
  expect(() => loadPrompts('/nowhere')).toThrow(expect.objectContaining({ code: 'CUBO_PATH_NOT_FOUND' }));
});
