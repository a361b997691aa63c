import { expect, test } from 'vitest';
import { htmlExtractor, markdownExtractor, textSource } from '../src/index.ts';
import { extract } from './helpers/sections.ts';
import { cell, read, table } from './helpers/slide-xml.ts';

const html = async (text: string) =>
  (await extract(htmlExtractor(), textSource({ uri: 'test:html', text, name: 'a.html' }))).sections;
const rows = (count: number, of: 'td' | 'th') =>
  Array.from({ length: count }, (_, row) => `<tr><${of}>pump ${row}<${of}>price ${row}</tr>`).join('');

test('a table whose rows are all marked as header has its first row as header', async () => {
  for (const text of [`<table>${rows(60, 'th')}</table>`, `<table><thead>${rows(60, 'td')}</thead></table>`]) {
    const sections = await html(text);
    expect(sections.length).toBeGreaterThanOrEqual(3);
    expect(new Set(sections.slice(1).map(({ context }) => context))).toEqual(new Set(['pump 0 | price 0']));
    expect(sections.map((section) => section.text).join('\n')).toContain('pump 59 | price 59');
  }
});

test('a header of two rows stays one', async () => {
  const [section] = await html(
    `<table><thead><tr><th>Pump<th>Price</tr><tr><th>Kind<th>Euro</tr></thead>${rows(3, 'td')}</table>`,
  );
  expect(section?.context).toBe('Pump | Price\nKind | Euro');
  expect(section?.rowStarts).toHaveLength(4);
});

const long = Array.from({ length: 5 }, () => 'pump '.repeat(200).trim());

test.each<[string, () => Promise<readonly (string | undefined)[]>]>([
  [
    'HTML',
    async () =>
      (await html(`<table><tr>${long.map((text) => `<th>${text}`).join('')}</tr>${rows(50, 'td')}</table>`)).map(
        (s) => s.context,
      ),
  ],
  [
    'Markdown',
    async () => {
      const text = `|${long.join('|')}|\n${'|-'.repeat(5)}|\n${'| 1 | 2 |\n'.repeat(50)}`;
      const { sections } = await extract(markdownExtractor(), textSource({ uri: 'test:md', text, name: 'a.md' }));
      return sections.map(({ context }) => context);
    },
  ],
  [
    'PowerPoint',
    async () => {
      const body = Array.from({ length: 50 }, (_, row) => cell(`${row}`) + cell('x'));
      const { sections } = await read([{ shapes: table(5, [long.map((text) => cell(text)).join(''), ...body]) }]);
      return sections.map(({ context }) => context);
    },
  ],
])('a long header is shortened where each chunk of a table repeats it: %s', async (_, contextsOf) => {
  const contexts = await contextsOf();
  expect(contexts.some((context) => context?.endsWith('…'))).toBe(true);
  for (const context of contexts) expect(context?.length ?? 0).toBeLessThan(2100);
});
