import type { Section } from '@cubo/contracts';
import { describe, expect, test } from 'vitest';
import { docxExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import type { OfficePart } from './helpers/office-file.ts';
import { collect, expectOrderedSections } from './helpers/sections.ts';
import { paragraph, readWord, run, word } from './helpers/word-xml.ts';

describe('parts of a Word document', () => {
  test('reads what comes before damage, and names the rest', async () => {
    const { sections, unread } = await readWord(`${paragraph('Before.')}<w:p></w:r>${paragraph('After.')}`);
    expect(sections.map(({ text }) => text)).toEqual(['Before.']);
    expect(unread).toMatchObject([{ place: 'the rest of the document', code: 'CUBO_FORMAT_INVALID' }]);
    await expect(readWord('<w:p></w:r>')).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID' });
  });

  test('reads what stood in open paragraphs, boxes and tables before damage', async () => {
    const box = `<w:p>${run('Anchor')}<w:pict><w:txbxContent>${paragraph('Boxed')}`;
    const table = `<w:tbl><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid><w:tr><w:tc>${paragraph('a')}</w:tc><w:tc><w:p>${run('b')}`;
    for (const [open, text] of [
      [box, 'Anchor\n\nBoxed'],
      [table, 'a | b'],
    ] as const) {
      const { sections, unread } = await readWord(`${paragraph('Before')}${open}</w:x>`);
      expect(sections.map((section) => section.text).join('\n\n')).toBe(`Before\n\n${text}`);
      expect(unread).toMatchObject([{ place: 'the rest of the document' }]);
    }
  });

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
    const { sections } = await readWord(body, parts, [
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
    expect(unread.splice(0)).toEqual(['1 formula of the document']);
    await collect(docxExtractor().extract(bytesSource('a.docx', bytes), context));
    expect(unread).toEqual(['1 formula of the document', 'part.html', 'Table.xlsx']);
  });

  test('hands pictures on where they may hold the text', async () => {
    const parts: OfficePart[] = [
      { name: 'word/media/scan.png', data: 'png' },
      { name: 'word/media/logo.emf', data: 'emf' },
    ];
    const refers = ['a image media/scan.png', 'b image media/logo.emf'];
    const membersOf = async (body: string) => {
      const seen: string[] = [];
      const context = {
        maximumBytes: 1e6,
        unread: () => {},
        describe: () => {},
        async *extractMember(member: { name: string }): AsyncGenerator<Section> {
          seen.push(member.name);
          yield* [];
        },
      };
      const source = bytesSource('a.docx', word(body, parts, refers));
      await collect(docxExtractor().extract(source, context)).catch(() => {});
      return seen;
    };
    expect(await membersOf(paragraph('Scan 1'))).toEqual(['scan.png']);
    expect(await membersOf('')).toEqual(['scan.png']);
    expect(await membersOf(paragraph('A letter with text enough, and a picture in its head.'))).toEqual([]);
  });

  test('reports a part that is damaged and reads the rest', async () => {
    const parts: OfficePart[] = [{ name: 'word/footnotes.xml', data: '<w:footnotes><w:footnote>' }];
    const { sections, unread } = await readWord(paragraph('Text'), parts, ['f footnotes footnotes.xml']);
    expect(sections.map(({ text }) => text)).toEqual(['Text']);
    expect(unread).toMatchObject([{ place: 'the footnotes of the document', code: 'CUBO_FORMAT_INVALID' }]);
  });
});
