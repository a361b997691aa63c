import type { Section } from '@cubo/contracts';
import { describe, expect, test } from 'vitest';
import { createLineJoiner } from '../src/extractors/pdf/layout/join-lines.ts';
import { pdfExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { type PdfContent, type PdfLine, type PdfPage, pdfFile } from './helpers/pdf-file.ts';
import { extract } from './helpers/sections.ts';

async function sectionsOf(page: readonly PdfLine[] | PdfPage, more?: Partial<PdfContent>): Promise<readonly Section[]> {
  const { sections } = await extract(pdfExtractor(), bytesSource('test.pdf', pdfFile({ ...more, pages: [page] })));
  return sections;
}

const textOf = async (page: readonly PdfLine[] | PdfPage) =>
  (await sectionsOf(page)).map((section) => section.text).join('\n\n');

/** Words that fill a line of a column, each once only. */
function proseLines(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, line) =>
    Array.from(
      { length: 6 },
      (_, word) => `${name}${String.fromCharCode(97 + line)}${String.fromCharCode(97 + word)}`,
    ).join(' '),
  );
}

function column(texts: readonly string[], x: number, top: number, leading = 13): PdfLine[] {
  return texts.map((text, index) => ({ text, x, y: top - index * leading, size: 10 }));
}

/** Line by line across all columns, as some programs draw pages. */
function rowByRow(columns: readonly (readonly PdfLine[])[]): PdfLine[] {
  const rows = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: rows }, (_, row) => columns.flatMap((lines) => lines[row] ?? [])).flat();
}

describe('reading order', () => {
  test('reads columns one after the other although they are drawn row by row, and what spans them in its place', async () => {
    const [left, right] = [proseLines('left', 10), proseLines('right', 10)];
    const page = [
      { text: 'A title that spans both of the columns of this page and more', x: 72, y: 780, size: 16 },
      ...rowByRow([column(left, 60, 740), column(right, 310, 740)]),
      {
        text: 'A footnote that spans both of the columns of the page, in smaller type than the text above it.',
        x: 60,
        y: 590,
        size: 8,
      },
    ];
    const text = await textOf(page);
    expect(text.replace(/\s+/g, ' ')).toBe([page[0]?.text, ...left, ...right, page.at(-1)?.text].join(' '));
  });

  test('reads three columns, and columns whose lines do not share their baselines', async () => {
    const texts = ['one', 'two', 'six'].map((name) => proseLines(name, 8).map((line) => line.slice(0, 26)));
    const three = rowByRow(texts.map((lines, index) => column(lines, 50 + 180 * index, 700)));
    expect((await textOf(three)).replace(/\s+/g, ' ')).toBe(texts.flat().join(' '));
    const [left, right] = [proseLines('left', 9), proseLines('right', 7)];
    const shifted = rowByRow([column(left, 60, 700, 12), column(right, 310, 695, 15)]);
    expect((await textOf(shifted)).replace(/\s+/g, ' ')).toBe([...left, ...right].join(' '));
  });

  test('joins a text block and a sidebar with short lines to neither', async () => {
    const left = proseLines('main', 12);
    const side = ['Opening hours', 'Monday to Friday', 'nine to five', 'Saturday closed', 'Call before noon'];
    const page = rowByRow([column(left, 60, 700, 13), column(side, 360, 694, 17)]);
    expect((await textOf(page)).replace(/\s+/g, ' ')).toBe([...left, ...side].join(' '));
  });

  test.each([90, 180, 270])(
    'reads a page that is turned by %i degrees, with boxes on the upright page',
    async (rotate) => {
      const [first, second] = [
        { text: 'First line of a page', along: 100, across: 100 },
        { text: 'and second line', along: 100, across: 114 },
      ];
      // Where the upright page of 842 by 595 or 595 by 842 points has a place, seen from its upper left corner.
      const place = ({ text, along, across }: typeof first): PdfLine => {
        if (rotate === 90) return { text, x: across, y: along, angle: 90 };
        if (rotate === 180) return { text, x: 595 - along, y: across, angle: 180 };
        return { text, x: 595 - across, y: 842 - along, angle: 270 };
      };
      const [section] = await sectionsOf({ lines: [place(second), place(first)], rotate });
      expect(section?.text).toBe('First line of a page and second line');
      const height = rotate === 180 ? 842 : 595;
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = section?.boxes?.[0]?.box ?? [];
      expect(x0).toBeCloseTo(100, 0);
      expect(x1).toBeGreaterThan(180);
      expect([y0 < height - 100, y1 > height - 100, y1 - y0 < 12]).toEqual([true, true, true]);
    },
  );

  test('keeps text that is drawn at an angle together, behind the rest', async () => {
    const lines = [
      { text: 'DRAFT', x: 200, y: 500, angle: 45, size: 40 },
      { text: 'COPY', x: 160, y: 540, angle: 45, size: 40 },
      ...column(proseLines('text', 4), 60, 700),
    ];
    expect(await textOf(lines)).toMatch(/textdf\n\n(?:COPY|DRAFT)\s+(?:COPY|DRAFT)$/);
  });

  test('reads right-to-left columns from the right, in logical order, with numbers as they are', async () => {
    const words = ['שלום', 'עולם', 'ספר', 'בית', 'ילד', 'מים', 'שמש', 'ירח'];
    const line = (from: number) => Array.from({ length: 4 }, (_, index) => words[(from + index) % 8]).join(' ');
    // The file draws characters from the left: reversed.
    const drawn = (text: string, x: number, y: number) => ({ text: [...text].reverse().join(''), x, y, size: 10 });
    const rights = Array.from({ length: 6 }, (_, index) => line(index));
    const lefts = Array.from({ length: 6 }, (_, index) => line(7 - index));
    const page = rights.flatMap((text, index) => [
      drawn(lefts[index] as string, 60, 700 - 14 * index),
      drawn(text, 320, 700 - 14 * index),
    ]);
    expect((await textOf(page)).replace(/\s+/g, ' ')).toBe([...rights, ...lefts].join(' '));
    const number = [
      { text: '2024', x: 100, y: 500, size: 10 },
      { text: [...'שנת'].reverse().join(''), x: 126, y: 500, size: 10 },
    ];
    expect(await textOf(number)).toBe('שנת 2024');
  });

  test('joins lines of ideographs without a space, and invents none between runs', async () => {
    const page = [
      { text: '我们的产品在全国', x: 60, y: 700, size: 10 },
      { text: '各地', x: 140, y: 700, size: 10 },
      { text: '都有销售欢迎访问我们', x: 60, y: 686, size: 10 },
      { text: '日 本 語 の 文 章', x: 60, y: 600, size: 10 },
    ];
    expect(await textOf(page)).toBe('我们的产品在全国各地都有销售欢迎访问我们\n\n日本語の文章');
  });
});

describe('lines and paragraphs', () => {
  test('mends broken words, keeps compounds, and parts paragraphs', async () => {
    const page = column(
      [
        'Die Kündigung des Vertrages bedarf der Schrift-',
        'form, auch wenn sie durch eine gewöhnliche E-Mail-',
        'Adresse übermittelt wird oder Vor- und Nachteile-',
        'und Kosten nennt. Das ist die letzte Zeile.',
      ],
      60,
      700,
    ).concat(column(['Ein zweiter Absatz.'], 60, 620));
    expect(await textOf(page)).toBe(
      'Die Kündigung des Vertrages bedarf der Schriftform, auch wenn sie durch eine gewöhnliche E-Mail-Adresse ' +
        'übermittelt wird oder Vor- und Nachteile- und Kosten nennt. Das ist die letzte Zeile.\n\nEin zweiter Absatz.',
    );
  });

  test.each([
    ['Ver-', 'trag', 1, ''],
    ['Ver\u00ad', 'Trag', 1, ''],
    ['COVID-', '19', 0, ''],
    ['x-', 'ray', 0, ''],
    ['state-of-the-', 'art', 0, ''],
    ['well-', 'known', 0, ''],
    ['yes –', 'no', 0, ' '],
    ['漢字', 'かな', 0, ''],
    ['한국어', '문장', 0, ' '],
  ])('joins %j and %j', (before, after, removed, between) => {
    expect(createLineJoiner(['as is well-known']).join(before, after)).toEqual({ removed, between });
  });

  test('tells paragraphs by indents, and keeps items of lists and short lines as lines', async () => {
    const paragraphs = column(proseLines('text', 7), 60, 700).map((line, index) =>
      index === 3 ? { ...line, x: 75, text: `Indented ${line.text.slice(0, 34)}` } : line,
    );
    paragraphs[2] = { ...(paragraphs[2] as PdfLine), text: 'ends here.' };
    expect((await textOf(paragraphs)).split('\n\n').map((text) => text.split(' ')[0])).toEqual(['textaa', 'Indented']);
    const list = ['• First item', '• Second item that is', '  rather long', '1. Numbered', '2. Again numbered'];
    expect(await textOf(column(list, 60, 700))).toBe(
      '• First item\n• Second item that is rather long\n1. Numbered\n2. Again numbered',
    );
    const address = ['Anna Berger', 'Hauptstrasse 12', '8001 Zürich', 'Switzerland and Liechtenstein'];
    expect(await textOf(column(address, 60, 700))).toBe(address.join('\n'));
  });

  test('reads each letter of a ligature, and drops letters drawn twice to look bold', async () => {
    const page = [
      { text: 'e\ufb03cient \ufb02oor', x: 60, y: 700, size: 10 },
      { text: 'Bold', x: 60, y: 600, size: 10 },
      { text: 'Bold', x: 60.3, y: 600, size: 10 },
    ];
    expect(await textOf(page)).toBe('efficient floor\n\nBold');
  });

  test('gives each line its box', async () => {
    const [section] = await sectionsOf(column(['A first line of some words', 'and a second one'], 60, 700));
    expect(section?.boxes?.map(({ start, end }) => section.text.slice(start, end))).toEqual([
      'A first line of some words',
      'and a second one',
    ]);
    for (const [index, { box }] of (section?.boxes ?? []).entries()) {
      const baseline = 700 - 13 * index;
      expect(box[0]).toBeCloseTo(60, 1);
      expect([box[1] < baseline, box[1] > baseline - 5, box[3] > baseline + 5, box[3] < baseline + 12]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
  });
});

describe('tables', () => {
  const table = (rows: readonly (readonly string[])[], xs: readonly number[], top = 700, pitch = 16) =>
    rows.flatMap((cells, row) =>
      cells
        .map((text, index) => ({ text, x: xs[index] as number, y: top - pitch * row, size: 10 }))
        .filter(({ text }) => text),
    );

  test('keeps rows together, with the header on every twenty of them', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => [`Article ${index + 1}`, `${index * 3}`, `${index},50 €`]);
    const page = table([['Article', 'Pieces', 'Price'], ...rows], [60, 250, 400], 800, 22);
    const sections = await sectionsOf(page);
    expect(sections.map(({ kind, context, rowStarts }) => [kind, context, rowStarts?.length])).toEqual([
      ['table', 'Article | Pieces | Price', 21],
      ['table', 'Article | Pieces | Price', 10],
    ]);
    expect(sections[0]?.text).toMatch(/^Article \| Pieces \| Price\nArticle 1 \| 0 \| 0,50 €\n/);
    expect(sections[1]?.text).toMatch(/^Article 21 \| 60 \| 20,50 €\n/);
    expect(sections[1]?.rowStarts?.map((start) => sections[1]?.text.slice(start, start + 10))).toContain('Article 30');
    expect(sections[0]?.boxes?.length).toBe(21);
  });

  test('puts the lines of a cell together, and leaves empty cells empty', async () => {
    const page = [
      ...table(
        [
          ['Term', 'Meaning', 'Since'],
          ['Lease', 'A contract by which one party', '1999'],
        ],
        [60, 200, 450],
        700,
        30,
      ),
      { text: 'lets another use a thing', x: 200, y: 658, size: 10 },
      ...table(
        [
          ['Sale', 'A contract about ownership', ''],
          ['Gift', 'A contract without a price', '2005'],
        ],
        [60, 200, 450],
        634,
        30,
      ),
    ];
    const [section] = await sectionsOf(page);
    expect(section?.kind).toBe('table');
    expect(section?.text.split('\n')).toEqual([
      'Term | Meaning | Since',
      'Lease | A contract by which one party lets another use a thing | 1999',
      'Sale | A contract about ownership |',
      'Gift | A contract without a price | 2005',
    ]);
  });

  test('takes neither prose, nor lists, nor a table of contents for a table', async () => {
    const prose = column(proseLines('text', 6), 60, 700);
    const list = ['first of the points', 'second of the points', 'third of the points'].flatMap((text, index) => [
      { text: `${index + 1}.`, x: 60, y: 500 - 14 * index, size: 10 },
      { text, x: 90, y: 500 - 14 * index, size: 10 },
    ]);
    const contents = ['Introduction', 'Methods used', 'Results'].flatMap((text, index) => [
      { text, x: 60, y: 300 - 14 * index, size: 10 },
      { text: '.'.repeat(40), x: 160, y: 300 - 14 * index, size: 10 },
      { text: `${index + 7}`, x: 400, y: 300 - 14 * index, size: 10 },
    ]);
    const sections = await sectionsOf([...prose, ...list, ...contents]);
    expect(sections.map(({ kind }) => kind)).toEqual(['prose']);
    expect(sections[0]?.text).toMatch(/1\. first of the points\n2\. second of the points\n3\. third of the points/);
    expect(sections[0]?.text).toMatch(/Introduction … 7\nMethods used … 8\nResults … 9$/);
  });
});
