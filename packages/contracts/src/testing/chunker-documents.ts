import type { Section } from '../documents/section.ts';

/** A document to cut: its text and the sections that lie in it. */
export interface ChunkerDocument {
  readonly name: string;
  readonly text: string;
  readonly sections: readonly Section[];
}

type SectionDraft = Omit<Section, 'locator'> & { locate(start: number, end: number): Section['locator'] };

/** Lays sections into a document, with a gap before each, so that offsets of section and document differ. */
function document(name: string, drafts: readonly SectionDraft[]): ChunkerDocument {
  let text = '';
  const sections = drafts.map(({ locate, ...section }) => {
    text += '\n~~\n';
    const start = text.length;
    text += section.text;
    return { ...section, locator: locate(start, text.length) };
  });
  return { name, text, sections };
}

function prose(text: string, rest: Pick<Section, 'heading' | 'context'> = {}): SectionDraft {
  return { text, kind: 'prose', ...rest, locate: (start, end) => ({ kind: 'characters', start, end }) };
}

function lines(text: string, first: number, kind: 'prose' | 'code'): SectionDraft {
  const last = first + text.split('\n').length - 1;
  return { text, kind, locate: (start, end) => ({ kind: 'lines', lines: [first, last], start, end }) };
}

function table(rows: readonly string[], where: 'rows' | 'sheet'): SectionDraft {
  const rowStarts: number[] = [];
  let text = '';
  for (const row of rows) {
    rowStarts.push(text.length);
    text += `${row}\n`;
  }
  const range = [2, rows.length + 1] as const;
  return {
    text,
    kind: 'table',
    rowStarts,
    context: 'number;name;note',
    heading: ['Stock'],
    locate: (start, end) =>
      where === 'rows'
        ? { kind: 'rows', rows: range, start, end }
        : { kind: 'sheet', sheet: 'Stock', rows: range, start, end },
  };
}

const sentence = (n: number) => `Sentence number ${n} speaks of harbours, lanterns and granite in plain words.`;
const paragraph = (n: number) => Array.from({ length: 9 }, (_, i) => sentence(n * 9 + i)).join(' ');

/** Documents that show how a chunker cuts: ordinary ones, and those that break careless ones. */
export const chunkerDocuments: readonly ChunkerDocument[] = [
  document('a short text', [prose('One short sentence.')]),
  document('prose under headings', [
    prose(Array.from({ length: 8 }, (_, i) => paragraph(i)).join('\n\n'), { heading: ['Ports', 'Lights'] }),
    prose(paragraph(9), { heading: ['Ports', 'Stone'], context: 'Chapter of stone' }),
    prose('A short end.', { heading: ['End'] }),
  ]),
  document('pages', [
    ...[1, 2, 3].map(
      (page): SectionDraft => ({
        text: `${paragraph(page)}\n${paragraph(page + 1)}`,
        kind: 'prose',
        locate: (start, end) => ({ kind: 'page', page, start, end }),
      }),
    ),
    { text: 'Title\nA point', kind: 'slide', locate: (start, end) => ({ kind: 'slide', slide: 4, start, end }) },
    { text: 'What was said', kind: 'prose', locate: (start, end) => ({ kind: 'time', seconds: [1, 2.5], start, end }) },
  ]),
  document('lines of text and of code', [
    lines(Array.from({ length: 61 }, (_, i) => (i % 7 === 3 ? '' : sentence(i))).join('\n'), 5, 'prose'),
    lines(Array.from({ length: 80 }, (_, i) => `  if (value === ${i}) return table[${i}];`).join('\n'), 70, 'code'),
  ]),
  document('a long word', [prose(`before ${'abcdefghij'.repeat(2000)} after`)]),
  document('text without spaces', [prose('これは句読点のある日本語の文章です。'.repeat(300))]),
  document('pairs of surrogates', [prose('😀🏔️👩‍👩‍👧'.repeat(900)), prose(`a${'𝒳'.repeat(3000)}`)]),
  document('table rows', [
    table(
      Array.from({ length: 150 }, (_, i) => `${i};part ${i};kept in hall ${i % 7}`),
      'rows',
    ),
  ]),
  document('a sheet with a very long row', [
    table(['1;short;x', `2;long;${'many words in one cell '.repeat(400)}`, '3;short;y', '4;short;z'], 'sheet'),
  ]),
  document('white space', [
    prose(`\n\n   \t${paragraph(1)}${' '.repeat(5000)}\r\n\r\n${paragraph(2)}\u00a0\n\n\n`),
    prose('   \n\t  '),
    prose(''),
    prose('after nothing'),
  ]),
  document('no sections', []),
  document('only empty sections', [prose(''), prose(' \n ')]),
];
