import { memorySource } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { odsExtractor } from '../src/extractors/ods/ods-extractor.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';
import { zipFile } from './helpers/zip-file.ts';

const namespaces = ['office', 'table', 'text', 'style', 'draw', 'dc', 'xlink'].map(
  (name) => `xmlns:${name}="urn:${name}"`,
);
const styles =
  '<office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>';
const body = (tables: string) =>
  `${styles}<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body>`;
const packed = (tables: string) =>
  zipFile([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet' },
    {
      name: 'content.xml',
      data: `<office:document-content ${namespaces.join(' ')}>${body(tables)}</office:document-content>`,
      deflate: true,
    },
  ]);
const flat = (tables: string) =>
  Buffer.from(`<?xml version="1.0"?><office:document ${namespaces.join(' ')}>${body(tables)}</office:document>`);
const read = async (tables: string, bytes = packed(tables)) => {
  const found = await extract(odsExtractor(), memorySource({ name: 'a.ods', bytes }));
  expectOrderedSections(found.sections);
  return found;
};
const cell = (text: string | number) =>
  typeof text === 'number'
    ? `<table:table-cell office:value-type="float" office:value="${text}"><text:p>${text}</text:p></table:table-cell>`
    : `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
const row = (...cells: (string | number)[]) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`;
const table = (rows: string, attributes = 'table:name="S"') => `<table:table ${attributes}>${rows}</table:table>`;

describe('odsExtractor', () => {
  test.each([
    ['packed', packed],
    ['flat', flat],
  ])('reads sheets of %s files by rows, with header and hidden ones marked', async (_, file) => {
    const rows = row('Name', 'Wert') + Array.from({ length: 30 }, (_, at) => row(`Zeile ${at}`, at)).join('');
    const tables = table(rows) + table('') + table(row('geheim'), 'table:name="H" table:style-name="ta1"');
    const { sections, description, unread } = await read(tables, file(tables));
    expect(sections.map(({ context, locator }) => [context, locator.kind === 'sheet' && locator.rows])).toEqual([
      ['[Sheet: S]\nName | Wert', [1, 21]],
      ['[Sheet: S]\nName | Wert', [22, 31]],
      ['[Sheet: H (hidden)]\ngeheim', [1, 1]],
    ]);
    expect(description.pages).toBe(3);
    expect(unread).toEqual([]);
  });

  test('does not unfold repeated rows and cells', async () => {
    const empty =
      '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
    const many = `<table:table-row table:number-rows-repeated="2000">${cell('x')}</table:table-row>`;
    const wide = `<table:table-row><table:table-cell table:number-columns-repeated="3"/><table:table-cell table:number-columns-repeated="2"><text:p>y</text:p></table:table-cell></table:table-row>`;
    const { sections, unread } = await read(table(wide + row('a', 'b') + empty) + table(many, 'table:name="M"'));
    expect(sections[0]).toMatchObject({ text: ' |  |  | y | y\na | b', locator: { rows: [1, 2] } });
    expect(sections.filter(({ context }) => context?.startsWith('[Sheet: M]'))).toHaveLength(50);
    expect(unread).toEqual([
      { place: 'rows 1001 to 2000 of sheet M', reason: 'They repeat row 1.', code: 'CUBO_LIMIT_EXCEEDED' },
    ]);
    const long = `<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>${'z'.repeat(10_000)}</text:p></table:table-cell></table:table-row>`;
    const bomb = await read(table(long));
    expect(bomb.sections.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(20_000_000);
    expect(bomb.unread).toHaveLength(2);
  });

  test('shows what cells show', async () => {
    const cells = [
      '<table:table-cell office:value-type="date" office:date-value="2024-03-15"><text:p>15.03.24</text:p></table:table-cell>',
      '<table:table-cell office:value-type="date" office:date-value="2024-03-15"/>',
      '<table:table-cell office:value-type="float" office:value="0.30000000000000004"/>',
      '<table:table-cell office:value-type="percentage" office:value="0.5"><text:p>50 %</text:p></table:table-cell>',
      '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>',
      '<table:table-cell><text:p>two<text:s text:c="2"/>&amp;</text:p><text:p>more <text:span>lines</text:span></text:p></table:table-cell>',
      '<table:covered-table-cell><text:p>hidden</text:p></table:covered-table-cell>',
      '<table:table-cell><office:annotation><dc:creator>Ada</dc:creator><text:p>a note</text:p></office:annotation><text:p>noted</text:p></table:table-cell>',
      '<table:table-cell><draw:frame><draw:text-box><text:p>in a box</text:p></draw:text-box></draw:frame></table:table-cell>',
    ];
    const deleted = `<table:tracked-changes><table:deletion>${cell('deleted')}</table:deletion></table:tracked-changes>`;
    const { sections } = await read(deleted + table(`<table:table-row>${cells.join('')}</table:table-row>`));
    expect(sections.map(({ text, context }) => [text, context])).toEqual([
      ['15.03.24 | 2024-03-15 | 0.3 | 50 % | WAHR | two & more lines |  | noted', '[Sheet: S]'],
      ['a note', '[Sheet: S]\nComment'],
      ['in a box', '[Sheet: S]\nDrawing'],
    ]);
  });

  test('takes rows that are marked as a header', async () => {
    const header = `<table:table-header-rows>${row('Jahr:', 2024)}</table:table-header-rows>`;
    const { sections } = await read(table(header + row('a', 1)));
    expect(sections[0]?.context).toBe('[Sheet: S]\nJahr: | 2024');
  });

  test('keeps what stands before damage, and refuses what is none', async () => {
    const cut = Buffer.from(flat(table(row('before', 1) + row('after', 2))));
    const { sections, unread } = await read('', cut.subarray(0, cut.indexOf('after')));
    expect(sections.map(({ text }) => text)).toEqual(['before | 1']);
    expect(unread).toMatchObject([{ place: 'sheet S from row 2 on and what follows', code: 'CUBO_FORMAT_INVALID' }]);
    const none = Buffer.from(
      '<office:document xmlns:office="o"><office:body><office:text/></office:body></office:document>',
    );
    for (const [bytes, code] of [
      [none, 'CUBO_FORMAT_INVALID'],
      [packed(''), 'CUBO_SOURCE_EMPTY'],
      [packed('').subarray(0, 99), 'CUBO_FORMAT_INVALID'],
    ] as const)
      await expect(read('', bytes)).rejects.toMatchObject({ code });
  });
});
