import type { Section } from '@cubo/contracts';
import { sectionRows } from '../shared/section-rows.ts';
import { shortenHeader } from '../shared/shorten-header.ts';
import { findHeader, mostTitles } from './find-header.ts';
import { rowText, type SheetRow } from './sheet-row.ts';

/** Rows in a section with all that is not counted. */
const mostRows = 60;
/** Characters after which a section ends before that. */
const sectionSize = 64 * 1024;
/** Rows by which the header of a table is found. */
const lookAhead = 12;
/** More empty rows end a section; fewer stand in it as empty lines, so that its rows can be counted. */
const widestGap = 5;

/** The sheet that sections are made of. */
export interface SheetOptions {
  readonly name: string;
  /** What every chunk begins with: `[Sheet: name]`. */
  readonly label: string;
  /** Offset of its first section in the document text. */
  readonly start: number;
  /** Numbers of the rows that the document declares to be headers. */
  readonly headerRows?: ReadonlySet<number> | undefined;
}

/** Builds the sections of a sheet from its rows. */
export interface SheetSections {
  /** Adds the next row; rows that show nothing are left out. */
  row(row: SheetRow): void;
  finish(): void;
  /** The sections completed since the last call. */
  take(): Section[];
  /** Where the next section begins. */
  offset(): number;
}

/**
 * Makes sections of 20 rows. A sheet may hold several tables divided by empty rows, each with titles above its header;
 * label, titles and header are the context of each of its sections. A table goes on behind empty rows as long as no
 * other header comes.
 */
export function createSheetSections(sheet: SheetOptions): SheetSections {
  const known = sheet.headerRows ?? new Set<number>();
  const done: Section[] = [];
  let offset = sheet.start;
  /** First rows of a table, as long as it is not known what they are. */
  let ahead: SheetRow[] = [];
  let lastNumber = -1;
  // The open section.
  let text = '';
  let starts: number[] = [];
  let firstNumber = 0;
  let counted = 0;
  let onlyTitles = false;
  // The open table.
  let context = sheet.label;
  let carried: string[] = [];
  let span: readonly [left: number, right: number] | undefined;
  let left = 0;

  function flush(): void {
    if (text !== '') {
      const end = offset + text.length;
      const rows = [firstNumber, firstNumber + starts.length - 1] as const;
      done.push({
        text,
        kind: 'table',
        locator: { kind: 'sheet', sheet: sheet.name, rows, start: offset, end },
        context,
        rowStarts: starts,
      });
      offset = end + 1;
    }
    text = '';
    starts = [];
    counted = 0;
    onlyTitles = false;
  }

  /** Empty rows between the open section and a row. */
  function gapBefore(row: SheetRow): number {
    return row.number - firstNumber - starts.length;
  }

  function add(row: SheetRow, counts: boolean): void {
    const gap = gapBefore(row);
    if (text !== '' && (gap < 0 || gap > widestGap)) flush();
    if (text === '') firstNumber = row.number;
    else {
      for (let empty = 0; empty < gap; empty++) {
        text += '\n';
        starts.push(text.length);
      }
      text += '\n';
    }
    starts.push(text.length);
    text += rowText(row, left);
    if (counts) counted++;
    if (counted >= sectionRows || starts.length >= mostRows || text.length > sectionSize) flush();
  }

  function decide(): void {
    const rows = ahead;
    ahead = [];
    if (rows.length === 0) return;
    const head = findHeader(rows, known);
    const columns = rows.flatMap(({ cells }) => cells.map(({ column }) => column));
    const [first, last] = [columns.reduce((a, b) => Math.min(a, b)), columns.reduce((a, b) => Math.max(a, b))];
    const goesOn = span !== undefined && first >= span[0] && last <= span[1] && !head.isCertain && head.titles === 0;
    if (!goesOn) {
      // What stands between a title and its table is an empty row or two.
      const above = onlyTitles ? carried : [];
      if (!onlyTitles || gapBefore(rows[0] as SheetRow) > widestGap) flush();
      left = first;
      const titles = rows.slice(0, head.titles).map((row) => rowText(row, first));
      const headers = rows.slice(head.titles, head.titles + head.headers);
      const header = headers.map((row) => rowText(row, first)).join('\n');
      context = [sheet.label, ...above, ...titles, ...(header === '' ? [] : [shortenHeader(header)])].join('\n');
      carried = head.titles === rows.length ? titles : [];
      span =
        head.headers > 0 ? [first, Math.max(...headers.flatMap(({ cells }) => cells.map((c) => c.column)))] : undefined;
    }
    const uncounted = goesOn ? 0 : head.titles + head.headers;
    for (const [index, row] of rows.entries()) add(row, index >= uncounted);
    onlyTitles = !goesOn && head.titles === rows.length && text !== '';
  }

  /** Whether a declared header begins a table right below another; else what stands above it is its title. */
  function isSecondHeader(number: number): boolean {
    if (!known.has(number) || known.has(number - 1)) return false;
    return ahead.length === 0 || ahead.length > mostTitles || ahead.some((row) => known.has(row.number));
  }

  return {
    row(row) {
      if (row.cells.length === 0) return;
      const isNext = row.number === lastNumber + 1;
      lastNumber = row.number;
      if (!isNext || isSecondHeader(row.number)) decide();
      else if (ahead.length === 0) {
        add(row, true);
        return;
      }
      ahead.push(row);
      if (ahead.length >= lookAhead) decide();
    },
    finish() {
      decide();
      flush();
    },
    take: () => done.splice(0),
    offset: () => offset,
  };
}
