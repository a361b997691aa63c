import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeLanguage } from '../../src/prompts/describe-language.ts';
import { loadStudyPrompts, templates } from '../../src/prompts/study-prompts.ts';
import { openStudyParts, writeFiles } from '../helpers/open-study-parts.ts';
import { temporaryDirectory } from '../helpers/temporary-directory.ts';

test('every template is there and is filled with all that stands in it', () => {
  const prompts = loadStudyPrompts();
  for (const [name, variables] of Object.entries(templates)) {
    const values = Object.fromEntries(variables.map((variable) => [variable, `<${variable}>`]));
    const filled = prompts.fill(name as keyof typeof templates, values);
    for (const value of Object.values(values)) expect(filled).toContain(value);
    expect(filled).not.toContain('{{');
  }
});

test('a folder of the host replaces templates, and is checked', async () => {
  const folder = await temporaryDirectory();
  await writeFiles(folder, { 'language-of-sources.md': 'Auf Deutsch.' });
  const prompts = loadStudyPrompts(folder);
  expect(prompts.fill('language-of-sources', {})).toBe('Auf Deutsch.');
  expect(prompts.version).not.toBe(loadStudyPrompts().version);
  await writeFiles(folder, { 'lesson-retry.md': 'Once more: {{what}}' });
  expect(() => loadStudyPrompts(folder)).toThrow(
    expect.objectContaining({ code: 'CUBO_PROMPT_INVALID', path: join(folder, 'lesson-retry.md') }),
  );
});

test('the language is that of the host, or else that of the sources', async () => {
  const { parts } = await openStudyParts();
  const german = ['Die Miete beträgt im Monat neunhundert Euro und ist am dritten Werktag fällig.'];
  expect(describeLanguage(parts, german)).toContain('Write in German');
  expect(describeLanguage({ ...parts, language: 'it' }, german)).toContain('Write in Italian');
  expect(describeLanguage({ ...parts, language: 'plain English' }, german)).toContain('Write in plain English');
  expect(describeLanguage(parts, ['0 1 2'])).toContain('language of the passages');
});
