import type { StructuredSections } from '../shared/structured-sections.ts';

/** A cell with more text than this holds part of a page's layout, not a value. */
const longestCell = 2000;
/** Longer text of a cell that spans rows is not repeated in each of them. */
const longestRepeated = 200;
/** A row with more cells than this is no row of a table; columns that cells claim beyond it are not counted. */
const mostColumns = 500;
/** The highest value of `rowspan` (HTML 4.9.11). */
const mostRows = 65_534;

/**
 * A table that is being read. A table with headings, preformatted text, another table or very long text in its cells, or
 * with hundreds of cells in a row, only arranges parts of a page: from then on its cells are read as paragraphs. So are rows
 * of a single cell.
 *
 * A cell that spans rows stands in each of them, a header cell that spans columns in each of those; other cells leave
 * the further columns empty. So every row can be read by itself.
 */
export interface HtmlTable {
  /** Whether it turned out to arrange parts of a page. */
  isLayout(): boolean;
  becomeLayout(): void;
  inCell(): boolean;
  startRow(): void;
  endRow(): void;
  startCell(isHeader: boolean, attributes: Readonly<Record<string, string>>): void;
  /** Adds the text of a cell, or a part of it. */
  cellText(text: string): void;
  startHead(): void;
  endHead(): void;
}

interface Cell {
  text: string;
  readonly isHeader: boolean;
  readonly columns: number;
  readonly rows: number;
}

/** A cell that goes on in the rows below. */
interface Spanning {
  readonly text: string;
  readonly isHeader: boolean;
  /** Rows that are left. */
  rows: number;
}

/** Starts reading a table into `sections`. */
export function createHtmlTable(sections: StructuredSections): HtmlTable {
  let cells: Cell[] = [];
  let spanning: (Spanning | undefined)[] = [];
  let layout = false;
  let inHead = false;
  let inCell = false;

  function becomeLayout(): void {
    if (layout) return;
    layout = true;
    sections.endTable();
    for (const { text } of cells) if (text !== '') sections.text(text);
    cells = [];
    spanning = [];
  }

  /** Puts the cells into their columns, between those that come down from above. */
  function layOut(): { texts: string[]; isHeader: boolean } {
    const texts: string[] = [];
    let isHeader = true;
    function fromAbove(): boolean {
      const above = spanning[texts.length];
      if (above === undefined) return false;
      above.rows--;
      if (above.rows === 0) spanning[texts.length] = undefined;
      isHeader &&= above.isHeader;
      texts.push(above.text);
      return true;
    }
    for (const cell of cells) {
      while (fromAbove());
      isHeader &&= cell.isHeader;
      const repeated = cell.text.length <= longestRepeated ? cell.text : '';
      for (let column = 0; column === 0 || (column < cell.columns && texts.length < mostColumns); column++) {
        const isShown = column === 0 || cell.isHeader;
        if (cell.rows > 1)
          spanning[texts.length] = { text: isShown ? repeated : '', isHeader: cell.isHeader, rows: cell.rows - 1 };
        if (column === 0) texts.push(cell.text);
        else texts.push(isShown ? repeated : '');
      }
    }
    while (texts.length < spanning.length && (fromAbove() || texts.push('')));
    while (spanning.length > 0 && spanning.at(-1) === undefined) spanning.pop();
    return { texts, isHeader };
  }

  function endRow(): void {
    inCell = false;
    if (cells.length === 0) return;
    const single = cells.length === 1 && spanning.length === 0 && cells[0]?.rows === 1 ? cells[0].text : undefined;
    if (single !== undefined) {
      if (single !== '') sections.text(single);
    } else {
      const { texts, isHeader } = layOut();
      if (texts.some((text) => text !== '')) sections.row(texts, inHead || isHeader);
    }
    cells = [];
  }

  return {
    isLayout: () => layout,
    becomeLayout,
    inCell: () => inCell,
    startRow: endRow,
    endRow,
    startCell(isHeader, { colspan, rowspan }) {
      inCell = true;
      if (cells.length === mostColumns) becomeLayout();
      if (!layout)
        cells.push({ text: '', isHeader, columns: span(colspan, mostColumns), rows: span(rowspan, mostRows) });
    },
    cellText(text) {
      if (cells.length === 0) cells.push({ text: '', isHeader: false, columns: 1, rows: 1 });
      const last = cells.at(-1) as Cell;
      last.text = `${last.text} ${text.replaceAll('\n', ' ')}`.trim();
      if (last.text.length > longestCell) becomeLayout();
    },
    startHead() {
      inHead = true;
    },
    endHead() {
      inHead = false;
      spanning = [];
    },
  };
}

function span(value: string | undefined, most: number): number {
  const count = Number.parseInt(value ?? '', 10);
  return count >= 1 ? Math.min(count, most) : 1;
}
