import type { SheetCell, SheetRow } from './sheet-row.ts';

/** What the first rows of a table are. */
export interface TableHead {
  /** Rows above the header that are a title or a note. */
  readonly titles: number;
  /** Rows of the header below them; 0 where there is none. */
  readonly headers: number;
  /** Whether values below the header, or the document itself, say that it is one. */
  readonly isCertain: boolean;
}

/** A header has at least this share of the cells of the rows below it. */
const headerShare = 0.6;
const longestLabel = 120;
const longestTitle = 200;
/** Rows above a header that can be its title. */
export const mostTitles = 5;

/**
 * Tells title, header and data apart in the first rows of a table. A header is the first row of about the width of the
 * rows below, when it consists of different labels; years and dates count as labels too. That below it stands something else than
 * text makes it certain.
 *
 * @param known rows that the document itself declares a header
 */
export function findHeader(rows: readonly SheetRow[], known: ReadonlySet<number>): TableHead {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const declared = rows.findIndex(({ number }) => known.has(number));
  if (declared >= 0) {
    let headers = 1;
    while (known.has(rows[declared + headers]?.number ?? 0)) headers++;
    return { titles: declared, headers, isCertain: true };
  }
  const none: TableHead = { titles: 0, headers: 0, isCertain: false };
  // A column of its own needs no header; one or two lines alone are the title of what comes next.
  if (width < 2) return rows.length <= 2 && rows.every(isTitle) ? { ...none, titles: rows.length } : none;
  for (const [index, row] of rows.entries()) {
    const next = rows.slice(index + 1, index + 4).map(({ cells }) => cells.length);
    if (row.cells.length < Math.max(2, Math.ceil(Math.max(...next, 0) * headerShare))) {
      if (index < mostTitles && isTitle(row)) continue;
      return none;
    }
    if (!isLabels(row)) return index > 0 && rows.slice(0, index).every(isTitle) ? { ...none, titles: index } : none;
    const below = rows.slice(index + 1);
    if (below.length === 0) return { titles: index, headers: 0, isCertain: false };
    const [second, ...rest] = below;
    if (second && isLabels(second, false) && second.cells.every(isText) && hasValuesBelow(second, rest))
      return { titles: index, headers: 2, isCertain: true };
    return { titles: index, headers: 1, isCertain: hasValuesBelow(row, below) };
  }
  return none;
}

function isTitle({ cells }: SheetRow): boolean {
  return cells.length <= 2 && cells.every((cell) => isText(cell) && cell.text.length <= longestTitle);
}

function isText({ type }: SheetCell): boolean {
  return type === 'text';
}

/** @param different whether at least half of them must differ; the lower row of a header repeats itself */
function isLabels({ cells }: SheetRow, different = true): boolean {
  const texts = cells.filter(isText);
  if (texts.some(({ text }) => text.length > longestLabel || text.endsWith(':'))) return false;
  if (different && new Set(cells.map(({ text }) => text)).size < cells.length / 2) return false;
  // Years and months head the columns of many tables, mostly beside a label; a row of them alone begins below one.
  const isAside = (cells[0]?.column ?? 0) > 0;
  return texts.length === cells.length || (cells.every(isLabel) && (texts.length > 0 || isAside));
}

function isLabel({ text, type }: SheetCell): boolean {
  return type === 'text' || type === 'date' || (type === 'number' && /^(?:19|20)\d\d$/.test(text));
}

/** Whether in some column the rows below a label mostly hold numbers, dates and the like, which the label is not. */
function hasValuesBelow(header: SheetRow, below: readonly SheetRow[]): boolean {
  const labels = new Map(header.cells.map(({ column, type }) => [column, type]));
  const counts = new Map<number, { values: number; all: number }>();
  for (const { cells } of below) {
    for (const cell of cells) {
      const label = labels.get(cell.column);
      if (label !== 'text' && label !== 'number') continue;
      const count = counts.get(cell.column) ?? { values: 0, all: 0 };
      counts.set(cell.column, count);
      count.all++;
      if (!isLabel(cell) || (label === 'text' && !isText(cell))) count.values++;
    }
  }
  return [...counts.values()].some(({ values, all }) => values > 0 && values * 2 >= all);
}
