import type { StructuredSections } from '../shared/structured-sections.ts';

/** A cell with more text than this holds part of a page's layout, not a value. */
const longestCell = 2000;

/**
 * A table that is being read. A table with headings, preformatted text, another table or very long text in its cells
 * only arranges parts of a page: from then on its cells are read as paragraphs. So are rows of a single cell.
 */
export interface HtmlTable {
  /** Whether it turned out to arrange parts of a page. */
  isLayout(): boolean;
  becomeLayout(): void;
  inCell(): boolean;
  startRow(): void;
  endRow(): void;
  startCell(isHeader: boolean): void;
  /** Adds the text of a cell, or a part of it. */
  cellText(text: string): void;
  startHead(): void;
  endHead(): void;
}

/** Starts reading a table into `sections`. */
export function createHtmlTable(sections: StructuredSections): HtmlTable {
  let cells: string[] = [];
  let headers = 0;
  let layout = false;
  let inHead = false;
  let inCell = false;

  function becomeLayout(): void {
    if (layout) return;
    layout = true;
    sections.endTable();
    for (const cell of cells) if (cell !== '') sections.text(cell);
    cells = [];
  }

  function endRow(): void {
    inCell = false;
    if (cells.length === 1 && cells[0]) sections.text(cells[0]);
    else if (cells.some((cell) => cell !== '')) sections.row(cells, inHead || headers === cells.length);
    cells = [];
    headers = 0;
  }

  return {
    isLayout: () => layout,
    becomeLayout,
    inCell: () => inCell,
    startRow: endRow,
    endRow,
    startCell(isHeader) {
      inCell = true;
      cells.push('');
      if (isHeader) headers++;
    },
    cellText(text) {
      if (cells.length === 0) cells.push('');
      const last = cells.length - 1;
      const joined = `${cells[last]} ${text.replaceAll('\n', ' ')}`.trim();
      cells[last] = joined;
      if (joined.length > longestCell) becomeLayout();
    },
    startHead() {
      inHead = true;
    },
    endHead() {
      inHead = false;
    },
  };
}
