import { expect, test } from 'vitest';
import { docxExtractor, pptxExtractor, xlsxExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { officeFile } from './helpers/office-file.ts';
import { extract } from './helpers/sections.ts';
import { paragraph, shape, tree } from './helpers/slide-xml.ts';
import { xlsxRows } from './helpers/xlsx-file.ts';

const slide = (text: string) => tree(shape(paragraph(text)));

function presentationOf(ids: readonly string[]): Uint8Array {
  return officeFile([
    {
      name: 'ppt/presentation.xml',
      root: 'p:presentation',
      data: `<p:sldIdLst>${ids.map((id, index) => `<p:sldId id="${index}" r:id="${id}"/>`).join('')}</p:sldIdLst>`,
      refers: ['a slide slides/a.xml', 'also slide slides/a.xml', 'b slide slides/b.xml'],
    },
    { name: 'ppt/slides/a.xml', root: 'p:sld', data: slide('The anchor') },
    { name: 'ppt/slides/b.xml', root: 'p:sld', data: slide('The buoy') },
  ]);
}

/** A workbook of one part that is a sheet under many names. */
function workbookOf(names: readonly string[]): Uint8Array {
  const rows = xlsxRows([['anchor'], ['buoy']]);
  return officeFile([
    {
      name: 'xl/workbook.xml',
      root: 'workbook',
      data: `<sheets>${names.map((name) => `<sheet name="${name}" r:id="a"/>`).join('')}</sheets>`,
      refers: ['a worksheet worksheets/a.xml'],
    },
    { name: 'xl/worksheets/a.xml', root: 'worksheet', data: `<sheetData>${rows}</sheetData>` },
  ]);
}

test('a slide that is named again is not read again', async () => {
  const bytes = presentationOf(['a', 'also', 'b', 'a', 'gone']);
  const { sections, unread, description } = await extract(pptxExtractor(), bytesSource('a.pptx', bytes));
  expect(sections.map(({ text, locator }) => [text, locator])).toMatchObject([
    ['The anchor', { slide: 1 }],
    ['The buoy', { slide: 3 }],
  ]);
  expect(description.pages).toBe(5);
  expect(unread).toEqual([
    { place: 'slide 5', reason: 'It is missing in the file.', code: 'CUBO_FORMAT_INVALID' },
    { place: 'slide 2, slide 4', reason: expect.stringMatching(/named before/), code: 'CUBO_FORMAT_INVALID' },
  ]);
});

test('a sheet that is named again is not read again', async () => {
  const bytes = workbookOf(['One', 'Two', 'Three']);
  const { sections, unread } = await extract(xlsxExtractor(), bytesSource('a.xlsx', bytes));
  expect(sections).toMatchObject([{ locator: { sheet: 'One', rows: [1, 2] } }]);
  expect(unread).toEqual([
    {
      place: 'sheet Two, sheet Three',
      reason: expect.stringMatching(/named before/),
      code: 'CUBO_FORMAT_INVALID',
    },
  ]);
});

test('slides and sheets without end are reported in a few words', async () => {
  const many = Array.from({ length: 12_000 }, () => 'a');
  const slides = await extract(pptxExtractor(), bytesSource('a.pptx', presentationOf(many)));
  expect(slides.sections).toHaveLength(1);
  expect(slides.unread).toMatchObject([
    { place: 'slide 2, slide 3, slide 4, slide 5, slide 6 and 9994 more' },
    { place: 'the last 2000 slides', code: 'CUBO_LIMIT_EXCEEDED' },
  ]);
  const sheets = await extract(xlsxExtractor(), bytesSource('a.xlsx', workbookOf(many)));
  expect(sheets.sections).toHaveLength(1);
  expect(sheets.unread).toMatchObject([
    { place: 'sheet a, sheet a, sheet a, sheet a, sheet a and 9994 more' },
    { place: 'the last 2000 sheets', code: 'CUBO_LIMIT_EXCEEDED' },
  ]);
});

/** A workbook whose sheets refer to one part of comments. */
function commentedWorkbook(sheets: number, padding: number): Uint8Array {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const comment = '<comment ref="A1"><text><t>about the buoy</t></text></comment>';
  return officeFile([
    {
      name: 'xl/workbook.xml',
      root: 'workbook',
      data: `<sheets>${numbers.map((number) => `<sheet name="S${number}" r:id="s${number}"/>`).join('')}</sheets>`,
      refers: numbers.map((number) => `s${number} worksheet worksheets/${number}.xml`),
    },
    ...numbers.map((number) => ({
      name: `xl/worksheets/${number}.xml`,
      root: 'worksheet',
      data: `<sheetData>${xlsxRows([[`anchor ${number}`]])}</sheetData>`,
      refers: ['c comments ../comments.xml'],
    })),
    {
      name: 'xl/comments.xml',
      root: 'comments',
      data: `${' '.repeat(padding)}<commentList>${comment}</commentList>`,
    },
  ]);
}

test('what several sheets share is read for each of them, up to a limit', async () => {
  const few = await extract(xlsxExtractor(), bytesSource('a.xlsx', commentedWorkbook(3, 0)));
  expect(few.unread).toEqual([]);
  expect(few.sections.map(({ text }) => text)).toEqual([1, 2, 3].flatMap((n) => [`anchor ${n}`, 'A1: about the buoy']));
  const many = await extract(xlsxExtractor(), bytesSource('a.xlsx', commentedWorkbook(40, 4 * 2 ** 20)));
  expect(many.sections.filter(({ text }) => text.startsWith('anchor'))).toHaveLength(40);
  expect(many.sections.filter(({ text }) => text.includes('buoy'))).toHaveLength(16);
  expect(many.unread).toHaveLength(24);
  expect(many.unread[0]).toMatchObject({
    place: 'the comments of sheet S17',
    reason: expect.stringMatching(/names parts again and again/),
    code: 'CUBO_LIMIT_EXCEEDED',
  });
});

test('a document refers to one part without end', async () => {
  const chart = { name: 'word/chart.xml', data: `<c:chart xmlns:c="c">${' '.repeat(2 ** 20)}</c:chart>` };
  const refers = Array.from({ length: 200 }, (_, index) => `c${index} chart chart.xml`);
  const charts = refers.map((_, index) => `<w:p><w:r><w:drawing><c:chart r:id="c${index}"/></w:drawing></w:r></w:p>`);
  const data = `<w:body><w:p><w:r><w:t>The anchor</w:t></w:r></w:p>${charts.join('')}</w:body>`;
  const bytes = officeFile([{ name: 'word/document.xml', root: 'w:document', data, refers }, chart]);
  const { sections, unread } = await extract(docxExtractor(), bytesSource('a.docx', bytes));
  expect(sections).toMatchObject([{ text: 'The anchor' }]);
  const tooOften = unread.filter(({ code }) => code === 'CUBO_LIMIT_EXCEEDED');
  expect(tooOften.length).toBeGreaterThan(100);
  expect(tooOften[0]?.reason).toMatch(/names parts again and again/);
});
