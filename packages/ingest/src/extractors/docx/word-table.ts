import type { XmlAttributes } from '../../xml/xml-handler.ts';
import type { BlockSink } from '../office/block-sink.ts';
import { createOfficeTable, type OfficeTable } from '../office/office-table.ts';
import { isOn, wholeNumber } from './word-styles.ts';

/** Reads a `w:tbl` (ISO/IEC 29500-1, 17.4): its properties come after the elements that they belong to have begun. */
export interface WordTable {
  /** Takes what the cells hold. */
  readonly sink: BlockSink;
  /** Takes an element of the table itself. */
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
}

/** The elements that {@link WordTable.open} understands. */
export const tableElements: ReadonlySet<string> = new Set([
  'gridCol',
  'tr',
  'tblHeader',
  'gridBefore',
  'tc',
  'gridSpan',
  'vMerge',
]);

/** Starts a table whose rows go to `parent`. */
export function createWordTable(parent: BlockSink): WordTable {
  let columns = 0;
  let table: OfficeTable | undefined;
  let isHeader = false;
  let before = 0;
  let isRowOpen = false;
  let span = 1;
  let continues = false;
  let isCellOpen = false;

  function inCell(): BlockSink {
    table ??= createOfficeTable(parent, columns > 0 ? columns : undefined);
    if (!isRowOpen) {
      isRowOpen = true;
      table.startRow(isHeader);
      if (before > 0) table.startCell({ span: before });
    }
    if (!isCellOpen) {
      isCellOpen = true;
      table.startCell({ span, continues });
    }
    return table.cell();
  }

  return {
    sink: {
      heading: (level, text) => inCell().heading(level, text),
      text: (text, spacing) => inCell().text(text, spacing),
      row: (cells, header) => inCell().row(cells, header),
      endTable: () => inCell().endTable(),
    },
    open(name, { val }) {
      if (name === 'gridCol') columns++;
      else if (name === 'tblHeader') isHeader = isOn(val, true);
      else if (name === 'gridBefore') before = wholeNumber(val) ?? 0;
      else if (name === 'gridSpan') span = Math.max(1, wholeNumber(val) ?? 1);
      else if (name === 'vMerge') continues = val !== 'restart';
      else if (name === 'tr') {
        isHeader = false;
        before = 0;
      } else if (name === 'tc') {
        span = 1;
        continues = false;
        isCellOpen = false;
      }
    },
    close(name) {
      if (name === 'tc') {
        inCell();
        isCellOpen = false;
      } else if (name === 'tr') {
        table?.endRow();
        isRowOpen = false;
      } else if (name === 'tbl') table?.end();
    },
  };
}
