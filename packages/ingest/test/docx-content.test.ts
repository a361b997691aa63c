import type { Section } from '@cubo/contracts';
import { describe, expect, test } from 'vitest';
import { docxExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { type OfficePart, officeFile } from './helpers/office-file.ts';
import { collect, expectOrderedSections, extract } from './helpers/sections.ts';

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${run(text)}</w:p>`;
const styled = (text: string, style: string) => paragraph(text, `<w:pStyle w:val="${style}"/>`);
const item = (text: string, list: number, level = 0) =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
const table = (columns: number, ...rows: string[]) =>
  `<w:tbl><w:tblGrid>${'<w:gridCol/>'.repeat(columns)}</w:tblGrid>${rows.join('')}</w:tbl>`;

const word = (body: string, parts: readonly OfficePart[] = [], refers: readonly string[] = []) =>
  officeFile([{ name: 'word/document.xml', root: 'w:document', data: `<w:body>${body}</w:body>`, refers }, ...parts]);

async function read(body: string, parts: readonly OfficePart[] = [], refers: readonly string[] = []) {
  const extraction = await extract(docxExtractor(), bytesSource('a.docx', word(body, parts, refers)));
  expectOrderedSections(extraction.sections);
  return extraction;
}

const textOf = async (...given: Parameters<typeof read>) =>
  (await read(...given)).sections.map(({ text }) => text).join('\n\n');
const headings = (sections: readonly Section[]) => sections.map(({ heading }) => heading);

describe('headings', () => {
  const style = (id: string, name: string, more = '') =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
  const outline = (level: number) => `<w:pPr><w:outlineLvl w:val="${level}"/></w:pPr>`;
  const based = (id: string) => `<w:basedOn w:val="${id}"/>`;
  const styles: OfficePart = {
    name: 'word/styles.xml',
    root: 'w:styles',
    data: [
      style('Titel', 'Title'),
      style('berschrift1', 'heading 1'),
      style('X2', 'Überschrift 2'),
      style('Clause', 'Clause Heading', based('X2')),
      style('Own', 'My own', outline(3)),
      style('Loop', 'Loop', based('Loop')),
    ].join(''),
  };
  const refers = ['s styles styles.xml'];

  test('are found by name, identifier, base and outline level', async () => {
    const body = [
      styled('Contract', 'Titel'),
      styled('One', 'berschrift1'),
      styled('Two', 'Clause'),
      styled('Four', 'Own'),
      paragraph('Five', '<w:outlineLvl w:val="4"/>'),
      styled('Text', 'Loop'),
    ];
    const { sections } = await read(body.join(''), [styles], refers);
    expect(headings(sections)).toEqual([['Contract', 'One', 'Two', 'Four', 'Five']]);
  });

  test('are known by their identifier alone where no styles are there', async () => {
    const { sections } = await read(styled('One', 'Heading1') + styled('Two', 'berschrift2') + paragraph('Text'));
    expect(headings(sections)).toEqual([['One', 'Two']]);
  });

  test('are none where a paragraph takes the level away, or is as long as a clause', async () => {
    const long = 'The tenant shall '.repeat(40).trim();
    const body = paragraph('Text', '<w:pStyle w:val="Heading1"/><w:outlineLvl w:val="9"/>') + styled(long, 'Heading1');
    const { sections } = await read(body);
    expect(headings(sections)).toEqual([undefined]);
    expect(sections[0]?.text).toBe(`Text\n\n${long}`);
  });
});

describe('lists', () => {
  const level = (at: number, format: string, text: string, more = '') =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`;
  const lists: OfficePart = {
    name: 'word/numbering.xml',
    root: 'w:numbering',
    data: [
      `<w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '§ %1')}${level(1, 'lowerLetter', '(%2)')}${level(2, 'lowerRoman', '%1.%3', '<w:isLgl/>')}</w:abstractNum>`,
      `<w:abstractNum w:abstractNumId="2">${level(0, 'bullet', '\uf0b7')}</w:abstractNum>`,
      '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>',
      '<w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>',
      '<w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>',
    ].join(''),
  };

  test('show the numbers that the document shows', async () => {
    const body = [
      item('first', 1),
      item('a', 1, 1),
      item('b', 1, 1),
      item('deep', 1, 2),
      item('second', 1),
      item('a again', 1, 1),
      item('seventh', 3),
      item('bullet', 2),
      item('no such list', 99),
      paragraph('after', '<w:numPr><w:numId w:val="0"/></w:numPr>'),
    ];
    expect(await textOf(body.join(''), [lists], ['n numbering numbering.xml'])).toBe(
      [
        '§ 1 first\n  (a) a\n  (b) b\n    1.1 deep\n§ 2 second\n  (a) a again\n§ 7 seventh\n- bullet',
        'no such list',
        'after',
      ].join('\n\n'),
    );
  });
});

describe('tables', () => {
  test('repeat merged cells, so that every row can stand alone', async () => {
    const body = table(
      3,
      row(cell('Over all', '<w:gridSpan w:val="3"/>')),
      `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cell('Region')}${cell('Sales', '<w:gridSpan w:val="2"/>')}</w:tr>`,
      row(cell('North', '<w:vMerge w:val="restart"/>'), cell('1'), cell('2')),
      row(cell('', '<w:vMerge/>'), cell('3'), cell('4')),
      row(cell('Total', '<w:gridSpan w:val="3"/>')),
    );
    const { sections } = await read(body);
    expect(sections.map(({ text, context }) => [text, context])).toEqual([
      ['Over all', undefined],
      ['Region | Sales | Sales\nNorth | 1 | 2\nNorth | 3 | 4\nTotal', 'Region | Sales | Sales'],
    ]);
  });

  test('hold lists and tables in cells, and are read as text where they only frame it', async () => {
    const inner = table(2, row(cell('a'), cell('b')), row(cell('c'), cell('d')));
    const rich = `<w:tc>${paragraph('Before')}${inner}${paragraph('After')}</w:tc>`;
    expect(await textOf(table(2, row(cell('H1'), cell('H2')), row(cell('x'), rich)))).toBe(
      'H1 | H2\nx | Before a b c d After',
    );
    expect(await textOf(table(1, row(rich)))).toBe('Before\n\na | b\nc | d\n\nAfter');
    const long = 'Long text. '.repeat(300).trim();
    const { sections } = await read(table(2, row(cell('Left'), `<w:tc>${paragraph(long)}${inner}</w:tc>`)));
    expect(sections.map(({ kind, text }) => [kind, text])).toEqual([
      ['prose', `Left\n\n${long}`],
      ['table', 'a | b\nc | d'],
    ]);
  });

  test('cannot be made to grow without end', async () => {
    const wide = row(...Array.from({ length: 50 }, () => cell('x', '<w:gridSpan w:val="99999999"/>')));
    const text = await textOf(table(2, row(cell('a'), cell('b')), wide));
    expect(text.length).toBeLessThan(2000);
  });
});

describe('text', () => {
  test('reads tracked changes as accepted', async () => {
    const body =
      `<w:p>${run('kept ')}<w:ins>${run('inserted')}</w:ins><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del></w:p>` +
      `<w:p><w:moveFrom>${run('moved')}</w:moveFrom></w:p><w:p><w:moveTo>${run('moved')}</w:moveTo></w:p>` +
      `<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>${run('one ')}</w:p>${paragraph('paragraph')}`;
    expect(await textOf(body)).toBe('kept inserted\n\nmoved\n\none paragraph');
  });

  test('reads the results of fields, symbols, breaks, hyphens and formulas', async () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const instruction = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`;
    const body = [
      `<w:p>${mark('begin')}${instruction('PAGE')}${run('never')}${mark('separate')}${run('12')}${mark('end')}</w:p>`,
      `<w:p>${mark('begin')}${instruction('never closed')}</w:p>`,
      `<w:p><w:fldSimple w:instr="AUTHOR">${run('Ada')}</w:fldSimple><w:hyperlink r:id="x">${run(' link')}</w:hyperlink></w:p>`,
      '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r>' +
        `${mark('end')}${run(' agreed')}</w:p>`,
      `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>x</w:t><w:noBreakHyphen/><w:t>ray</w:t><w:softHyphen/><w:t>s</w:t></w:r></w:p>`,
      '<w:p><w:r><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FC"/></w:r><w:r><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr><w:t>\uf0b3</w:t></w:r></w:p>',
      '<w:p><m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:den></m:f></m:oMath></w:p>',
      `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r></w:p>`,
    ];
    expect(await textOf(body.join(''))).toBe(
      ['12', 'Ada link', '☒ agreed', 'a\tb\nx-rays', 'α✓≥', '(a+b)/(c^2)', 'hidden'].join('\n\n'),
    );
  });

  test('reads one branch of alternatives, text boxes after their paragraph', async () => {
    const box = `<w:txbxContent>${paragraph('in the box')}${table(2, row(cell('a'), cell('b')))}</w:txbxContent>`;
    const body =
      `<w:p>${run('around ')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><wps:txbx>${box}</wps:txbx></mc:Choice>` +
      `<mc:Fallback><w:pict><v:textbox>${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>${run('it')}</w:p>`;
    expect(await textOf(body)).toBe('around it\n\nin the box\n\na | b');
  });

  test('keeps content controls and smart tags, and a text without an end', async () => {
    const body = `<w:sdt><w:sdtPr/><w:sdtContent><w:p><w:smartTag>${run('Rome')}</w:smartTag></w:p></w:sdtContent></w:sdt>`;
    const text = await textOf(body + paragraph('word '.repeat(60_000)));
    expect(text.split(/\s+/)).toEqual(['Rome', ...Array.from({ length: 60_000 }, () => 'word')]);
  });
});

describe('parts', () => {
  test('places notes and comments after their paragraph, once, and running texts at the end', async () => {
    const notes = (kind: string) => ({
      name: `word/${kind}s.xml`,
      root: `w:${kind}s`,
      data: `<w:${kind} w:type="separator" w:id="0">${paragraph('----')}</w:${kind}><w:${kind} w:id="5">${paragraph(`A ${kind}.`)}</w:${kind}>`,
    });
    const header = (name: string, text: string) => ({ name: `word/${name}.xml`, root: 'w:hdr', data: paragraph(text) });
    const parts: OfficePart[] = [
      notes('footnote'),
      notes('endnote'),
      {
        name: 'word/comments.xml',
        root: 'w:comments',
        data: `<w:comment w:id="1" w:author="Ada">${paragraph('Really?')}${paragraph('Yes.')}</w:comment>`,
      },
      header('header1', 'Law firm, page 1'),
      header('header2', 'Law firm, page 22'),
      header('footer1', '12'),
      header('unused', 'never shown'),
    ];
    const body =
      `<w:p>${run('Text')}<w:r><w:footnoteReference w:id="5"/><w:endnoteReference w:id="5"/><w:commentReference w:id="1"/></w:r>` +
      `<w:r><w:footnoteReference w:id="5"/></w:r></w:p>` +
      '<w:p><w:pPr><w:sectPr><w:headerReference r:id="h1"/></w:sectPr></w:pPr></w:p>' +
      '<w:sectPr><w:headerReference r:id="h1"/><w:headerReference r:id="h2"/><w:footerReference r:id="f1"/></w:sectPr>';
    const { sections } = await read(body, parts, [
      'a footnotes footnotes.xml',
      'b endnotes endnotes.xml',
      'c comments comments.xml',
      'h1 header header1.xml',
      'h2 header header2.xml',
      'f1 footer footer1.xml',
      'u header unused.xml',
    ]);
    expect(sections.map(({ text, context }) => [text, context])).toEqual([
      ['Text[1][i][1]\n[1] A footnote.\n[i] A endnote.\n[Comment by Ada: Really?\nYes.]', undefined],
      ['Law firm, page 1', '[Page header or footer]'],
    ]);
  });

  test('reads charts and diagrams where they stand', async () => {
    const point = (at: number, value: string) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`;
    const parts: OfficePart[] = [
      {
        name: 'word/charts/chart1.xml',
        root: 'c:chartSpace',
        data:
          '<c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title>' +
          `<c:ser><c:tx><c:strRef><c:strCache>${point(0, 'Plan')}</c:strCache></c:strRef></c:tx>` +
          `<c:cat><c:numRef><c:numCache><c:formatCode>d/m/yyyy</c:formatCode>${point(0, '45292')}${point(1, '45293')}</c:numCache></c:numRef></c:cat>` +
          `<c:val><c:numRef><c:numCache><c:formatCode>General</c:formatCode>${point(0, '4.2999999999999998')}${point(1, '5')}</c:numCache></c:numRef></c:val></c:ser>`,
      },
      {
        name: 'word/diagrams/data1.xml',
        root: 'dgm:dataModel',
        data: '<dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt type="pres"><dgm:t><a:p><a:r><a:t>x</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst>',
      },
    ];
    const body = `<w:p>${run('See:')}<w:r><w:drawing><c:chart r:id="c"/></w:drawing><w:drawing><dgm:relIds r:dm="d"/></w:drawing></w:r></w:p>`;
    expect(await textOf(body, parts, ['c chart charts/chart1.xml', 'd diagramData diagrams/data1.xml'])).toBe(
      'See:\n\nSales\n\n | Plan\n2024-01-01 | 4.3\n2024-01-02 | 5\n\nPlan',
    );
  });

  test('hands documents within the document on, behind its text', async () => {
    const bytes = word(
      `${paragraph('Letter')}<w:altChunk r:id="h"/><w:p><w:r><w:object><o:OLEObject ProgID="Excel.Sheet.12" r:id="x"/><o:OLEObject ProgID="Equation.3" r:id="q"/></w:object></w:r></w:p>`,
      [
        { name: 'word/part.html', data: 'html' },
        { name: 'word/embeddings/Table.xlsx', data: 'xlsx' },
        { name: 'word/embeddings/q.bin', data: 'q' },
      ],
      ['h aFChunk part.html', 'x package embeddings/Table.xlsx', 'q oleObject embeddings/q.bin'],
    );
    const seen: string[] = [];
    const sections: Section[] = [];
    const unread: string[] = [];
    const context = {
      maximumBytes: 1e6,
      unread: ({ place }: { place: string }) => unread.push(place),
      describe: () => {},
    };
    const opening = {
      ...context,
      async *extractMember(member: { name: string }, { start }: { start: number }): AsyncGenerator<Section> {
        seen.push(member.name);
        yield {
          text: member.name,
          kind: 'prose',
          locator: { kind: 'characters', start, end: start + member.name.length },
        };
      },
    };
    for await (const section of docxExtractor().extract(bytesSource('a.docx', bytes), opening)) sections.push(section);
    expectOrderedSections(sections);
    expect(seen).toEqual(['part.html', 'Table.xlsx']);
    expect(sections.map(({ text }) => text)).toEqual(['Letter', 'part.html', 'Table.xlsx']);
    expect(unread).toEqual([]);
    await collect(docxExtractor().extract(bytesSource('a.docx', bytes), context));
    expect(unread).toEqual(['part.html', 'Table.xlsx']);
  });

  test('reports a part that is damaged and reads the rest', async () => {
    const parts: OfficePart[] = [{ name: 'word/footnotes.xml', data: '<w:footnotes><w:footnote>' }];
    const { sections, unread } = await read(paragraph('Text'), parts, ['f footnotes footnotes.xml']);
    expect(sections.map(({ text }) => text)).toEqual(['Text']);
    expect(unread).toMatchObject([{ place: 'the footnotes of the document', code: 'CUBO_FORMAT_INVALID' }]);
  });
});
