import { isCuboError } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { odpExtractor, odtExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { flatOdfFile, type OdfContent, odfFile } from './helpers/odf-file.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';

const p = (text: string, style = '') => `<text:p${style && ` text:style-name="${style}"`}>${text}</text:p>`;
const h = (level: number, text: string) => `<text:h text:outline-level="${level}">${text}</text:h>`;
const cell = (text: string, attributes = '') => `<table:table-cell ${attributes}>${p(text)}</table:table-cell>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const covered = '<table:covered-table-cell/>';

async function read(content: Omit<OdfContent, 'kind'>, kind: 'text' | 'presentation' = 'text') {
  const extractor = kind === 'text' ? odtExtractor() : odpExtractor();
  const extraction = await extract(extractor, bytesSource('a.odf', odfFile({ ...content, kind })));
  expectOrderedSections(extraction.sections);
  return extraction;
}
const textOf = async (body: string, more: Partial<OdfContent> = {}) =>
  (await read({ body, ...more })).sections.map(({ text }) => text).join('\n\n');

describe('odtExtractor', () => {
  const manual: OdfContent = {
    kind: 'text',
    meta: '<dc:title>Handbuch</dc:title><meta:initial-creator>Ada</meta:initial-creator><dc:creator>Bob</dc:creator><dc:language>de</dc:language>',
    automaticStyles: '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>',
    styles: '<style:style style:name="Title" style:family="paragraph"/>',
    masterStyles: `<style:master-page><style:header>${p('Kanzlei')}</style:header><style:footer>${p('12')}</style:footer></style:master-page><style:master-page><style:header>${p('Kanzlei')}</style:header></style:master-page>`,
    body: [
      p('Pumpe', 'P1'),
      h(1, 'Wartung'),
      p('Jede\n   Woche.'),
      `<table:table><table:table-column table:number-columns-repeated="3"/><table:table-header-rows>${row(cell('Teil'), cell('Frist', 'table:number-columns-spanned="2"'), covered)}</table:table-header-rows>`,
      row(cell('Filter', 'table:number-rows-spanned="2"'), cell('1'), cell('(Woche)')),
      row(covered, cell('2'), cell('x')),
      '</table:table>',
      h(2, 'Danach'),
      p('Ende'),
    ].join('\n'),
  };

  test.each([
    ['packed', odfFile(manual)],
    ['flat', flatOdfFile(manual)],
  ])('gives headings, paragraphs and tables of a %s file in order', async (_, bytes) => {
    const { sections, description } = await extract(odtExtractor(), bytesSource('a.odt', bytes));
    expectOrderedSections(sections);
    expect(description).toEqual({ title: 'Handbuch', author: 'Ada', language: 'de' });
    expect(sections.map(({ text, heading, context }) => [text, heading, context])).toEqual([
      ['Pumpe\n\nWartung\n\nJede Woche.', ['Pumpe', 'Wartung'], undefined],
      ['Teil | Frist | Frist\nFilter | 1 | (Woche)\nFilter | 2 | x', ['Pumpe', 'Wartung'], 'Teil | Frist | Frist'],
      ['Danach\n\nEnde', ['Pumpe', 'Wartung', 'Danach'], undefined],
      ['Kanzlei', undefined, '[Page header or footer]'],
    ]);
  });

  test('shows the numbers of lists and headings', async () => {
    const level = (at: number, format: string, more = '') =>
      `<text:list-level-style-number text:level="${at}" style:num-format="${format}" ${more}/>`;
    const styles =
      `<text:list-style style:name="L1">${level(1, '1', 'style:num-suffix="."')}${level(2, 'a', 'style:num-prefix="(" style:num-suffix=")"')}${level(3, 'i', 'text:display-levels="3"')}</text:list-style>` +
      '<text:list-style style:name="L2"><text:list-level-style-bullet text:level="1"/></text:list-style>';
    const outline =
      '<text:outline-style><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/></text:outline-style>';
    const item = (content: string, attributes = '') => `<text:list-item ${attributes}>${content}</text:list-item>`;
    const list = (content: string, attributes = '') => `<text:list ${attributes}>${content}</text:list>`;
    const body = [
      h(1, 'Head'),
      list(
        item(p('one') + p('more')) +
          item(p('two') + list(item(p('a') + list(item(p('deep')))) + item(p('b')))) +
          item(p('seven'), 'text:start-value="7"'),
        'text:style-name="L1"',
      ),
      p('between'),
      list(item(p('eight')), 'text:style-name="L1" text:continue-numbering="true"'),
      list(item(p('anew')), 'text:style-name="L1"'),
      list(item(p('bullet')), 'text:style-name="L2"'),
      h(1, 'Head'),
    ];
    expect(await textOf(body.join(''), { automaticStyles: styles, styles: outline })).toBe(
      [
        'I. Head\n1. one\nmore\n2. two\n  (a) a\n    2.a.i deep\n  (b) b\n7. seven',
        'between\n8. eight\n1. anew\n- bullet',
        'II. Head',
      ].join('\n\n'),
    );
  });

  test('places notes and comments after their paragraph, and leaves tracked deletions out', async () => {
    const note = (kind: string, text: string) =>
      `<text:note text:note-class="${kind}"><text:note-citation>9</text:note-citation><text:note-body>${p(text)}</text:note-body></text:note>`;
    const comment = `<office:annotation><dc:creator>Ada</dc:creator><dc:date>2024-01-01</dc:date>${p('Really?')}</office:annotation>`;
    const body =
      `<text:tracked-changes><text:changed-region><text:deletion>${p('deleted')}</text:deletion></text:changed-region></text:tracked-changes>` +
      `<text:list><text:list-item>${p(`Text${note('footnote', 'A note.')}${note('endnote', 'The end.')}${comment} goes on`)}</text:list-item></text:list>`;
    expect(await textOf(body)).toBe('- Text[1][i] goes on\n[1] A note.\n[i] The end.\n[Comment by Ada: Really?]');
  });

  test('reads white space, text boxes, ruby, formulas and charts', async () => {
    const math =
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><msup><mi>c</mi><mn>2</mn></msup></mfrac><annotation>{a+b} over c</annotation></semantics></math>';
    const chart = `<chart:chart><chart:title>${p('Sales')}</chart:title><table:table>${row(cell(''), cell('2023'))}${row(cell('North'), cell('5'))}</table:table></chart:chart>`;
    const frame = (content: string) => `<draw:frame><svg:title>Name</svg:title>${content}</draw:frame>`;
    const body = [
      p('a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d<text:span>e\u00ad</text:span>'),
      p(`before ${frame(`<draw:text-box>${p('boxed')}</draw:text-box>`)}after`),
      p('<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>'),
      p(`f: ${frame('<draw:object xlink:href="./Object 1"/>')}!`),
      p(frame('<draw:object xlink:href="./Object 2/"/>')),
    ];
    const more = [
      { name: 'Object 1/content.xml', data: math },
      {
        name: 'Object 2/content.xml',
        data: `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:chart="c"><office:body>${chart}</office:body></office:document-content>`,
      },
    ];
    expect(await textOf(body.join(''), { more })).toBe(
      ['a b\tc\nde', 'before after', 'boxed', '漢字', 'f: $\\frac{a+b}{c^2}$!', 'Sales', ' | 2023\nNorth | 5'].join(
        '\n\n',
      ),
    );
  });

  test('reports objects of other programs', async () => {
    const ole = '<draw:frame><draw:object-ole xlink:href="./Object 1"/></draw:frame>';
    const { unread } = await read({ body: p(`Text ${ole}${ole}`) });
    expect(unread).toMatchObject([{ place: 'Object 1', code: 'CUBO_FORMAT_UNSUPPORTED' }]);
  });

  test('cannot be made to grow without end', async () => {
    const wide = cell('x', 'table:number-columns-repeated="99999999"').repeat(50);
    const text = await textOf(
      `<table:table>${row(wide)}${row(wide)}</table:table>${p('<text:s text:c="999999999"/>x')}`,
    );
    expect(text.length).toBeLessThan(3000);
  });

  test.each<[string, Uint8Array, string]>([
    ['an empty text', odfFile({ kind: 'text', body: p(' ') }), 'CUBO_SOURCE_EMPTY'],
    ['an encrypted text', odfFile({ kind: 'text', body: p('x'), isEncrypted: true }), 'CUBO_SOURCE_ENCRYPTED'],
    ['a spreadsheet', odfFile({ kind: 'spreadsheet', body: '' }), 'CUBO_FORMAT_INVALID'],
    ['a cut off file', odfFile(manual).subarray(0, 500), 'CUBO_FORMAT_INVALID'],
    ['a cut off flat file', flatOdfFile(manual).subarray(0, 1500), 'CUBO_FORMAT_INVALID'],
    ['some text', Buffer.from('no XML'), 'CUBO_FORMAT_INVALID'],
    [
      'external entities',
      Buffer.from(
        flatOdfFile(manual).toString().replace('?>', '?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      ),
      'CUBO_FORMAT_INVALID',
    ],
  ])('refuses %s', async (_, bytes, code) => {
    await expect(extract(odtExtractor(), bytesSource('a.odt', bytes))).rejects.toMatchObject({ code });
  });

  test('reads what comes before damage, and names the rest', async () => {
    const open = `<text:list><text:list-item>${p('Oil')}</text:list-item><text:list-item><text:p>Filter, ha`;
    const table = `<table:table>${row(cell('Part'), cell('Weeks'))}<table:table-row>${cell('Pump')}<table:table-cell><text:p>tw`;
    for (const [rest, last] of [
      [open, '\n- Oil\n- Filter, ha'],
      [table, '\n\nPart | Weeks\nPump | tw'],
    ] as const) {
      const body = `${h(1, 'Care')}${p('Every week.')}${rest}`;
      const { sections, unread, description } = await read({ body, meta: '<dc:title>Book</dc:title>' });
      expect(sections.map(({ text }) => text).join('\n\n')).toBe(`Care\n\nEvery week.${last}`);
      expect(unread).toMatchObject([{ place: 'the rest of the document', code: 'CUBO_FORMAT_INVALID' }]);
      expect(description.title).toBe('Book');
    }
    const flat = Buffer.from(flatOdfFile({ kind: 'text', body: p('Before') + p('after') }));
    const cut = await extract(odtExtractor(), bytesSource('a.fodt', flat.subarray(0, flat.indexOf('after') + 2)));
    expect(cut.sections.map(({ text }) => text)).toEqual(['Before\n\naf']);
    expect(cut.unread).toHaveLength(1);
  });

  test('reads what comes before damage of the packed content', async () => {
    const noise = Array.from({ length: 20_000 }, (_, index) => p(`Line ${index} of ${(index * 7919) % 10_007}.`));
    const bytes = Buffer.from(odfFile({ kind: 'text', body: noise.join('') }));
    bytes.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 1000);
    const { sections, unread } = await extract(odtExtractor(), bytesSource('a.odt', bytes));
    expect(sections[0]?.text).toMatch(/^Line 0 of 0\.\n\nLine 1 of 7919\./);
    expect(unread).toMatchObject([{ place: 'the rest of the document', code: 'CUBO_FORMAT_INVALID' }]);
    expect(unread[0]?.reason).toContain('content.xml');
  });

  test('survives any damage to a file with text or a CuboError', async () => {
    const files = [odfFile(manual), flatOdfFile(manual)];
    const damage = fc.array(fc.tuple(fc.nat(4000), fc.nat(255)), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), damage, async (bytes, changes) => {
        const damaged = Uint8Array.from(bytes);
        for (const [place, value] of changes) damaged[place % damaged.length] = value;
        try {
          expectOrderedSections((await extract(odtExtractor(), bytesSource('a.odt', damaged))).sections);
        } catch (error) {
          expect(isCuboError(error), String((error as Error).stack)).toBe(true);
        }
      }),
      { seed: 44, numRuns: 60 },
    );
  });
});

describe('odpExtractor', () => {
  const frame = (kind: string, text: string, more = '') =>
    `<draw:frame ${kind && `presentation:class="${kind}"`} ${more}><draw:text-box>${p(text)}</draw:text-box></draw:frame>`;
  const notes = (text: string) =>
    `<presentation:notes><draw:page-thumbnail/>${frame('notes', text)}${frame('page-number', '3')}</presentation:notes>`;

  test('gives a section per slide, with notes and comments, and counts the empty ones', async () => {
    const { sections, description } = await read(
      {
        automaticStyles:
          '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
        body: [
          '<presentation:footer-decl presentation:name="f1">ACME</presentation:footer-decl>',
          `<draw:page presentation:use-footer-name="f1">${frame('outline', 'Body')}${frame('title', 'One')}`,
          `<draw:g><draw:custom-shape><svg:desc>x</svg:desc>${p('Shape')}</draw:custom-shape></draw:g>`,
          `<draw:frame><table:table><table:table-column/><table:table-column/>${row(cell('a'), cell('b'))}${row(cell('c'), cell('d'))}</table:table></draw:frame>`,
          `${frame('subtitle', 'Click to add', 'presentation:placeholder="true"')}<office:annotation><dc:creator>Ada</dc:creator>${p('Why?')}</office:annotation>${notes('Say hello')}</draw:page>`,
          '<draw:page/>',
          `<draw:page draw:style-name="dp2" presentation:use-footer-name="f1">${frame('title', 'Three')}</draw:page>`,
        ].join('\n'),
      },
      'presentation',
    );
    expect(description.pages).toBe(3);
    expect(sections.map(({ text, locator, context, heading }) => [text, locator, context, heading])).toMatchObject([
      [
        'One\n\nBody\n\nShape\n\na | b\nc | d\n\nACME\n\nNotes: Say hello\n\n[Comment by Ada: Why?]',
        { slide: 1 },
        undefined,
        ['One'],
      ],
      ['Three', { slide: 3 }, '[Hidden slide]', ['Three']],
    ]);
  });

  test('reads the slides before damage, and names the rest', async () => {
    const body = `<draw:page>${frame('title', 'One')}</draw:page><draw:page>${frame('title', 'Two')}<draw:frame><draw:text-box><text:p>ha`;
    const { sections, unread } = await read({ body }, 'presentation');
    expect(sections.map(({ text }) => text)).toEqual(['One', 'Two\n\nha']);
    expect(unread).toMatchObject([
      { place: 'the rest of the presentation, from slide 2 on', code: 'CUBO_FORMAT_INVALID' },
    ]);
    await expect(read({ body: '<draw:page><draw:frame>' }, 'presentation')).rejects.toMatchObject({
      code: 'CUBO_FORMAT_INVALID',
    });
  });

  test.each<[string, OdfContent, string]>([
    ['slides without text', { kind: 'presentation', body: '<draw:page/>' }, 'CUBO_SOURCE_EMPTY'],
    ['a text', { kind: 'text', body: p('x') }, 'CUBO_FORMAT_INVALID'],
  ])('refuses %s', async (_, content, code) => {
    await expect(extract(odpExtractor(), bytesSource('a.odp', odfFile(content)))).rejects.toMatchObject({ code });
  });
});
