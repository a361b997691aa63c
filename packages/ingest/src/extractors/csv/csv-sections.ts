import type { Section } from '@cubo/contracts';
import { sectionRows } from '../shared/section-rows.ts';
import { shortenHeader } from '../shared/shorten-header.ts';
import { csvHead } from './csv-head.ts';
import type { CsvRow } from './csv-rows.ts';

/** Characters after which a section ends before that. */
const sectionSize = 256 * 1024;
/** Rows by which the header is found. */
const lookAhead = 12;

/** Makes sections of the rows of delimited text. */
export interface CsvSections {
  /** Adds a row; the sections that it completes. */
  row(row: CsvRow): Section[];
  finish(): Section[];
}

/**
 * Starts a table.
 *
 * @param skipped characters at the beginning that are no part of it
 */
export function createCsvSections(delimiter: string, skipped: number): CsvSections {
  let done: Section[] = [];
  /** The first rows, until the header is known. */
  let ahead: CsvRow[] | undefined = [];
  let filled = 0;
  let context: string | undefined;
  let rows: CsvRow[] = [];
  let size = 0;
  let counted = 0;
  let first = 1;
  /** Rows that do not count towards the size of the open section. */
  let uncounted = 0;

  function flush(): void {
    if (rows.length > 0) done.push(sectionOf(rows, context, first));
    rows = [];
    size = 0;
    first = counted + 1;
    uncounted = 0;
  }

  function add(row: CsvRow): void {
    const blank = isBlank(row);
    // Before the first row of a section a blank line belongs nowhere.
    if (blank && rows.length === 0) return;
    if (!blank) counted++;
    rows.push(row);
    size += row.text.length;
    if (counted - first + 1 >= sectionRows + uncounted || size > sectionSize) flush();
  }

  function decide(): void {
    const all = ahead ?? [];
    ahead = undefined;
    const head = all.filter((row) => !isBlank(row));
    const { titles, headers } = csvHead(head, delimiter);
    uncounted = titles + headers;
    const repeated = head.slice(0, headers > 0 ? uncounted : 0).map(({ text }) => text.trim());
    context = repeated.length > 0 ? shortenHeader(repeated.join('\n')) : undefined;
    for (const row of all) add(row);
  }

  function take(): Section[] {
    const taken = done;
    done = [];
    return taken;
  }

  return {
    row(row) {
      if (row.start < skipped) return [];
      if (ahead === undefined) add(row);
      else {
        ahead.push(row);
        if (!isBlank(row)) filled++;
        size += row.text.length;
        if (filled >= lookAhead || ahead.length > 10 * lookAhead || size > sectionSize) {
          size = 0;
          decide();
        }
      }
      return take();
    },
    finish() {
      if (ahead !== undefined) {
        size = 0;
        decide();
      }
      flush();
      return take();
    },
  };
}

function isBlank(row: CsvRow): boolean {
  return row.text.trim() === '';
}

function sectionOf(rows: readonly CsvRow[], context: string | undefined, first: number): Section {
  const start = rows[0]?.start ?? 0;
  const text = rows
    .map((row) => row.text)
    .join('')
    .trimEnd();
  const rowStarts = rows.filter((row) => !isBlank(row)).map((row) => row.start - start);
  return {
    text,
    kind: 'table',
    locator: { kind: 'rows', rows: [first, first + rowStarts.length - 1], start, end: start + text.length },
    context,
    rowStarts,
  };
}
