import type { BlockSink } from '../office/block-sink.ts';
import { createOfficeTable, type OfficeTable } from '../office/office-table.ts';
import { canBeHeading, longestParagraph, longTextCut, tidyParagraph } from '../office/paragraph-text.ts';

/** What a paragraph is, as its control words say. */
export interface RtfParagraph {
  /** Level in the breadcrumb, where it is a heading. */
  readonly headingLevel: number | undefined;
  /** How many tables it lies in. */
  readonly tableDepth: number;
  /** Depth of the list it belongs to, from 0. */
  readonly listLevel: number;
}

/** The definition of a cell in a row. */
export interface RtfCell {
  /** Whether it is merged with the cell above. */
  readonly continues: boolean;
}

/** The definition of a row. */
export interface RtfRow {
  readonly isHeader: boolean;
  readonly cells: readonly RtfCell[];
}

/** A text that is read on its own: the body, a note, a page header, a text box. */
export interface RtfStory {
  add(text: string): void;
  /** Sets what the label of the list shows before the next paragraph. */
  label(text: string): void;
  /** Adds a text that follows the open paragraph on a line of its own: a note, a comment. */
  after(text: string): void;
  endParagraph(paragraph: RtfParagraph): void;
  endCell(paragraph: RtfParagraph, row: RtfRow): void;
  endRow(depth: number, row: RtfRow): void;
  end(): void;
}

interface OpenTable {
  readonly table: OfficeTable;
  inRow: boolean;
  inCell: boolean;
  cells: number;
}

/** Starts a text whose blocks go to `sink`. */
export function createRtfStory(sink: BlockSink): RtfStory {
  let text = '';
  let label = '';
  let following: string[] = [];
  const tables: OpenTable[] = [];

  function current(): BlockSink {
    return tables.at(-1)?.table.cell() ?? sink;
  }

  function openTo(depth: number, row?: RtfRow): void {
    while (tables.length > depth) tables.pop()?.table.end();
    while (tables.length < depth) {
      const columns = tables.length === 0 && row && row.cells.length > 0 ? row.cells.length : undefined;
      tables.push({ table: createOfficeTable(current(), columns), inRow: false, inCell: false, cells: 0 });
    }
    const open = tables.at(-1);
    if (!open) return;
    if (!open.inRow) {
      open.table.startRow(row?.isHeader ?? false);
      open.inRow = true;
      open.cells = 0;
    }
    if (open.inCell) return;
    open.table.startCell({ continues: row?.cells[open.cells]?.continues ?? false });
    open.inCell = true;
    open.cells++;
  }

  function pass(paragraph: RtfParagraph, whole: string): void {
    const plain = tidyParagraph(whole);
    if (plain !== '') {
      const isItem = label !== '';
      const prefix = isItem ? `${'  '.repeat(Math.min(8, paragraph.listLevel))}${label} ` : '';
      if (paragraph.headingLevel !== undefined && canBeHeading(plain))
        current().heading(paragraph.headingLevel, `${isItem ? `${label} ` : ''}${plain}`);
      else current().text(prefix + plain, isItem ? 'line' : 'paragraph');
      label = '';
    }
    for (const line of following) current().text(line, 'line');
    following = [];
  }

  function endText(paragraph: RtfParagraph, row?: RtfRow): void {
    openTo(paragraph.tableDepth, row);
    const whole = text;
    text = '';
    pass(paragraph, whole);
    label = '';
  }

  return {
    add(more) {
      text += more;
      if (text.length <= longestParagraph) return;
      const cut = longTextCut(text);
      const rest = text.slice(cut);
      pass({ headingLevel: undefined, tableDepth: tables.length, listLevel: 0 }, text.slice(0, cut));
      text = rest;
    },
    label(shown) {
      const plain = shown.trim();
      label = plain === '' || /^[^\p{L}\p{N}]$/u.test(plain) || plain === 'o' ? '-' : plain;
    },
    after(line) {
      following.push(line);
    },
    endParagraph: endText,
    endCell(paragraph, row) {
      endText(paragraph, row);
      const open = tables.at(-1);
      if (open) open.inCell = false;
    },
    endRow(depth, row) {
      if (tables.length < depth) openTo(depth, row);
      while (tables.length > depth) tables.pop()?.table.end();
      const open = tables.at(-1);
      if (!open) return;
      open.table.endRow();
      open.inRow = false;
      open.inCell = false;
    },
    end() {
      pass({ headingLevel: undefined, tableDepth: tables.length, listLevel: 0 }, text);
      text = '';
      while (tables.length > 0) tables.pop()?.table.end();
    },
  };
}
