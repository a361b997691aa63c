import type { Section } from '@cubo/contracts';
import { describe, expect, test } from 'vitest';
import type { OfficePart } from './helpers/office-file.ts';
import { cell, item, paragraph, readWord, row, run, styled, table, textOf } from './helpers/word-xml.ts';

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
    const { sections } = await readWord(body.join(''), [styles], refers);
    expect(headings(sections)).toEqual([['Contract', 'One', 'Two', 'Four', 'Five']]);
  });

  test('are known by their identifier alone where no styles are there', async () => {
    const { sections } = await readWord(styled('One', 'Heading1') + styled('Two', 'berschrift2') + paragraph('Text'));
    expect(headings(sections)).toEqual([['One', 'Two']]);
  });

  test('are none where a paragraph takes the level away, or is as long as a clause', async () => {
    const long = 'The tenant shall '.repeat(40).trim();
    const body = paragraph('Text', '<w:pStyle w:val="Heading1"/><w:outlineLvl w:val="9"/>') + styled(long, 'Heading1');
    const { sections } = await readWord(body);
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
    const { sections } = await readWord(body);
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
    const { sections } = await readWord(table(2, row(cell('Left'), `<w:tc>${paragraph(long)}${inner}</w:tc>`)));
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
      ['12', 'Ada link', '☒ agreed', 'a\tb\nx-rays', 'α✓≥', '$\\frac{a+b}{c^2}$', 'hidden'].join('\n\n'),
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
