import { describe, expect, test } from 'vitest';
import { pdfExtractor, recursiveChunker } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { type PdfContent, type PdfLine, pdfFile } from './helpers/pdf-file.ts';
import { collect, expectChunksOf, expectOrderedSections, extract, stream } from './helpers/sections.ts';

const read = (content: PdfContent) => extract(pdfExtractor(), bytesSource('test.pdf', pdfFile(content)));
const textOf = async (content: PdfContent) =>
  (await read(content)).sections.map((section) => section.text).join('\n\n');

/** Words that stand on one page only. */
function body(page: number, top = 700): PdfLine[] {
  const name = `page${'abcdefghijklmnopqrstuvwxyz'[page] ?? page}`;
  return Array.from({ length: 4 }, (_, line) => ({
    text: Array.from({ length: 7 }, (_, word) => `${name}w${line}${word}`).join(' '),
    x: 72,
    y: top - 14 * line,
  }));
}

describe('running lines', () => {
  const pages = (count: number, more: (page: number) => readonly PdfLine[]) =>
    Array.from({ length: count }, (_, index) => [...more(index + 1), ...body(index)]);

  test('leaves out headers, footers and page numbers, and nothing else', async () => {
    const text = await textOf({
      pages: pages(12, (page) => [
        { text: page % 2 ? 'Annual report' : 'The company', x: page % 2 ? 72 : 400, y: 800, size: 9 },
        { text: `Page ${page} of 12`, x: 280, y: 40, size: 9 },
        ...(page === 5 ? [{ text: 'A chapter begins', x: 72, y: 770, size: 18 }] : []),
      ]),
    });
    expect(text).not.toMatch(/Annual report|The company|Page \d/);
    expect(text).toContain('A chapter begins');
    for (let page = 0; page < 12; page++) expect(text).toContain(`page${'abcdefghijkl'[page]}w36`);
  });

  test.each([
    ['- 7 -', (page: number) => `- ${page} -`],
    ['vii', (page: number) => ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii'][page - 1] ?? ''],
    ['٧', (page: number) => String.fromCodePoint(0x660 + page)],
    ['17', (page: number) => `${page + 10}`],
  ])('knows page numbers such as %s', async (last, number) => {
    const text = await textOf({ pages: pages(7, (page) => [{ text: number(page), x: 290, y: 40, size: 9 }]) });
    expect(text).not.toContain(last);
    expect(text.split('\n\n')).toHaveLength(7);
  });

  test('loses nothing of a document of two pages, of numbered headings, or of what is repeated here and there', async () => {
    const two = { pages: pages(2, () => [{ text: 'Letterhead', x: 72, y: 800 }]) };
    expect((await textOf(two)).match(/Letterhead/g)).toHaveLength(2);
    const lessons = { pages: pages(5, (page) => [{ text: `Lesson ${page}`, x: 72, y: 780, size: 20 }]) };
    expect((await textOf(lessons)).match(/Lesson \d/g)).toHaveLength(5);
    const sums = { pages: pages(5, (page) => [{ text: `Total: ${page * page * 7}`, x: 72, y: 60 }]) };
    expect((await textOf(sums)).match(/Total: \d+/g)).toHaveLength(5);
    const rare = {
      pages: pages(12, (page) => (page % 4 === 0 ? [{ text: 'Questions', x: 72, y: 780 }] : [])),
    };
    expect((await textOf(rare)).match(/Questions/g)).toHaveLength(3);
  });

  test('keeps the header of a table that goes on over pages', async () => {
    const content = {
      pages: Array.from({ length: 4 }, (_, page) =>
        ['Article', ...Array.from({ length: 12 }, (_, row) => `Item ${page}-${row}`)].flatMap((text, row) => [
          { text, x: 72, y: 790 - 14 * row },
          { text: row === 0 ? 'Price' : `${page * 100 + row * row},00`, x: 300, y: 790 - 14 * row },
        ]),
      ),
    };
    const { sections } = await read(content);
    expect(sections.map(({ kind, context }) => [kind, context])).toEqual(
      Array.from({ length: 4 }, () => ['table', 'Article | Price']),
    );
  });
});

describe('headings', () => {
  test('takes larger and bold lines above text for headings, and nests them by size', async () => {
    const { sections } = await read({
      pages: [
        [
          { text: 'The Lease', x: 72, y: 780, size: 20, bold: true },
          { text: 'Part One', x: 72, y: 745, size: 15 },
          ...body(0, 720),
          { text: 'Notice of termination', x: 72, y: 640, bold: true },
          ...body(1, 620),
          { text: 'Part Two', x: 72, y: 540, size: 15 },
          ...body(2, 515),
        ],
        body(3),
      ],
    });
    expect(sections.map(({ heading }) => heading)).toEqual([
      ['The Lease', 'Part One'],
      ['The Lease', 'Part One', 'Notice of termination'],
      ['The Lease', 'Part Two'],
      ['The Lease', 'Part Two'],
    ]);
    expect(sections[0]?.text).toMatch(/^The Lease\n\nPart One\n\npagea/);
  });

  test('finds the entries of the outline on their pages', async () => {
    const { sections } = await read({
      outline: [
        { title: '1 First things', page: 1 },
        { title: 'Last things', page: 2 },
        { title: 'Nowhere', page: 2 },
      ],
      pages: [
        [{ text: '1   First things', x: 72, y: 780 }, ...body(0, 740)],
        [...body(1, 740), { text: 'Last things', x: 72, y: 640 }, ...body(2, 600)],
      ],
    });
    expect(sections.map(({ heading }) => heading)).toEqual([['1 First things'], ['1 First things'], ['Last things']]);
  });

  test('sees none where everything looks alike', async () => {
    const { sections } = await read({ pages: [body(0).map((line) => ({ ...line, bold: true })), body(1)] });
    expect(sections.map(({ heading }) => heading)).toEqual([undefined, undefined]);
  });
});

describe('annotations and attachments', () => {
  test('puts values of fields and text boxes at their places, and comments behind the text', async () => {
    const widget = (value: string, rect: string, more = '') =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /V (${value}) /Rect [${rect}] /F 4 ${more} >>`;
    const { sections } = await read({
      pages: [
        {
          lines: [
            { text: 'Name:', x: 72, y: 700 },
            { text: 'City:', x: 72, y: 670 },
            { text: 'Thank you for filling in this form.', x: 72, y: 600 },
          ],
          annotations: [
            widget('Zurich', '110 664 300 682'),
            widget('Ada Lovelace', '110 694 300 712'),
            widget('secret', '110 500 300 520', '/Ff 8192'),
            '<< /Type /Annot /Subtype /FreeText /Contents (Received in May) /DA (/Helv 10 Tf) /Rect [72 630 200 645] /F 4 >>',
            '<< /Type /Annot /Subtype /Text /Contents (Check this name) /Rect [300 700 320 720] /F 4 >>',
          ],
        },
      ],
    });
    expect(sections.map(({ text }) => text.replace(/\n+/g, '\n'))).toEqual([
      'Name: Ada Lovelace\nCity: Zurich\nReceived in May\nThank you for filling in this form.',
      'Check this name',
    ]);
  });

  test('hands on the files that are attached', async () => {
    const bytes = pdfFile({
      pages: [body(0)],
      attachments: [
        { name: 'notes.txt', content: 'What was said on the telephone.' },
        { name: 'list.csv', content: 'a,b\n1,2\n' },
      ],
    });
    const { sections, unread } = await extract(pdfExtractor(), bytesSource('mail.pdf', bytes));
    expectOrderedSections(sections);
    expect(unread).toEqual([]);
    expect(sections.map(({ locator }) => locator.member)).toEqual([undefined, ['notes.txt'], ['list.csv']]);
    expect(sections[1]?.text).toBe('What was said on the telephone.');
    const places: string[] = [];
    const alone = pdfExtractor().extract(bytesSource('mail.pdf', bytes), {
      maximumBytes: 1e6,
      describe: () => {},
      unread: ({ place }) => places.push(place),
    });
    expect(await collect(alone)).toHaveLength(1);
    expect(places).toEqual(['notes.txt', 'list.csv']);
  });
});

test('gives each chunk the box of its lines', async () => {
  const { sections } = await read({ pages: [[...body(0), ...body(1, 600)]] });
  const chunks = await collect(
    recursiveChunker({ maximumCharacters: 130, overlapCharacters: 0 }).chunk(stream(sections)),
  );
  expectChunksOf(sections, chunks);
  expect(chunks.length).toBeGreaterThan(2);
  const boxes = chunks.map(({ locator }) => (locator.kind === 'page' ? locator.box : undefined));
  expect(boxes.every((box) => box !== undefined && box[0] > 70 && box[3] < 712)).toBe(true);
  expect(boxes[0]?.[3]).toBeGreaterThan(705);
  expect(boxes.at(-1)?.[1]).toBeLessThan(560);
  expect(boxes[0]?.[1]).toBeGreaterThan(boxes.at(-1)?.[3] ?? 0);
});
