import { isCuboError } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rtfExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { expectLinearTime } from './helpers/linear-time.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';

const head = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fnil\fcharset204{\*\fname Arial;}Arial Cyr;}{\f2\fnil\fcharset128 MS Gothic;}{\f3\ftech\fcharset2 Symbol;}{\f4\fnil\fcharset134 SimSun;}{\f5\fnil\fcharset161 Greek;}}{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s2 Titel;}{\s7\outlinelevel1 My own;}}{\info{\title Mietvertrag f\'fcr Ada}{\author J\u252\'fcrgen}{\operator nobody}}`;
const rtf = (body: string) => Buffer.from(`${head}${body}}`, 'latin1');

async function read(body: string | Uint8Array) {
  const bytes = typeof body === 'string' ? rtf(body) : body;
  const extraction = await extract(rtfExtractor(), bytesSource('a.rtf', bytes));
  expectOrderedSections(extraction.sections);
  return extraction;
}
const textOf = async (body: string | Uint8Array) => (await read(body)).sections.map(({ text }) => text).join('\n\n');

test.each([
  [28592, 0xb1, 'ą'],
  [21866, 0xa7, 'ї'],
  [852, 0xa5, 'ą'],
  [4711, 0xe9, 'é'],
])('reads text in the code page %i', async (codePage, byte, character) => {
  const bytes = Buffer.concat([Buffer.from(`{\\rtf1\\ansi\\ansicpg${codePage} x`), Buffer.of(byte), Buffer.from('}')]);
  expect(await textOf(bytes)).toBe(`x${character}`);
});

test('keeps what comes before a note that is larger than any', async () => {
  const { sections, unread } = await read(`\\pard Before.\\par{\\footnote ${'word '.repeat(7_000_000)}}After.`);
  expect(sections.map(({ text }) => text)).toEqual(['Before.\n\n[1]']);
  expect(unread).toMatchObject([{ place: 'the rest of the document', code: 'CUBO_LIMIT_EXCEEDED' }]);
});

describe('rtfExtractor', () => {
  test('gives headings, paragraphs and tables in order', async () => {
    const row = (cells: readonly string[], definition: string) =>
      `\\trowd${definition}${cells.map((cell) => `\\pard\\intbl ${cell}\\cell`).join('')}\\row`;
    const two = '\\cellx100\\cellx200';
    const { sections, description, unread } = await read(
      [
        '\\pard\\s2 Mietvertrag\\par\\pard\\s1 Dauer\\par\\pard\\s7 Beginn\\par\\pard Am 1. Mai.\\par',
        row(['Monat', 'Miete'], `\\trhdr${two}`),
        row(['Mai', '500'], '\\clvmgf\\cellx100\\cellx200'),
        row(['', '600 {\\b Euro}\\par bar'], '\\clvmrg\\cellx100\\cellx200'),
        '\\pard Danach.\\par',
      ].join('\r\n'),
    );
    expect(description).toEqual({ title: 'Mietvertrag für Ada', author: 'Jürgen' });
    expect(unread).toEqual([]);
    const heading = ['Mietvertrag', 'Dauer', 'Beginn'];
    expect(sections.map(({ text, heading: path, context }) => [text, path, context])).toEqual([
      ['Mietvertrag\n\nDauer\n\nBeginn\n\nAm 1. Mai.', heading, undefined],
      ['Monat | Miete\nMai | 500\nMai | 600 Euro bar', heading, 'Monat | Miete'],
      ['Danach.', heading, undefined],
    ]);
  });

  test('reads nested tables', async () => {
    const body =
      '\\trowd\\cellx100\\cellx200\\pard\\intbl\\itap1 Left\\cell\\pard\\intbl\\itap1 Right\\par' +
      '\\pard\\intbl\\itap2 a\\nestcell b\\nestcell{\\*\\nesttableprops\\trowd\\cellx50\\cellx90\\nestrow}{\\nonesttables\\par}' +
      '\\pard\\intbl\\itap1 after\\cell\\row\\pard Out\\par';
    expect(await textOf(body)).toBe('Left | Right a b after\n\nOut');
  });

  test.each([
    ['the code page of the document', `caf\\'e9 \u0080`, 'café €'],
    ['a Cyrillic font', `{\\f1 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2}, \\'c0`, 'Привет, À'],
    [
      'a Japanese font, with a trail byte that is a letter or a backslash',
      `{\\f2 \\'93\\'fa\\'96{}\\'83A\\'95\\\\}`,
      '日�ア表',
    ],
    ['a Chinese font', `\\f4 \\'c4\\'e3\\'ba\\'c3`, '你好'],
    ['a Greek font', `{\\f5 \\'e1}`, 'α'],
    ['a symbol font', `{\\f3 a\\'b7}x`, 'α•x'],
    ['Unicode with a replacement', `\\u8364? \\u-10179\\'3f\\u-8704\\'3f!`, '€ 😀!'],
    ['Unicode with longer replacements', `{\\uc2 \\u26085\\'93\\'fa\\u8364 xy}\\uc0 \\u97 b`, '日€ab'],
    ['Unicode without its replacement', `\\u97\\par \\u98\\tab c`, 'a\n\nb\tc'],
    ['both of two texts', `{\\upr{old}{\\*\\ud{new}}}`, 'new'],
    ['signs', `a\\~b\\-c\\_d \\emdash\\lquote x\\rquote \\{\\}\\\\`, 'a bc-d —‘x’{}\\'],
    ['results of fields', `{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt link}}`, 'link'],
    ['no deletions, but hidden text', `a{\\deleted b}{\\v c}\\deleted d\\deleted0 e`, 'ace'],
    [
      'no pictures and binary data',
      `a{\\pict\\wmetafile8 0102{\\nested x}}{\\*\\unknown b\\bin3 }}}c}d\\bin2 {{e`,
      'ade',
    ],
    ['list labels', `{\\listtext\\pard 1.\\tab}One\\par{\\listtext\\f3\\'b7\\tab}\\ilvl1 Two\\par`, '1. One\n  - Two'],
    [
      'text boxes',
      `a{\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv y}}{\\shptxt in\\par box\\par}}{\\shprslt old}}b\\par`,
      'ab\nin\nbox',
    ],
  ])('reads %s', async (_, body, text) => {
    expect(await textOf(Buffer.from(`${head}${body}}`, 'latin1'))).toBe(text);
  });

  test('follows the code pages of DOS and of the Macintosh', async () => {
    const bytes = (word: string, byte: number) =>
      Buffer.concat([Buffer.from(`{\\rtf1\\${word} x`), Buffer.from([byte, 0x7d])]);
    expect(await textOf(bytes('pca', 0x81))).toBe('xü');
    expect(await textOf(bytes('pc', 0xe1))).toBe('xß');
    expect(await textOf(bytes('mac', 0x8a))).toBe('xä');
    expect(await textOf(bytes('ansi\\ansicpg1251', 0xc0))).toBe('xА');
  });

  test('places notes and comments after their paragraph, and running texts at the end', async () => {
    const { sections } = await read(
      '{\\header Law firm, page 1\\par}{\\headerl Law firm, page 2\\par}{\\footer 3\\par}Text{\\super\\chftn}{\\footnote\\pard\\chftn A {\\i note}.\\par And more.}' +
        '{\\*\\atnid AB}{\\*\\atnauthor Ada}\\chatn{\\*\\annotation{\\*\\atndate 1}Really?} goes on.\\par Next\\par',
    );
    expect(sections.map(({ text, context }) => [text, context])).toEqual([
      ['Text[1] goes on.\n[1] A note.\nAnd more.\n[Comment by Ada: Really?]\n\nNext', undefined],
      ['Law firm, page 1', '[Page header or footer]'],
    ]);
  });

  test('reports embedded objects', async () => {
    const object = (name: string) => `{\\object\\objemb{\\*\\objclass ${name}}{\\*\\objdata 0105}{\\result shown}}`;
    const { sections, unread } = await read(`${object('Excel.Sheet.8')}${object('Equation.3')}`);
    expect(sections.map(({ text }) => text)).toEqual(['shownshown']);
    expect(unread.map(({ place }) => place)).toEqual(['an embedded object (Excel.Sheet.8)']);
  });

  test('gives the same in pieces of any size', async () => {
    const bytes = rtf(`{\\b Caf\\'e9}\\u8364?\\bin4 }}}}\\par{\\f2\\'93\\'fa}\\par`);
    const whole = await read(bytes);
    for (const size of [1, 2, 3, 7]) {
      const source = {
        ...bytesSource('a.rtf', bytes),
        async *open() {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        },
      };
      expect(await extract(rtfExtractor(), source)).toEqual(whole);
    }
  });

  test('reads a file that is cut off as far as it goes, and says so', async () => {
    const { sections, unread } = await read(rtf('All that is left\\par {\\b and').subarray(0, -1));
    expect(sections.map(({ text }) => text)).toEqual(['All that is left\n\nand']);
    expect(unread).toMatchObject([{ place: 'the end of the document', code: 'CUBO_FORMAT_INVALID' }]);
  });

  test('reads what comes before more groups than any document has, and names the rest', async () => {
    const { sections, unread, description } = await read(
      rtf(`\\pard\\s1 Rent\\par\\pard It is {\\b due${'{\\i '.repeat(2100)}lost${'}'.repeat(2100)}} too\\par`),
    );
    expect(sections.map(({ text, heading }) => [text, heading])).toEqual([['Rent\n\nIt is due', ['Rent']]]);
    expect(unread).toEqual([
      {
        place: 'the rest of the document',
        reason: expect.stringContaining('more than 2000 groups'),
        code: 'CUBO_LIMIT_EXCEEDED',
      },
    ]);
    expect(description.title).toBe('Mietvertrag für Ada');
  });

  test.each([
    ['no RTF', 'Some text', 'CUBO_FORMAT_INVALID'],
    ['nothing', '', 'CUBO_FORMAT_INVALID'],
    ['no text', '{\\rtf1\\par}', 'CUBO_SOURCE_EMPTY'],
    ['groups without end', `{\\rtf1${'{'.repeat(100_000)}`, 'CUBO_LIMIT_EXCEEDED'],
  ])('refuses %s', async (_, text, code) => {
    await expect(read(Buffer.from(text))).rejects.toMatchObject({ code, path: '/test/a.rtf' });
  });

  test('takes linear time for a paragraph and for a table without end', async () => {
    await expectLinearTime(40_000, (size) => read(rtf('word '.repeat(size / 5))));
    await expectLinearTime(20_000, (size) =>
      read(rtf(`\\trowd\\cellx1\\cellx2${'\\intbl x\\cell'.repeat(size / 13)}`)),
    );
  });

  test('survives any damage to a file with text or a CuboError', async () => {
    const bytes = rtf(
      '\\pard\\s1 One\\par\\trowd\\cellx1\\cellx2\\intbl a\\cell b\\cell\\row{\\footnote x}\\u8364?\\bin2 xx',
    );
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const damaged = Uint8Array.from(bytes);
        for (const [place, value] of changes) damaged[place] = value;
        try {
          await read(damaged);
        } catch (error) {
          expect(isCuboError(error), String((error as Error).stack)).toBe(true);
        }
      }),
      { seed: 43, numRuns: 100 },
    );
  });
});
