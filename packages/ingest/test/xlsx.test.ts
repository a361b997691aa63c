import { memorySource } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { xlsxExtractor } from '../src/extractors/xlsx/xlsx-extractor.ts';
import { recursiveChunker } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { collect, expectChunksOf, expectOrderedSections, extract, stream } from './helpers/sections.ts';
import { type XlsxContent, xlsxFile, xlsxRows } from './helpers/xlsx-file.ts';
import { zipFile } from './helpers/zip-file.ts';

const source = (bytes: Uint8Array) => memorySource({ name: 'a.xlsx', bytes });
const read = async (content: XlsxContent) => {
  const found = await extract(xlsxExtractor(), source(xlsxFile(content)));
  expectOrderedSections(found.sections);
  return found;
};
const readRows = async (rows: Parameters<typeof xlsxRows>[0]) =>
  (await read({ sheets: [{ name: 'S', rows: xlsxRows(rows) }] })).sections;
/** What cells show, each in a row of its own. */
const shown = async (cells: readonly string[], content: Partial<XlsxContent> = {}) => {
  const rows = cells.map((cell, row) => `<row r="${row + 1}">${cell}</row>`).join('');
  const { sections } = await read({ sheets: [{ name: 'S', rows }], ...content });
  return sections.flatMap(({ text }) => text.split('\n'));
};

describe('xlsxExtractor', () => {
  test('yields 20 rows a section with sheet and header as context, and counts rows as the program does', async () => {
    const data = Array.from({ length: 45 }, (_, row) => [`Firma ${row}`, row * 2, `Ort ${row}`]);
    const sections = await readRows([undefined, undefined, ['Name', 'Anzahl', 'Ort'], ...data]);
    expect(sections.map(({ locator }) => locator.kind === 'sheet' && [locator.sheet, locator.rows])).toEqual([
      ['S', [3, 23]],
      ['S', [24, 43]],
      ['S', [44, 48]],
    ]);
    for (const section of sections) expect(section.context).toBe('[Sheet: S]\nName | Anzahl | Ort');
    expect(sections[1]?.text.startsWith('Firma 20 | 40 | Ort 20\n')).toBe(true);
    const chunks = await collect(recursiveChunker({ maximumCharacters: 100 }).chunk(stream(sections)));
    expectChunksOf(sections, chunks);
    const chunk = chunks.find(({ text }) => text.includes('Firma 7 '));
    const rows = chunk?.locator.kind === 'sheet' ? chunk.locator.rows : [0, 0];
    expect(rows[0]).toBeLessThanOrEqual(11);
    expect(rows[1]).toBeGreaterThanOrEqual(11);
  });

  test('finds titles, headers of two rows, several tables and tables without a header', async () => {
    const sections = await readRows([
      ['Report 2024'],
      ['internal'],
      undefined,
      [undefined, 'North', undefined, 'South'],
      ['Product', 'Q1', 'Q2', 'Q1'],
      ['Pumps', 1, 2, 3],
      ['Valves', 4, 5, 6],
      undefined,
      ['Hoses', 7, 8, 9],
      undefined,
      ['Costs'],
      ['Year', 'Amount'],
      [2023, 120.5],
      [2024, 130],
      ...Array<undefined>(8).fill(undefined),
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(
      sections.map(({ context, locator, text }) => [context, locator.kind === 'sheet' && locator.rows, text]),
    ).toEqual([
      [
        '[Sheet: S]\nReport 2024\ninternal\n | North |  | South\nProduct | Q1 | Q2 | Q1',
        [1, 9],
        'Report 2024\ninternal\n\n | North |  | South\nProduct | Q1 | Q2 | Q1\nPumps | 1 | 2 | 3\nValves | 4 | 5 | 6\n\nHoses | 7 | 8 | 9',
      ],
      ['[Sheet: S]\nCosts\nYear | Amount', [11, 14], 'Costs\nYear | Amount\n2023 | 120.5\n2024 | 130'],
      ['[Sheet: S]', [23, 24], '1 | 2 | 3\n4 | 5 | 6'],
    ]);
    const [years] = await readRows([
      [undefined, 2021, 2022],
      ['North', 17, 18],
      ['South', 19, 20],
    ]);
    expect(years?.context).toBe('[Sheet: S]\n | 2021 | 2022');
    const [form] = await readRows([
      ['Name:', 'Ada'],
      ['Born:', '1815'],
    ]);
    expect(form?.context).toBe('[Sheet: S]');
  });

  test('takes headers from what the workbook declares', async () => {
    const table = '<table ref="A2:B4"/>';
    const rows = xlsxRows([
      ['Ada', 'London'],
      ['name', 'city'],
      ['Alan', 'Wilmslow'],
      ['Kurt', 'Brünn'],
    ]);
    const declared = await read({ sheets: [{ name: 'S', rows, parts: [['table', 'tables/table1.xml', table]] }] });
    expect(declared.sections.map(({ context }) => context)).toEqual(['[Sheet: S]\nAda | London\nname | city']);
    const names = (name: string, range: string) =>
      `<definedNames><definedName name="${name}" localSheetId="0">${range}</definedName></definedNames>`;
    for (const afterSheets of [
      names('_xlnm.Print_Titles', "'S'!$A:$A,'S'!$2:$2"),
      names('_xlnm._FilterDatabase', 'S!$A$2:$B$4'),
    ]) {
      const { sections } = await read({ sheets: [{ name: 'S', rows }], afterSheets });
      expect(sections[0]?.context).toBe('[Sheet: S]\nAda | London\nname | city');
    }
  });

  test('shows numbers as people see them', async () => {
    const cases: readonly (readonly [format: number | string, value: string, text: string])[] = [
      [0, '0.30000000000000004', '0.3'],
      [0, '1E5', '100000'],
      [0, '123456789012', '123456789012'],
      [0, '1234567890123451', '1234567890123451'],
      [0, '-1.5', '-1.5'],
      [0, '0.0000005', '5E-07'],
      [2, '1.005', '1.01'],
      [2, '-0.001', '0.00'],
      [3, '1234567.4', '1,234,567'],
      [4, '-1234.5', '-1,234.50'],
      [9, '0.29', '29%'],
      [10, '0.12345', '12.35%'],
      [49, '12.5', '12.5'],
      [14, '45366.75', '2024-03-15'],
      [15, '45366', '15-Mar-24'],
      [20, '0.75', '18:00'],
      [22, '45366.75', '2024-03-15 18:00'],
      [45, '0.0105', '15:07'],
      [46, '1.5', '36:00:00'],
      [47, '0.0105', '15:07.2'],
      ['dd.mm.yyyy', '45366', '15.03.2024'],
      ['[$-407]d. mmmm yyyy', '45366', '15. März 2024'],
      ['#,##0.00 "€"', '1234.5', '1,234.50 €'],
      ['[Red]-0.0;0.0', '2', '-2.0'],
      ['00000', '123', '00123'],
      ['#.??;broken [', '3.5', '3.5'],
      [';;;', '7', '7'],
      ['mmm yyyy', '1', 'Jan 1900'],
    ];
    const cells = cases.map(([, value], row) => `<c r="A${row + 1}" s="${row}"><v>${value}</v></c>`);
    const texts = await shown(cells, { formats: cases.map(([format]) => format) });
    expect(texts).toEqual(cases.map(([, , text]) => text));
    const old = await shown(['<c r="A1" s="0"><v>43904</v></c>'], { formats: [14], date1904: true });
    expect(old).toEqual(['2024-03-15']);
  });

  test('counts dates from 1904 where the workbook does, but neither those of ISO 8601 nor times that have passed', async () => {
    const cells = ['<c r="A1" s="0"><v>1.25</v></c>', '<c r="A2" s="1" t="d"><v>2024-03-15</v></c>'];
    expect(await shown(cells, { formats: ['[h]:mm', 14], date1904: true })).toEqual(['30:00', '2024-03-15']);
  });

  test('reports formulas whose results are not in the file', async () => {
    const rows =
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1+1</f><v></v></c><c r="C1" t="str"><f>""</f><v></v></c></row>' +
      '<row r="2"><c r="A2"><f>A1</f></c><c r="B2"><f>1</f><v>1</v></c></row>';
    const { unread } = await extract(
      xlsxExtractor(),
      bytesSource('a.xlsx', xlsxFile({ sheets: [{ name: 'S', rows }] })),
    );
    expect(unread).toMatchObject([{ place: '2 formulas of sheet S' }]);
  });

  test('shows texts, formulas, errors and dates of every type', async () => {
    const strings = [
      '<t>plain</t>',
      '<r><t>rich</t></r><r><rPr><b/></rPr><t xml:space="preserve"> text</t></r>',
      '<t>漢字</t><rPh sb="0" eb="2"><t>かんじ</t></rPh><phoneticPr/>',
      '<t>one_x000D_\ntwo _x005F_x000D_ &amp; three</t>',
      '<t/>',
    ];
    const texts = await shown(
      [
        ...strings.map((_, index) => `<c t="s"><v>${index}</v></c><c r="C1" t="str"><f>A1</f><v>f${index}</v></c>`),
        '<c r="A6" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>',
        '<c r="A7" t="b"><v>1</v></c><c r="B7" t="b"><v>0</v></c><c r="C7" t="e"><v>#REF!</v></c>',
        '<c r="A8" t="d" s="1"><v>2024-03-15T18:00:00</v></c><c r="B8"><f>SUM(B1:B7)</f><v>42</v></c>',
        '<c r="A9" s="0"><f>A1</f></c>',
      ],
      { strings, formats: [0, 22] },
    );
    expect(texts).toEqual([
      'plain |  | f0',
      'rich text |  | f1',
      '漢字 |  | f2',
      'one two _x000D_ & three |  | f3',
      ' |  | f4',
      'inline',
      'TRUE | FALSE | #REF!',
      '2024-03-15 18:00 | 42',
    ]);
  });

  test('marks hidden sheets, passes over empty ones, and reads the strict variant', async () => {
    const rows = xlsxRows([['Text']]);
    const { sections, description, unread } = await read({
      strict: true,
      sheets: [
        { name: 'Leer', rows: '' },
        { name: 'A &amp; B', rows, state: 'hidden' },
        { name: 'C', rows, state: 'veryHidden' },
        { name: 'D', rows },
      ],
    });
    expect(sections.map(({ context }) => context)).toEqual([
      '[Sheet: A & B (hidden)]\nText',
      '[Sheet: C (very hidden)]\nText',
      '[Sheet: D]\nText',
    ]);
    expect(description.pages).toBe(4);
    expect(unread).toEqual([]);
  });

  test('keeps the rows before damage, and says what is missing', async () => {
    const good = { name: 'Good', rows: xlsxRows([['whole']]) };
    const broken = await read({
      sheets: [{ name: 'S', rows: `${xlsxRows([['a'], ['b']])}<row r="3"><c></row>` }, good],
    });
    expect(broken.sections.map(({ text }) => text)).toEqual(['a\nb', 'whole']);
    expect(broken.unread).toMatchObject([{ place: 'sheet S from row 3 on', code: 'CUBO_FORMAT_INVALID' }]);
    const dangling = await read({ sheets: [{ name: 'S', rows: '<row><c t="s"><v>7</v></c><c><v>1</v></c></row>' }] });
    expect(dangling.unread).toMatchObject([{ place: '1 cells of sheet S' }]);
    const bomb = '<!DOCTYPE sst [<!ENTITY a "b">]><sst><si><t>&a;</t></si></sst>';
    const members = [
      { name: 'xl/workbook.xml', data: '<workbook><sheets><sheet name="S"/></sheets></workbook>' },
      { name: 'xl/sharedStrings.xml', data: bomb },
      { name: 'xl/worksheets/sheet1.xml', data: '<worksheet><row><c t="s"><v>0</v></c></row></worksheet>' },
    ];
    await expect(extract(xlsxExtractor(), source(zipFile(members)))).rejects.toMatchObject({
      code: 'CUBO_FORMAT_INVALID',
      message: expect.stringContaining('document type'),
    });
  });

  test('refuses what is encrypted, binary or empty, and holds no more texts than it may', async () => {
    const refused = async (bytes: Uint8Array) => {
      const error = await extract(xlsxExtractor(), source(bytes)).catch((caught: unknown) => caught);
      return (error as { code: string }).code;
    };
    expect(await refused(Buffer.from(`d0cf11e0a1b11ae1${'00'.repeat(600)}`, 'hex'))).toBe('CUBO_SOURCE_ENCRYPTED');
    const rels =
      '<Relationships><Relationship Id="1" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>';
    const binary = zipFile([
      { name: '_rels/.rels', data: rels },
      { name: 'xl/workbook.bin', data: 'x' },
    ]);
    expect(await refused(binary)).toBe('CUBO_FORMAT_UNSUPPORTED');
    expect(await refused(xlsxFile({ sheets: [{ name: 'S', rows: '' }] }))).toBe('CUBO_SOURCE_EMPTY');
    const bytes = xlsxFile({ sheets: [{ name: 'S', rows: '' }], strings: [`<t>${'x'.repeat(2000)}</t>`] });
    const context = { maximumBytes: 1000, unread: () => {}, describe: () => {} };
    await expect(collect(xlsxExtractor().extract(source(bytes), context))).rejects.toMatchObject({
      code: 'CUBO_SOURCE_TOO_LARGE',
    });
  });
});
