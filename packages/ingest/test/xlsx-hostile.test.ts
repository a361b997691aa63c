import type { Section, UnreadPlace } from '@cubo/contracts';
import { memorySource } from '@cubo/contracts/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withinLimits } from '../src/extractors/sheets/within-limits.ts';
import { xlsxExtractor } from '../src/extractors/xlsx/xlsx-extractor.ts';
import { collect, expectOrderedSections, extract } from './helpers/sections.ts';
import { type XlsxContent, xlsxFile, xlsxRows } from './helpers/xlsx-file.ts';

const source = (bytes: Uint8Array) => memorySource({ name: 'a.xlsx', bytes });
const read = (content: XlsxContent) => extract(xlsxExtractor(), source(xlsxFile(content)));

describe('xlsxExtractor, on hostile workbooks,', () => {
  test('ends where cells repeat a long text without end', async () => {
    const rows = `<row>${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>`;
    const { sections, unread } = await read({
      sheets: [{ name: 'S', rows }],
      strings: [`<t>${'x'.repeat(30_000)}</t>`],
    });
    expect(sections.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(9_000_000);
    expect(unread).toMatchObject([{ place: expect.stringMatching(/cells of sheet S/) }]);
    async function* endless(): AsyncGenerator<Section> {
      const text = 'x'.repeat(1_000_000);
      for (let start = 0; ; start += text.length)
        yield { text, kind: 'table', locator: { kind: 'characters', start, end: start + text.length } };
    }
    const reported: UnreadPlace[] = [];
    const context = { maximumBytes: 1, unread: (place: UnreadPlace) => reported.push(place), describe: () => {} };
    const within = await collect(withinLimits(endless(), source(new Uint8Array(1000)), context));
    expect(within).toHaveLength(268);
    expect(reported).toMatchObject([{ place: 'the rest of the workbook', code: 'CUBO_LIMIT_EXCEEDED' }]);
  });

  test('holds no more cells of a row than a sheet has columns', async () => {
    const rows = `<row r="1">${'<c><v>1</v></c>'.repeat(50_000)}</row>`;
    const { sections, unread } = await read({ sheets: [{ name: 'S', rows }] });
    expect(sections[0]?.text.split(' | ')).toHaveLength(16_384);
    expect(unread).toMatchObject([{ place: `${50_000 - 16_384} cells of sheet S` }]);
  });

  test('shows a number whose format is none as it is, without long thought', async () => {
    const rows = '<row r="1"><c r="A1" s="0"><v>4.5</v></c></row>';
    const { sections } = await read({ sheets: [{ name: 'S', rows }], formats: ['['.repeat(100_000)] });
    expect(sections.map(({ text }) => text)).toEqual(['4.5']);
  });

  test('answers any mutation with text or an error of its own', async () => {
    const rows = xlsxRows([
      ['Name', 'Wert'],
      ['Müller', 17],
      ['Größe', 4.5],
    ]);
    const comments = '<comments><comment ref="B2"><text><t>note</t></text></comment></comments>';
    const bytes = xlsxFile({
      sheets: [
        {
          name: 'S',
          rows: `${rows}<row><c t="s"><v>0</v></c></row>`,
          parts: [['comments', 'comments1.xml', comments]],
        },
      ],
      strings: ['<t>shared</t>'],
      formats: [14, '0.00 "x"'],
    });
    const mutations = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(mutations, async (changes) => {
        const mutated = Uint8Array.from(bytes);
        for (const [at, value] of changes) mutated[at] = value;
        try {
          expectOrderedSections((await extract(xlsxExtractor(), source(mutated))).sections);
        } catch (error) {
          expect(error).toMatchObject({ name: 'CuboError', path: 'memory:a.xlsx' });
        }
      }),
      { seed: 11, numRuns: 200 },
    );
  });

  test('costs nothing for fifty thousand merged ranges, and ignores cells in odd places', async () => {
    const merges = Array.from({ length: 50_000 }, (_, row) => `<mergeCell ref="A${row + 1}:B${row + 1}"/>`).join('');
    const rows =
      '<row r="2"><c r="B2"><v>2</v></c><c r="A2"><v>1</v></c><c r="ZZZZ9"><v>3</v></c></row><row r="x"><c><v>4</v></c></row>';
    const { sections } = await read({ sheets: [{ name: 'S', rows, after: `<mergeCells>${merges}</mergeCells>` }] });
    expect(sections[0]?.text).toBe('1 | 2 | 3\n4');
    expect(sections[0]?.locator).toMatchObject({ rows: [2, 3] });
  });
});
