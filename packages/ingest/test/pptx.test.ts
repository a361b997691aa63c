import { isCuboError, type Section } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pptxExtractor, recursiveChunker } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { type OfficePart, officeFile } from './helpers/office-file.ts';
import { collect, expectChunksOf, expectOrderedSections, extract, stream } from './helpers/sections.ts';
import { cell, footer, paragraph, presentation, read, shape, table, title, tree } from './helpers/slide-xml.ts';

describe('pptxExtractor', () => {
  test('gives a section per slide in the order of the show, and counts the empty ones', async () => {
    const { sections, description } = await read(
      [
        { shapes: shape(paragraph('Before the title')) + title('First') },
        { shapes: '' },
        { shapes: title('Third'), hidden: true },
      ],
      [],
      '<p:extLst><p:ext><p:sectionLst><p:section name="Part one"><p:sldIdLst><p:sldId id="256"/></p:sldIdLst></p:section></p:sectionLst></p:ext></p:extLst>',
    );
    expect(description.pages).toBe(3);
    expect(sections).toEqual([
      {
        text: 'First\n\nBefore the title',
        kind: 'slide',
        heading: ['Part one', 'First'],
        locator: { kind: 'slide', slide: 1, start: 0, end: 23 },
      },
      {
        text: 'Third',
        kind: 'slide',
        heading: ['Third'],
        context: '[Hidden slide]',
        locator: { kind: 'slide', slide: 3, start: 25, end: 30 },
      },
    ]);
  });

  test('reads bullets, numbers, groups, alternatives and formulas', async () => {
    const number = '<a:pPr><a:buAutoNum type="alphaLcParenR"/></a:pPr>';
    const body = [
      paragraph('top'),
      paragraph('below', '<a:pPr lvl="1"/>'),
      paragraph('sign', '<a:pPr><a:buChar char="•"/></a:pPr>'),
      paragraph('one', number),
      paragraph('two', number),
      paragraph('plain', '<a:pPr lvl="1"><a:buNone/></a:pPr>'),
      '<a:p><a:r><a:t>a</a:t></a:r><a:br/><a:fld type="slidenum"><a:t>7</a:t></a:fld><a:fld type="x"><a:t>b</a:t></a:fld></a:p>',
    ].join('');
    const grouped = `<p:grpSp><p:grpSp>${shape(paragraph('inner'))}</p:grpSp>${shape(paragraph('outer'))}</p:grpSp>`;
    const formula =
      '<mc:AlternateContent xmlns:mc="mc"><mc:Choice><p:sp><p:txBody><a:p><m:oMath xmlns:m="m"><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a:p></p:txBody></p:sp></mc:Choice>' +
      `<mc:Fallback>${shape(paragraph('x squared'))}</mc:Fallback></mc:AlternateContent>`;
    const { sections } = await read([{ shapes: shape(body) + grouped + formula }]);
    expect(sections.map(({ text }) => text)).toEqual([
      'top\n  - below\n- sign\na) one\nb) two\n  plain\na\nb\n\ninner\n\nouter\n\n$x^2$',
    ]);
  });

  test('keeps small tables in their slide and gives large ones sections with their header', async () => {
    const rows = (count: number) => [
      cell('Part', 'gridSpan="2"') + cell('', 'hMerge="1"') + cell('Price'),
      ...Array.from({ length: count }, (_, index) =>
        index === 1
          ? cell('', 'vMerge="1"') + cell('long') + cell('9')
          : cell(`no ${index}`, 'rowSpan="2"') + cell('short') + cell('8'),
      ),
    ];
    const small = await read([{ shapes: title('Prices') + table(3, rows(2)) }]);
    expect(small.sections.map(({ text }) => text)).toEqual([
      'Prices\n\nPart | Part | Price\nno 0 | short | 8\nno 0 | long | 9',
    ]);
    const { sections } = await read([
      { shapes: title('Prices') + table(3, rows(50)) + shape(paragraph('Sums without tax')) },
    ]);
    expect(sections.map(({ kind, context, rowStarts }) => [kind, context, rowStarts?.length])).toEqual([
      ['slide', undefined, undefined],
      ['table', 'Part | Part | Price', 21],
      ['table', 'Part | Part | Price', 20],
      ['table', 'Part | Part | Price', 10],
      ['slide', undefined, undefined],
    ]);
    for (const { locator } of sections) expect(locator).toMatchObject({ kind: 'slide', slide: 1 });
    expectChunksOf(sections, await collect(recursiveChunker().chunk(stream(sections))));
  });

  test('reads notes and comments, and what recurs once', async () => {
    const notes = (text: string): OfficePart => ({
      name: 'ppt/notesSlides/notes1.xml',
      root: 'p:notes',
      data: tree(
        shape(paragraph('3'), '<p:ph type="sldNum"/>') + shape(paragraph(text), '<p:ph type="body" idx="1"/>'),
      ),
    });
    const layout = {
      name: 'ppt/slideLayouts/layout1.xml',
      root: 'p:sldLayout',
      data: tree(shape(paragraph('Click to edit'), '<p:ph type="body"/>') + shape(paragraph('ACME Inc.'))),
      refers: ['m slideMaster ../slideMasters/master1.xml'],
    };
    const master = {
      name: 'ppt/slideMasters/master1.xml',
      root: 'p:sldMaster',
      data: tree(shape(paragraph('Footer prompt'), '<p:ph type="ftr"/>') + shape(paragraph('Confidential'))),
    };
    const comments = [
      { name: 'ppt/commentAuthors.xml', root: 'p:cmAuthorLst', data: '<p:cmAuthor id="0" name="Ada"/>' },
      {
        name: 'ppt/comments/comment1.xml',
        root: 'p:cmLst',
        data: `<p:cm authorId="0"><p:text>Why?</p:text></p:cm><p:cm authorId="9"><p:txBody>${paragraph('Modern')}</p:txBody><p:replyLst><p:reply authorId="0"><p:txBody>${paragraph('Reply')}</p:txBody></p:reply></p:replyLst></p:cm>`,
      },
    ];
    const { sections } = await read(
      [
        {
          shapes: title('One') + footer('2024'),
          refers: [
            'n notesSlide ../notesSlides/notes1.xml',
            'c comments ../comments/comment1.xml',
            'l slideLayout ../slideLayouts/layout1.xml',
          ],
        },
        { shapes: title('Two') + footer('2024'), refers: ['l slideLayout ../slideLayouts/layout1.xml'] },
      ],
      [notes('Say hello'), layout, master, ...comments],
    );
    expect(sections.map(({ text }) => text)).toEqual([
      'One\n\n2024\n\nACME Inc.\n\nConfidential\n\nNotes: Say hello\n\n[Comment by Ada: Why?]\n\n[Comment: Modern]\n\n[Comment by Ada: Reply]',
      'Two',
    ]);
  });

  test('reads a large picture in the place of the text of a slide', async () => {
    const picture = (id: string, side: number) =>
      `<p:pic><p:blipFill><a:blip r:embed="${id}"/></p:blipFill><p:spPr><a:xfrm><a:ext cx="${side}" cy="${side}"/></a:xfrm></p:spPr></p:pic>`;
    const refers = ['big image ../media/big.png', 'small image ../media/small.png'];
    const bytes = presentation(
      [
        { shapes: title('Plan') + picture('small', 100) + picture('big', 900), refers },
        { shapes: picture('big', 900) + title('Again'), refers },
        { shapes: title('A slide with text enough beside the picture that it shows') + picture('big', 900), refers },
      ],
      [
        { name: 'ppt/media/big.png', data: 'big' },
        { name: 'ppt/media/small.png', data: 'small' },
      ],
      '<p:sldSz cx="1000" cy="1000"/>',
    );
    const context = {
      maximumBytes: 1e6,
      unread: () => {},
      describe: () => {},
      async *extractMember({ name }: { name: string }, { start }: { start: number }): AsyncGenerator<Section> {
        const locator = { kind: 'page', page: 1, start, end: start + 4, member: [name] } as const;
        yield { text: 'Read', kind: 'prose', locator, boxes: [{ start: 0, end: 4, box: [0, 0, 1, 1] }] };
      },
    };
    const sections = await collect(pptxExtractor().extract(bytesSource('a.pptx', bytes), context));
    expectOrderedSections(sections);
    expect(sections.map(({ text }) => text.slice(0, 7))).toEqual(['Plan', 'Read', 'Again', 'A slide']);
    expect(sections[1]).toEqual({
      text: 'Read',
      kind: 'slide',
      locator: { kind: 'slide', slide: 1, start: 6, end: 10, member: ['slide 1, big.png'] },
    });
  });

  test('reports a slide that is missing or damaged and reads the others', async () => {
    const parts = presentation([{ shapes: title('One') }, { shapes: '<p:sp>' }, { shapes: title('Three') }]);
    const { sections, unread } = await extract(pptxExtractor(), bytesSource('a.pptx', parts));
    expect(sections.map(({ locator }) => locator)).toMatchObject([{ slide: 1 }, { slide: 3 }]);
    expect(unread).toMatchObject([{ place: 'slide 2', code: 'CUBO_FORMAT_INVALID' }]);
    const list = '<p:sldIdLst><p:sldId id="1" r:id="a"/></p:sldIdLst>';
    const gone = officeFile([
      { name: 'ppt/presentation.xml', root: 'p:presentation', data: list, refers: ['a slide slides/slide1.xml'] },
    ]);
    await expect(extract(pptxExtractor(), bytesSource('a.pptx', gone))).rejects.toMatchObject({
      code: 'CUBO_FORMAT_INVALID',
      message: expect.stringMatching(/slide 1.*It is missing in the file/),
    });
  });

  test.each<[string, Uint8Array, string]>([
    ['slides without text', presentation([{ shapes: '' }]), 'CUBO_SOURCE_EMPTY'],
    ['no archive', Buffer.from('This is no archive.'), 'CUBO_FORMAT_INVALID'],
    ['an encrypted file', Buffer.from('d0cf11e0a1b11ae1'.repeat(8), 'hex'), 'CUBO_SOURCE_ENCRYPTED'],
    ['a cut off file', presentation([{ shapes: title('A') }]).subarray(0, 400), 'CUBO_FORMAT_INVALID'],
    [
      'a package of another kind',
      officeFile([{ name: 'xl/workbook.xml', root: 'p:workbook', data: '' }]),
      'CUBO_SOURCE_EMPTY',
    ],
  ])('refuses %s', async (_, bytes, code) => {
    await expect(extract(pptxExtractor(), bytesSource('a.pptx', bytes))).rejects.toMatchObject({ code });
  });

  test('reports comments that are larger than any', async () => {
    const data = `<p:cmLst xmlns:p="p"><p:cm><p:text>${'word '.repeat(7_000_000)}</p:text></p:cm></p:cmLst>`;
    const { sections, unread } = await read(
      [{ shapes: title('One'), refers: ['c comments ../comments/comment1.xml'] }],
      [{ name: 'ppt/comments/comment1.xml', data }],
    );
    expect(sections.map(({ text }) => text)).toEqual(['One']);
    expect(unread).toMatchObject([{ place: 'the comments on slide 1', code: 'CUBO_LIMIT_EXCEEDED' }]);
  });

  test('survives any damage to a file with text or a CuboError', async () => {
    const bytes = presentation([{ shapes: title('One') + table(2, [cell('a') + cell('b'), cell('c') + cell('d')]) }]);
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const damaged = Uint8Array.from(bytes);
        for (const [place, value] of changes) damaged[place] = value;
        try {
          expectOrderedSections((await extract(pptxExtractor(), bytesSource('a.pptx', damaged))).sections);
        } catch (error) {
          expect(isCuboError(error), String((error as Error).stack)).toBe(true);
        }
      }),
      { seed: 42, numRuns: 60 },
    );
  });
});
