import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { decodeText, markdownExtractor, recursiveChunker, textSource } from '../src/index.ts';
import { expectLinearTime } from './helpers/linear-time.ts';
import { collect, expectChunksOf, expectSectionsOf, extract, stream } from './helpers/sections.ts';

const read = (text: string) => extract(markdownExtractor(), textSource({ uri: 'test:md', text, name: 'test.md' }));

const samples = fileURLToPath(new URL('../../../../shared/eval/docs/md/', import.meta.url));

function wordsOf(node: Nodes): string {
  if ('children' in node) return node.children.map(wordsOf).join('');
  return node.type === 'text' || node.type === 'inlineCode' ? node.value : '';
}

const plain = (text: string) =>
  text
    .replace(/\{[#.].*\}$|[*_`~\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Compares breadcrumbs with the headings that the reference parser for CommonMark sees at the outer level of a text.
 */
async function expectReferenceHeadings(text: string): Promise<void> {
  const { sections } = await read(text);
  const headings = fromMarkdown(text).children.filter((node) => node.type === 'heading');
  const titles = headings.map((heading) => plain(wordsOf(heading)));
  for (const [index, heading] of headings.entries()) {
    const offset = heading.position?.start.offset ?? 0;
    const section = sections.find(({ locator }) => locator.end > offset);
    if (titles[index] !== '') expect(section?.heading?.map(plain)).toContain(titles[index]);
  }
  for (const section of sections) for (const title of section.heading ?? []) expect(titles).toContain(plain(title));
}

const handbook = `---
title: "House rules"
author: Ada
lang: en
tags: [a, b]
---

Before any heading.

# House *rules*

## Quiet hours

From 22:00 to 06:00.

\`\`\`sh
# not a heading
ls
\`\`\`

## Rent [list](x)

| Flat | Rent |
|------|-----:|
| 1    | 900  |
| 2    | 1100 |

After the table.

Laundry
-------

> # quoted, no heading

- item
  # no heading either

### Deep
text
`;

describe('markdownExtractor', () => {
  test('gives headings as breadcrumb, tables with their header, and the exact text', async () => {
    const { sections, description } = await read(handbook);
    expect(description).toEqual({
      title: 'House rules',
      author: 'Ada',
      language: 'en',
      metadata: { tags: ['a', 'b'] },
    });
    expectSectionsOf(handbook, sections, handbook.slice(0, handbook.indexOf('\nBefore')));
    expect(sections.map(({ kind, heading, context }) => [kind, heading, context])).toEqual([
      ['prose', undefined, undefined],
      ['prose', ['House rules', 'Quiet hours'], undefined],
      ['table', ['House rules', 'Rent list'], '| Flat | Rent |'],
      ['prose', ['House rules', 'Rent list'], undefined],
      ['prose', ['House rules', 'Laundry'], undefined],
      ['prose', ['House rules', 'Laundry', 'Deep'], undefined],
    ]);
    expect(sections[0]?.locator).toMatchObject({ kind: 'lines', lines: [8, 8] });
    const table = sections[2];
    expect(table?.text.startsWith('## Rent')).toBe(true);
    expect(table?.rowStarts?.map((start) => table.text.slice(start).split('\n')[0])).toEqual([
      '## Rent [list](x)',
      '| 1    | 900  |',
      '| 2    | 1100 |',
    ]);
  });

  test('makes long code a section and cuts it at lines', async () => {
    const code = `\`\`\`ts\n${'const value = compute(1, 2, 3);\n'.repeat(60)}\`\`\``;
    const text = `# API\n\nIntroduction.\n\n${code}\n\nMore.\n`;
    const { sections } = await read(text);
    expectSectionsOf(text, sections);
    expect(sections.map(({ kind }) => kind)).toEqual(['prose', 'code', 'prose']);
    expect(sections[1]?.text.trimEnd()).toBe(code);
    const chunks = await collect(recursiveChunker().chunk(stream(sections)));
    expectChunksOf(sections, chunks);
    for (const chunk of chunks) {
      expect(chunk.heading).toEqual(['API']);
      if (chunk.kind === 'code') expect(chunk.text).toMatch(/^(# API\n\nIntroduction\.\n\n```ts\n|const).*(;|```)$/s);
    }
  });

  test('repeats the header on every chunk of a long table', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `| ${index} | Contract ${index} | three months |`);
    const text = `Contracts:\n| No | Name | Notice |\n|---|---|---|\n${rows.join('\n')}\n\nEnd.`;
    const { sections } = await read(text);
    expectSectionsOf(text, sections);
    const chunks = await collect(recursiveChunker().chunk(stream(sections)));
    const tables = chunks.filter(({ kind }) => kind === 'table');
    expect(tables.length).toBeGreaterThan(150);
    for (const chunk of tables) expect(chunk.context).toBe('| No | Name | Notice |');
    expect(chunks.at(-1)?.text).toBe('End.');
  });

  test('divides a long table into sections of twenty rows', async () => {
    const rows = Array.from({ length: 45 }, (_, index) => `| ${index} | x |`);
    for (const end of ['\n', '\r\n']) {
      const text = ['# T', '', '| No | Name |', '|---|---|', ...rows, '', 'End.'].join(end);
      const { sections } = await read(text);
      expectSectionsOf(text, sections);
      expect(sections.map(({ kind, context, rowStarts }) => [kind, context, rowStarts?.length])).toEqual([
        ['table', '| No | Name |', 21],
        ['table', '| No | Name |', 20],
        ['table', '| No | Name |', 5],
        ['prose', undefined, undefined],
      ]);
    }
  });

  test('keeps sections next to each other, and what leads to code with it', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const code = ['```sh', ...Array.from({ length: 12 }, () => 'npm run something'), '```'].join(end);
      const text = [
        '# Setup',
        '',
        'The steps are:',
        '',
        code,
        '| a | b |',
        '|---|---|',
        '| 1 | 2 |',
        'x',
        '',
        'End.',
      ].join(end);
      const { sections } = await read(text);
      expectSectionsOf(text, sections);
      for (const [index, { locator }] of sections.entries())
        expect(locator.start).toBe(sections[index - 1]?.locator.end ?? 0);
      const chunks = await collect(recursiveChunker().chunk(stream(sections)));
      expectChunksOf(sections, chunks);
      expect(chunks[0]?.text).toContain('The steps are:');
      expect(chunks[0]?.text).toContain('npm run');
    }
  });

  test('says that a file without text is empty', async () => {
    for (const text of ['', ' \n\n', '---\ntitle: x\n---\n'])
      await expect(read(text)).rejects.toMatchObject({ code: 'CUBO_SOURCE_EMPTY', path: 'test:md' });
  });

  const line = fc.constantFrom(
    '# One',
    '## Two',
    '### Three ###',
    '#',
    '#tag',
    '    # code',
    'text',
    'a | b',
    '|---|---|',
    '| 1 | 2 |',
    '',
    '',
    '',
    '===',
    '---',
    '```',
    '~~~',
    '- item',
    '  more',
    '> quote',
    '<!-- c',
    '-->',
    '<pre>',
    '</pre>',
    '* * *',
    '1. one',
    '`` x ``',
    '\ttab',
    'x'.repeat(300),
  );

  test('keeps every character in order for any lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 60 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        async (lines, separator) => {
          const text = `text${separator}${lines.join(separator)}`;
          const { sections } = await read(text);
          expectSectionsOf(text, sections);
          expectChunksOf(sections, await collect(recursiveChunker({ maximumCharacters: 64 }).chunk(stream(sections))));
        },
      ),
      { seed: 11, numRuns: 400 },
    );
  });

  test('sees the headings that the reference parser sees', async () => {
    const outer = fc.constantFrom(
      '# One',
      '## Two',
      '### Three ###',
      '#',
      '#tag',
      '    # code',
      'text',
      'text',
      '',
      '',
      '',
      '===',
      '---',
      '```',
      '````',
      '~~~',
      '<!-- c',
      '-->',
      '<pre>',
      '</pre>',
      '* * *',
      '   ## Four',
      '#\tFive',
      '`` x ``',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(outer, { maxLength: 40 }), (lines) => {
        const numbered = lines.map((value, index) => value.replace(/(One|Two|Three|Four|Five|^text)/, `$1 ${index}`));
        return expectReferenceHeadings(`begin\n\n${numbered.join('\n')}`);
      }),
      { seed: 12, numRuns: 1000 },
    );
  });

  test.skipIf(!existsSync(samples))('sees them in real documents', async () => {
    for (const name of readdirSync(samples)) {
      await expectReferenceHeadings(decodeText(readFileSync(samples + name)).text);
    }
  });

  const spaces = (count: number) => ' '.repeat(count);
  test.each<[string, (size: number) => string]>([
    ...['>', '[', '|a', '#', '`', '*a_ ', '<a ', '- '].map((unit): [string, (size: number) => string] => [
      `one line of ${unit}`,
      (size) => unit.repeat(size),
    ]),
    ...['a\n=\n', '|a|b|\n', '- a\n', '# a\n', '```\n', '<!--\n', '[a]: b\n', '> a\n'].map(
      (unit): [string, (size: number) => string] => [
        `lines of ${JSON.stringify(unit)}`,
        (size) => unit.repeat(size / 4),
      ],
    ),
    ['a table', (size) => `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(size / 2)}`],
    ['spaces before the marks that close a heading', (size) => `# a${spaces(size)}#b`],
    ['spaces in a heading', (size) => `# ${`a${spaces(100)}#`.repeat(size / 100)}b`],
    ['spaces in a tag', (size) => `\n<a ${spaces(size)}<`],
    ['spaces behind a tag', (size) => `\n<a>${spaces(size)}b`],
    ['spaces in a row of delimiters', (size) => `a | b\n--- | ---${spaces(size)}x`],
    ['delimiters without end', (size) => `a | b\n${'--- | '.repeat(size / 4)}x`],
    ['spaces in a rule', (size) => `* *${spaces(size)}x`],
    ['spaces behind a fence', (size) => `\`\`\`\n\`\`\`${spaces(size)}x`],
  ])('takes linear time on %s', async (_, text) => {
    await expectLinearTime(64_000, (size) => read(`text\n${text(size)}`));
  });
});
