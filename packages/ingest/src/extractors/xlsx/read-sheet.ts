import type { XmlHandler } from '../../xml/xml-handler.ts';
import { days1904, type NumberText } from '../office/number-text.ts';
import { cellText, type SheetCell, type SheetRow } from '../sheets/sheet-row.ts';
import { columnOf, mostColumns, mostRows } from './cell-reference.ts';
import { createCellString } from './cell-string.ts';
import { decodeEscapes } from './decode-escapes.ts';
import { isoSerial } from './iso-serial.ts';
import type { Styles } from './read-styles.ts';
import type { SharedStrings } from './shared-strings.ts';

/** Characters of one row that are kept: 16 384 cells could refer to the same long text. */
const longestRow = 8 * 1024 * 1024;

/** What the cells of a sheet are shown with. */
export interface SheetReaderOptions {
  readonly strings: SharedStrings;
  readonly styles: Styles;
  readonly numbers: NumberText;
  readonly date1904: boolean;
  row(row: SheetRow): void;
}

/** Reads the rows of a worksheet while its part is read (ISO/IEC 29500-1, 18.3). */
export interface SheetReader {
  readonly handler: XmlHandler;
  /** Cells without their text: it is missing from the shared strings, or there is too much in the row. */
  unreadCells(): number;
  /** Cells with a formula whose result is not in the file: the program that wrote it does not calculate. */
  uncalculatedCells(): number;
  /** The row that is being read. */
  currentRow(): number;
}

/** Starts a worksheet; each row that shows something goes to `options.row`. */
export function createSheetReader({ strings, styles, numbers, date1904, row }: SheetReaderOptions): SheetReader {
  let rowNumber = 0;
  let cells: SheetCell[] = [];
  let rowLength = 0;
  let isSorted = true;
  let unread = 0;
  let uncalculated = 0;
  // The open cell.
  let column = -1;
  let type = 'n';
  let style = 0;
  let value = '';
  let inline: string | undefined;
  let hasFormula = false;
  let inValue = false;
  let inInline = false;
  const inlineString = createCellString('is', (text) => {
    inline = text;
  });

  function add(shown: string, kind: SheetCell['type']): void {
    const text = cellText(shown);
    if (text === '') return;
    rowLength += text.length;
    if (rowLength > longestRow || column >= mostColumns || cells.length >= mostColumns) {
      unread++;
      return;
    }
    const last = cells.at(-1);
    if (last !== undefined && last.column >= column) isSorted = false;
    cells.push({ column, text, type: kind });
  }

  function addNumber(number: number): void {
    const shown = numbers.show(number, styles.format(style));
    add(shown.text, shown.type);
  }

  function endCell(): void {
    if (type === 's') {
      const text = value === '' ? '' : strings.get(Number(value));
      if (text === undefined) unread++;
      else add(text, 'text');
    } else if (type === 'inlineStr' || inline !== undefined) add(inline ?? decodeEscapes(value), 'text');
    else if (value === '') {
      // A formula that gives an empty text has the type `str`.
      if (hasFormula && type !== 'str') uncalculated++;
    } else if (type === 'b') add(/^(?:1|true)$/i.test(value.trim()) ? 'TRUE' : 'FALSE', 'other');
    else if (type === 'str') add(decodeEscapes(value), 'text');
    else if (type === 'e') add(value, 'other');
    else if (type === 'd') {
      const serial = isoSerial(value);
      if (serial === undefined) add(value, 'date');
      else addNumber(date1904 ? serial - days1904 : serial);
    } else {
      const number = Number(value);
      if (Number.isFinite(number)) addNumber(number);
      else add(value, 'text');
    }
  }

  function endRow(): void {
    if (cells.length > 0) {
      if (!isSorted) cells.sort((a, b) => a.column - b.column);
      row({ number: rowNumber, cells });
    }
    cells = [];
    rowLength = 0;
    isSorted = true;
  }

  return {
    unreadCells: () => unread,
    uncalculatedCells: () => uncalculated,
    currentRow: () => rowNumber,
    handler: {
      open(name, attributes) {
        if (name === 'c') {
          const at = attributes.r === undefined ? -1 : columnOf(attributes.r);
          column = Math.min(at < 0 ? column + 1 : at, mostColumns);
          type = attributes.t ?? 'n';
          style = Number(attributes.s ?? 0);
          value = '';
          inline = undefined;
          hasFormula = false;
        } else if (name === 'f') hasFormula = true;
        else if (name === 'v') inValue = true;
        else if (name === 'row') {
          const number = Number(attributes.r);
          rowNumber = number >= 1 && number <= mostRows ? Math.floor(number) : rowNumber + 1;
          column = -1;
        } else if (name === 'is') {
          inInline = true;
          inlineString.open(name);
        } else if (inInline) inlineString.open(name);
      },
      text(data) {
        if (inValue) {
          if (value.length < longestRow) value += data;
        } else if (inInline) inlineString.text(data);
      },
      close(name) {
        if (name === 'v') inValue = false;
        else if (name === 'c') endCell();
        else if (name === 'row') endRow();
        else if (inInline) {
          inlineString.close(name);
          if (name === 'is') inInline = false;
        }
      },
    },
  };
}
