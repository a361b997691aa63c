import type { PageLocator, Section, TextBox } from '@cubo/contracts';
import { sectionRows } from '../shared/section-rows.ts';
import type { PdfHeadings } from './headings/pdf-headings.ts';
import type { PageBlock, TableBlock } from './layout/page-block.ts';
import type { RecognizedText } from './scans/recognized-text.ts';

/** What the sections of a page are made of. */
export interface PageParts {
  readonly page: number;
  readonly blocks: readonly PageBlock[];
  readonly recognized?: RecognizedText | undefined;
  readonly notes: readonly string[];
}

/** What a section holds, wherever it stands. */
type SectionContent = Pick<Section, 'text' | 'kind' | 'context' | 'rowStarts' | 'boxes'>;

/** Blocks that are put together, divided by blank lines. */
interface OpenText {
  text: string;
  readonly boxes: TextBox[];
  /** Whether nothing but headings is in it. */
  isBare: boolean;
}

const nothing = (): OpenText => ({ text: '', boxes: [], isBare: false });

/** The sections of a page, the first of which begins at `start`: each what stands under one heading, or rows of a table. */
export function pageSections(parts: PageParts, headings: PdfHeadings, start: number): Section[] {
  const { page, blocks, recognized, notes } = parts;
  const sections: Section[] = [];
  let offset = start;
  let open = nothing();

  function add(content: SectionContent, more?: Partial<PageLocator>): void {
    const titles = headings.titles();
    const end = offset + content.text.length;
    const locator: PageLocator = { kind: 'page', page, start: offset, end, ...more };
    sections.push({ ...content, locator, ...(titles.length > 0 && { heading: titles }) });
    offset = end + 2;
  }

  function flush(): void {
    if (open.text !== '') add({ text: open.text, kind: 'prose', boxes: open.boxes });
    open = nothing();
  }

  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'table') {
      // A heading that stands directly above a table goes with it.
      if (!open.isBare) flush();
      for (const content of tableContents(block, open)) add(content);
      open = nothing();
      continue;
    }
    const rank = headings.rankOf(block, page, blocks[index + 1]);
    if (rank !== undefined) {
      // So does one that stands directly above another.
      if (!(open.isBare && headings.isBelow(rank))) flush();
      headings.enter(rank, block.text);
    }
    if (open.text !== '') open.text += '\n\n';
    const at = open.text.length;
    open.text += block.text;
    for (const { start: from, end, box } of block.boxes) open.boxes.push({ start: at + from, end: at + end, box });
    open.isBare = rank !== undefined;
  }
  flush();
  if (recognized) {
    const { text, boxes, confidence } = recognized;
    add({ text, kind: 'prose', boxes }, { confidence });
  }
  for (const note of notes) add({ text: note, kind: 'prose' });
  return sections;
}

function tableContents({ rows, hasHeader }: TableBlock, above: OpenText): SectionContent[] {
  const context = hasHeader ? rows[0]?.text : undefined;
  const contents: SectionContent[] = [];
  let text = above.text;
  let boxes = [...above.boxes];
  let rowStarts: number[] = [];
  let room = sectionRows + (hasHeader ? 1 : 0);
  const flush = () => {
    contents.push({ text, kind: 'table', context, rowStarts, boxes });
    [text, boxes, rowStarts, room] = ['', [], [], sectionRows];
  };
  for (const row of rows) {
    if (rowStarts.length === room) flush();
    const isFirst = rowStarts.length === 0;
    if (text !== '') text += isFirst ? '\n\n' : '\n';
    rowStarts.push(isFirst ? 0 : text.length);
    boxes.push({ start: text.length, end: text.length + row.text.length, box: row.box });
    text += row.text;
  }
  flush();
  return contents;
}
