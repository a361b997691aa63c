import { type BlockBuffer, type BlockSink, createBlockBuffer } from './block-sink.ts';

/** A cell with more text than this holds part of a page's layout, not a value. */
const longestCell = 2000;
/** Longer text of a merged cell is not repeated in the columns and rows that the cell covers. */
const longestRepeated = 200;
/** Word allows 63 columns; beyond this, columns that merged cells claim are not counted. */
const mostColumns = 256;

/** Where a cell lies among the merged cells of its table. */
export interface CellPlace {
  /** Columns that it covers. Default 1. */
  readonly span?: number | undefined;
  /** Whether the cell above reaches down into this one. Default false. */
  readonly continues?: boolean | undefined;
}

/**
 * Reads a table of a text document. Its rows go to the sink below as rows, unless the table only arranges parts of a page:
 * a table of one column, or one with very long text in a cell, is passed on as the paragraphs and tables in its cells.
 * The text of a merged cell is repeated in each column and row that it covers, so that every row can stand alone; a cell
 * that covers a whole row stands there once.
 */
export interface OfficeTable {
  startRow(isHeader: boolean): void;
  endRow(): void;
  /** Begins a cell; what it holds is to be given to {@link OfficeTable.cell}. */
  startCell(place?: CellPlace): void;
  /** The sink of the open cell; of the last one, or of the place before the table, where none is open. */
  cell(): BlockSink;
  end(): void;
}

interface OpenCell {
  readonly buffer: BlockBuffer;
  readonly span: number;
  readonly continues: boolean;
}

/** Starts a table whose rows and, where it is layout, other parts go to `parent`. */
export function createOfficeTable(parent: BlockSink, columns?: number): OfficeTable {
  let cells: OpenCell[] = [];
  let isHeader = false;
  let isLayout = false;
  let started = false;
  let ended = false;
  /** Text of the cells above, by column. */
  let above: string[] = [];

  parent.endTable();

  function becomeLayout(): void {
    isLayout = true;
    parent.endTable();
    for (const { buffer } of cells) buffer.drainTo(parent);
  }

  /** Passes blocks to the open cell, and looks whether it grows beyond a value. */
  function guarded(add: (sink: BlockSink) => void): void {
    const open = cells.at(-1);
    const held = isLayout || ended ? undefined : open?.buffer;
    add(held ?? parent);
    if (held && held.size() > longestCell) becomeLayout();
  }

  const sink: BlockSink = {
    heading: (level, text) => guarded((to) => to.heading(level, text)),
    text: (text, spacing) => guarded((to) => to.text(text, spacing)),
    row: (values, header) => guarded((to) => to.row(values, header)),
    endTable: () => guarded((to) => to.endTable()),
  };

  function shownCells(): string[] {
    const shown: string[] = [];
    for (const { buffer, span, continues } of cells) {
      const column = shown.length;
      const text = buffer.line();
      const value = continues && text === '' ? (above[column] ?? '') : text;
      const times = Math.max(1, Math.min(span, mostColumns - column));
      shown.push(value);
      for (let more = 1; more < times; more++) shown.push(value.length <= longestRepeated ? value : '');
    }
    above = shown.map((value) => (value.length <= longestRepeated ? value : ''));
    return shown;
  }

  function isWholeRow(): boolean {
    return cells.length === 1 && (columns ?? 1) <= Math.max(1, cells[0]?.span ?? 1);
  }

  function endRow(): void {
    if (isLayout || cells.length === 0) {
      if (isLayout) parent.endTable();
      cells = [];
      return;
    }
    if (isWholeRow() && (!started || columns === undefined || columns <= 1)) {
      // A box around text, or a title above the table proper.
      for (const { buffer } of cells) buffer.drainTo(parent);
      parent.endTable();
    } else {
      const values = isWholeRow() ? [cells[0]?.buffer.line() ?? ''] : shownCells();
      if (values.some((value) => value !== '')) {
        parent.row(values, isHeader);
        started = true;
      }
    }
    cells = [];
  }

  return {
    startRow(header) {
      endRow();
      isHeader = header;
    },
    endRow,
    startCell({ span = 1, continues = false } = {}) {
      if (isLayout) parent.endTable();
      cells.push({ buffer: createBlockBuffer(), span, continues });
    },
    cell: () => sink,
    end() {
      endRow();
      ended = true;
      parent.endTable();
    },
  };
}
