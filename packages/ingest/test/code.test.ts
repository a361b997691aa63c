import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeExtractor, recursiveChunker, textSource } from '../src/index.ts';
import { collect, expectChunksOf, expectSectionsOf, extract, stream } from './helpers/sections.ts';

const read = (text: string, name = 'a.ts') => extract(codeExtractor(), textSource({ uri: 'test:code', text, name }));
const body = (name: string, lines: number) =>
  `/** What ${name} does. */\nexport function ${name}() {\n${'  compute(1, 2, 3);\n'.repeat(lines)}\n  return 1;\n}\n`;

describe('codeExtractor', () => {
  test('keeps functions whole where they fit, and small ones together', async () => {
    const text = `import a from 'a';\n\n${[12, 12, 30, 80, 3, 3].map((lines, index) => body(`f${index}`, lines)).join('\n')}`;
    const { sections } = await read(text);
    expectSectionsOf(text, sections);
    expect(sections.map((section) => section.text.match(/(?<=function )f\d/g))).toEqual([
      ['f0', 'f1'],
      ['f2'],
      ['f3'],
      ['f4', 'f5'],
    ]);
    for (const { text: part, locator, kind } of sections) {
      const [first, last] = locator.kind === 'lines' ? locator.lines : [0, 0];
      expect(kind).toBe('code');
      expect(
        text
          .split('\n')
          .slice(first - 1, last)
          .join('\n')
          .trim(),
      ).toBe(part.trim());
    }
    const chunks = await collect(recursiveChunker().chunk(stream(sections)));
    expectChunksOf(sections, chunks);
    expect(chunks.some((chunk) => chunk.text === body('f2', 30).trim())).toBe(true);
  });

  test('loses no character of any lines', async () => {
    const line = fc.constantFrom('', '', 'x = 1', '  y', '}', 'def f():', '\t', 'z'.repeat(500));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 80 }), fc.constantFrom('\n', '\r\n', '\r'), async (lines, end) => {
        const text = `a${end}${lines.join(end)}`;
        const { sections } = await read(text);
        expectSectionsOf(text, sections);
        for (const [index, { locator }] of sections.entries())
          expect(locator.start).toBe(sections[index - 1]?.locator.end ?? 0);
      }),
      { seed: 5, numRuns: 200 },
    );
    const long = 'x'.repeat(300_000);
    expectSectionsOf(long, (await read(long)).sections);
  });

  test('says what is empty or binary', async () => {
    await expect(read('\n \n')).rejects.toMatchObject({ code: 'CUBO_SOURCE_EMPTY' });
    await expect(read('\0\0\0\u0001')).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID' });
  });
});
