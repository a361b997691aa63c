import { memorySource } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { xlsxExtractor } from '../src/index.ts';
import { chart, columns, numbers, series, title } from './helpers/charts.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';
import { type XlsxContent, xlsxFile, xlsxRows } from './helpers/xlsx-file.ts';

async function read(content: XlsxContent) {
  const found = await extract(xlsxExtractor(), memorySource({ name: 'a.xlsx', bytes: xlsxFile(content) }));
  expectOrderedSections(found.sections);
  return found;
}

test('comments and text boxes are read behind the rows', async () => {
  const comments =
    '<comments><commentList><comment ref="B2"><text><r><t>Ada:</t></r><r><t>\nask again</t></r></text></comment></commentList></comments>';
  const drawing =
    '<xdr:wsDr xmlns:xdr="x" xmlns:a="a"><xdr:twoCellAnchor><xdr:from><xdr:row>4</xdr:row></xdr:from><xdr:to><xdr:row>8</xdr:row></xdr:to><xdr:sp><xdr:txBody><a:p><a:r><a:t>In a </a:t></a:r><a:r><a:t>box</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>';
  const { sections } = await read({
    sheets: [
      {
        name: 'S',
        rows: xlsxRows([
          ['a', 'b'],
          [1, 2],
        ]),
        parts: [
          ['comments', 'comments1.xml', comments],
          ['drawing', 'drawings/drawing1.xml', drawing],
        ],
      },
    ],
  });
  expect(sections.slice(1)).toMatchObject([
    { text: 'B2: Ada: ask again', kind: 'prose', context: '[Sheet: S]\nComment', locator: { rows: [2, 2] } },
    { text: 'In a box', context: '[Sheet: S]\nDrawing', locator: { rows: [5, 9] } },
  ]);
});

test('charts are read behind the rows of their sheet, and sheets that are charts', async () => {
  const frame = (id: string) => `<xdr:graphicFrame><a:graphic><c:chart r:id="${id}"/></a:graphic></xdr:graphicFrame>`;
  const box = (text: string) => `<xdr:sp><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
  const anchored = (from: number, to: number, content: string) =>
    `<xdr:twoCellAnchor><xdr:from><xdr:row>${from}</xdr:row></xdr:from><xdr:to><xdr:row>${to}</xdr:row></xdr:to>${content}</xdr:twoCellAnchor>`;
  const drawing = (...content: string[]) =>
    `<xdr:wsDr xmlns:xdr="xdr" xmlns:a="a" xmlns:c="c" xmlns:r="r" xmlns:mc="mc">${content.join('')}</xdr:wsDr>`;
  const chartXml = (data: string) => `<c:chartSpace xmlns:c="c" xmlns:a="a">${data}</c:chartSpace>`;
  const values = (count: number) => numbers(Array.from({ length: count }, (_, index) => index));
  const alternatives = `<mc:AlternateContent><mc:Choice Requires="cx1">${frame('b')}</mc:Choice><mc:Fallback>${box('This chart is not available')}</mc:Fallback></mc:AlternateContent>`;
  const { sections, unread } = await read({
    sheets: [
      {
        name: 'S',
        rows: xlsxRows([['a'], [1]]),
        parts: [
          [
            'drawing',
            'drawings/drawing1.xml',
            drawing(
              anchored(4, 8, frame('a')),
              anchored(10, 11, box('Below')),
              anchored(2, 3, alternatives + box('Above')),
              anchored(6, 6, frame('gone')),
            ),
            ['a chart ../charts/chart1.xml', 'b chart ../charts/chart2.xml', 'gone chart ../charts/gone.xml'],
          ],
        ],
      },
      {
        name: 'C',
        rows: '',
        type: 'chartsheet',
        parts: [
          [
            'drawing',
            'drawings/drawing2.xml',
            drawing(`<xdr:absoluteAnchor>${frame('a')}</xdr:absoluteAnchor>`),
            ['a chart ../charts/chart2.xml'],
          ],
        ],
      },
      { name: 'D', rows: xlsxRows([['d']]), parts: [['drawing', 'drawings/drawing3.xml', '']] },
    ],
    more: [
      {
        name: 'xl/charts/chart1.xml',
        data: chartXml(chart(columns(series('Sales', { val: values(25) })), title('Long chart'))),
      },
      { name: 'xl/charts/chart2.xml', data: chartXml(chart(columns(series('B', { val: values(1) })))) },
    ],
  });
  expect(sections.map(({ text, kind, context, locator }) => [text.slice(0, 41), kind, context, locator])).toMatchObject(
    [
      ['a\n1', 'table', '[Sheet: S]', { rows: [1, 2] }],
      ['Below\n\nAbove', 'prose', '[Sheet: S]\nDrawing', { sheet: 'S', rows: [3, 12] }],
      ['[Column chart] Long chart\n\n | Sales\n1 | 0', 'table', '[Sheet: S]\nDrawing\n | Sales', { rows: [5, 9] }],
      [expect.stringMatching(/^2\d \| /), 'table', '[Sheet: S]\nDrawing\n | Sales', { rows: [5, 9] }],
      ['[Column chart]\n\n | B\n1 | 0', 'table', '[Sheet: S]\nDrawing\n | B', { rows: [3, 4] }],
      ['[Column chart]\n\n | B\n1 | 0', 'table', '[Sheet: C]\nDrawing\n | B', { sheet: 'C', rows: [1, 1] }],
      ['d', 'table', '[Sheet: D]\nd', { sheet: 'D' }],
    ],
  );
  expect(unread.map(({ place }) => place)).toEqual(['gone.xml of sheet S', 'the drawings of sheet D']);
});
