import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvExtractor, recursiveChunker, textSource } from '../src/index.ts';
import { expectLinearTime } from './helpers/linear-time.ts';
import { collect, expectChunksOf, expectSectionsOf, extract, stream } from './helpers/sections.ts';

const read = (text: string, name = 'test.csv') => extract(csvExtractor(), textSource({ uri: 'test:csv', text, name }));

describe('csvExtractor', () => {
  test('yields 20 rows a section with the header as context, and counts rows', async () => {
    const rows = Array.from(
      { length: 45 },
      (_, index) => `${index + 1},Contract ${index},"three months, to the end\nof a quarter"`,
    );
    const text = `number,name,notice period\n${rows.join('\n')}\n`;
    const { sections } = await read(text);
    expectSectionsOf(text, sections);
    expect(sections.map(({ locator }) => locator.kind === 'rows' && locator.rows)).toEqual([
      [1, 21],
      [22, 41],
      [42, 46],
    ]);
    for (const section of sections) expect(section.context).toBe('number,name,notice period');
    for (const section of sections.slice(1)) {
      for (const start of section.rowStarts ?? []) expect(section.text.slice(start)).toMatch(/^\d+,Contract/);
    }
  });

  test('names the columns on every chunk of a wide table', async () => {
    const header = Array.from({ length: 12 }, (_, index) => `column ${index}`).join(';');
    const rows = Array.from({ length: 60 }, (_, row) =>
      Array.from({ length: 12 }, (_, index) => `value ${row},${index}`).join(';'),
    );
    const text = [header, ...rows].join('\r\n');
    const { sections } = await read(text);
    const chunks = await collect(recursiveChunker().chunk(stream(sections)));
    expectChunksOf(sections, chunks);
    expect(chunks.length).toBeGreaterThanOrEqual(9);
    for (const chunk of chunks) {
      expect(chunk.context).toBe(header);
      expect(chunk.text.split('\r\n').every((row) => row.split(';').length === 12)).toBe(true);
    }
  });

  test.each([
    [';', 'a;b;c\n1,5;2,5;3,5\n4;5;6\n'],
    ['\t', 'a\tb\n1, 2\t3\n4\t5, 6\n'],
    ['|', 'a|b|c\n1|2|3\n'],
    [',', 'a,b\n"x;y;z",2\n"1;2;3",4\n'],
    [',', 'single\none\ntwo\n'],
  ])('finds the delimiter %j and quoted line breaks', async (delimiter, text) => {
    const quoted = `${text}"one\ntwo"${delimiter}"say ""hi"""\n`;
    const { sections } = await read(quoted);
    expectSectionsOf(quoted, sections);
    const [section] = sections;
    const lines = text.trim().split('\n').length;
    expect(section?.rowStarts).toHaveLength(lines + 1);
  });

  test('takes ragged rows, blank lines, stray and unclosed quotation marks', async () => {
    const text = 'a,b,c\n\n1\n2,3,4,5\n6"x,7" inch,8\n"9" more,10\n"never closed,11\n12,13,14\n';
    const { sections } = await read(text);
    expectSectionsOf(text, sections);
    expect(sections[0]?.locator).toMatchObject({ rows: [1, 7] });
    expect(sections[0]?.rowStarts?.map((start) => text.slice(start, start + 3))).toEqual([
      'a,b',
      '1\n2',
      '2,3',
      '6"x',
      '"9"',
      '"ne',
      '12,',
    ]);
  });

  test('finds the header below titles, headers of two rows, and files without one', async () => {
    const cases: readonly (readonly [text: string, context: string | undefined])[] = [
      ['Stanley Cups,,\nTeam,Location,Cups\nBlues,STL,1\nFlyers,PHI,2\n', 'Stanley Cups,,\nTeam,Location,Cups'],
      ['exported 2024-05-01\n\nTeam;Cups\nBlues;1\nFlyers;2\n', 'exported 2024-05-01\nTeam;Cups'],
      [',North,,South\nProduct,Q1,Q2,Q1\nPumps,1,2,3\n', ',North,,South\nProduct,Q1,Q2,Q1'],
      ['1,Ada,London\n2,Alan,Wilmslow\n3,Kurt,Brünn\n', undefined],
      ['2024-01-01;12,50;rent\n2024-02-01;13,50;rent\n', undefined],
      ['City,2021,2022\nRome,5,6\nOslo,7,8\n', 'City,2021,2022'],
      ['name,city\nAda,London\nAlan,Wilmslow\n', 'name,city'],
      ['word\none\ntwo\n', 'word'],
      ['17\n18\n19\n', undefined],
    ];
    for (const [text, context] of cases) {
      const { sections } = await read(text);
      expectSectionsOf(text, sections);
      expect(sections.map((section) => section.context)).toEqual([context]);
    }
    const rows = Array.from({ length: 30 }, (_, index) => `${index},x\n`).join('');
    const { sections } = await read(`Report\nn,letter\n${rows}`);
    expect(sections.map(({ locator }) => locator.kind === 'rows' && locator.rows)).toEqual([
      [1, 22],
      [23, 32],
    ]);
  });

  test('takes the delimiter that a first line states', async () => {
    const { sections } = await read('sep=|\r\na|b,c\r\n1|2,5\r\n');
    expect(sections).toMatchObject([{ text: 'a|b,c\r\n1|2,5', context: 'a|b,c', locator: { start: 7, rows: [1, 2] } }]);
  });

  test('reads Latin-1 and UTF-16', async () => {
    const text = 'Name;Straße\nMüller;Größe\n';
    for (const bytes of [Buffer.from(text, 'latin1'), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      const source = { ...textSource({ uri: 'test:csv', text: '' }), open: () => stream([new Uint8Array(bytes)]) };
      expectSectionsOf(text, (await extract(csvExtractor(), source)).sections);
    }
  });

  test('says that a file without text is empty, and takes a lone header', async () => {
    for (const text of ['', '\n \n']) await expect(read(text)).rejects.toMatchObject({ code: 'CUBO_SOURCE_EMPTY' });
    expect((await read('a,b,c')).sections).toMatchObject([{ text: 'a,b,c', locator: { rows: [1, 1] } }]);
  });

  test('keeps every character in order for any input, however it is streamed', async () => {
    const unit = fc.constantFrom('a', '"', '""', ',', ';', '\n', '\r\n', '\r', ' ', 'ö', '"x,y"', '👍');
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 120 }), fc.integer({ min: 1, max: 7 }), async (units, size) => {
        const text = `a${units.join('')}`;
        const bytes = new TextEncoder().encode(text);
        const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, part) =>
          bytes.subarray(part * size, (part + 1) * size),
        );
        const { sections } = await extract(csvExtractor(), {
          ...textSource({ uri: 'x:y', text: '' }),
          open: () => stream(parts),
        });
        expectSectionsOf(text, sections);
        expect(sections).toEqual((await read(text)).sections);
      }),
      { seed: 21, numRuns: 400 },
    );
  });

  test.each<[string, (size: number) => string]>([
    ['rows', (size) => 'a,b\n'.repeat(size)],
    ['quotations that begin in every row', (size) => '"a\n'.repeat(size)],
    ['quotation marks', (size) => '"'.repeat(4 * size)],
    ['rows in a quotation without end', (size) => `a,b\n"${'x,y\n'.repeat(size)}`],
    ['commas', (size) => ','.repeat(4 * size)],
    ['spaces', (size) => `a,b\n1,${' '.repeat(4 * size)}2`],
  ])('takes linear time on %s', async (_, text) => {
    await expectLinearTime(60_000, (size) => read(text(size)));
  });
});
