import type { Section, UnreadPlace } from '@cubo/contracts';
import type { XmlAttributes, XmlHandler } from '../../xml/xml-handler.ts';
import type { OdfObject } from '../odf/odf-object.ts';
import { createBlockBuffer } from '../office/block-sink.ts';
import { shortenName } from '../shared/shorten-name.ts';
import { generalNumber } from '../sheets/general-number.ts';
import { sheetLabel } from '../sheets/sheet-label.ts';
import { createSheetSections, type SheetSections } from '../sheets/sheet-sections.ts';
import { createOdsCells, longestRow } from './ods-cells.ts';
import { createOdsText } from './ods-text.ts';

/** A row with text stands for at most so many; rows repeated without text cost nothing. */
const mostRepeated = 1000;
const mostHeaderRows = 100;
/** Deleted content, scripts and settings. */
const silent: ReadonlySet<string> = new Set(['tracked-changes', 'forms', 'scripts', 'event-listeners', 'desc']);

/** What a reader of spreadsheets needs. */
export interface OdsReaderOptions {
  readonly object: OdfObject;
  readonly isHidden: (style: string | undefined) => boolean;
  readonly unread: (place: UnreadPlace) => void;
}

/** Reads the sheets of a spreadsheet while its content is read (OpenDocument 1.3, part 3, 9). */
export interface OdsReader {
  readonly handler: XmlHandler;
  isSpreadsheet(): boolean;
  /** Sheets so far. */
  sheets(): number;
  /** The place that is being read, for people. */
  place(): string;
  take(): Section[];
  finish(): void;
}

/** Starts outside of all sheets. */
export function createOdsReader({ object, isHidden, unread }: OdsReaderOptions): OdsReader {
  const done: Section[] = [];
  const texts = createOdsText();
  const cells = createOdsCells();
  let isSpreadsheet = false;
  let count = 0;
  let silentDepth = 0;
  let offset = 0;
  // The open sheet.
  let sections: SheetSections | undefined;
  let [name, label] = ['', ''];
  let extras: (readonly [text: string, row: number, what: string])[] = [];
  let headerRows = new Set<number>();
  let inHeader = false;
  let tables = 0;
  let row = 1;
  let repeated = 1;
  let cell: XmlAttributes = {};

  function openTable(attributes: XmlAttributes): void {
    name = shortenName(attributes.name ?? `Sheet${count + 1}`);
    label = sheetLabel(name, isHidden(attributes['style-name']) ? 'hidden' : 'visible');
    headerRows = new Set();
    sections = createSheetSections({ name, label, start: offset, headerRows });
    row = 1;
    inHeader = false;
    count++;
  }

  function closeTable(): void {
    if (sections === undefined) return;
    addExtras();
    sections.finish();
    done.push(...sections.take());
    offset = sections.offset();
    for (const [text, at, what] of extras) {
      const end = offset + text.length;
      const locator = { kind: 'sheet', sheet: name, rows: [at, at], start: offset, end } as const;
      done.push({ text, kind: 'prose', locator, context: `${label}\n${what}` });
      offset = end + 1;
    }
    extras = [];
    sections = undefined;
  }

  function addExtras(): void {
    const { comment, drawing } = texts.takeExtras();
    if (comment !== '') extras.push([comment, row, 'Comment']);
    if (drawing !== '') extras.push([drawing, row, 'Drawing']);
  }

  function closeCell(isCovered: boolean): void {
    const text = texts.takeCell();
    const shown = text.trim() === '' ? plainValue(cell) : text;
    cells.add(isCovered ? '' : shown, cell['value-type'], numberOf(cell['number-columns-repeated']));
    addExtras();
  }

  function closeRow(): void {
    const { cells: filled, length, left } = cells.take();
    if (left > 0)
      unread({
        place: `${left} cells in row ${row} of sheet ${name}`,
        reason: 'The row is too long.',
        code: 'CUBO_LIMIT_EXCEEDED',
      });
    if (filled.length > 0) {
      const times = Math.min(repeated, mostRepeated, Math.floor(longestRow / length) + 1);
      for (let number = row; number < row + times; number++) {
        if (inHeader && headerRows.size < mostHeaderRows) headerRows.add(number);
        sections?.row({ number, cells: filled });
      }
      if (times < repeated) {
        const place = `rows ${row + times} to ${row + repeated - 1} of sheet ${name}`;
        unread({ place, reason: `They repeat row ${row}.`, code: 'CUBO_LIMIT_EXCEEDED' });
      }
    }
    row += repeated;
  }

  return {
    isSpreadsheet: () => isSpreadsheet,
    sheets: () => count,
    place: () => `sheet ${name} from row ${row} on`,
    take: () => [...done.splice(0), ...(sections?.take() ?? [])],
    finish: closeTable,
    handler: {
      open(element, attributes) {
        if (silentDepth > 0 || silent.has(element)) silentDepth++;
        else if (element === 'spreadsheet') isSpreadsheet = true;
        else if (element === 'table') {
          if (tables++ === 0) openTable(attributes);
        } else if (sections === undefined) return;
        else if (element === 'object' && attributes.href !== undefined) {
          const buffer = createBlockBuffer();
          const formula = object(attributes.href.replace(/^\.\//, '').replace(/\/$/, ''), buffer);
          texts.float(formula ?? buffer.lines());
        } else if (tables > 1 || texts.isFloating()) texts.open(element, attributes);
        else if (element === 'table-header-rows') inHeader = true;
        else if (element === 'table-row') repeated = numberOf(attributes['number-rows-repeated']);
        else if (element === 'table-cell' || element === 'covered-table-cell') cell = attributes;
        else texts.open(element, attributes);
      },
      text(data) {
        if (silentDepth === 0) texts.text(data);
      },
      close(element) {
        if (silentDepth > 0) silentDepth--;
        else if (element === 'table') {
          if (--tables === 0) closeTable();
        } else if (tables > 1 || texts.isFloating()) texts.close(element);
        else if (element === 'table-header-rows') inHeader = false;
        else if (element === 'table-row') closeRow();
        else if (element === 'table-cell' || element === 'covered-table-cell')
          closeCell(element === 'covered-table-cell');
        else texts.close(element);
      },
    },
  };
}

function numberOf(repeated: string | undefined): number {
  const count = Math.floor(Number(repeated ?? 1));
  return count >= 1 && count <= 1_048_576 ? count : 1;
}

/** What a cell shows for which the file holds no text. */
function plainValue(cell: XmlAttributes): string {
  const value = cell['date-value'] ?? cell['time-value'] ?? cell['boolean-value'] ?? cell['string-value'] ?? cell.value;
  if (value === undefined) return '';
  return value === cell.value && value.trim() !== '' && Number.isFinite(Number(value))
    ? generalNumber(Number(value))
    : value;
}
