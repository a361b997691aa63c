import type { XmlHandler } from '../../xml/xml-handler.ts';
import { prefixedAttribute } from '../../xml/xml-handler.ts';
import { shortenName } from '../shared/shorten-name.ts';
import { rowsOf } from './cell-reference.ts';

/** Sheets of a workbook that are read. */
const mostSheets = 10_000;
/** Declared header rows of one sheet that are kept. */
export const mostHeaderRows = 10_000;

/** A sheet as the workbook lists it. */
export interface SheetEntry {
  readonly name: string;
  readonly state: 'visible' | 'hidden' | 'veryHidden';
  readonly relationshipId: string | undefined;
  /** Rows that are repeated at the top of printed pages, and first rows of filters: headers. */
  readonly headerRows: Set<number>;
}

/** What a workbook says of itself. */
export interface Workbook {
  readonly sheets: SheetEntry[];
  /** How many sheets there are beyond those that are listed. */
  leftOut: number;
  /** Whether days are counted from 1904 on. */
  date1904: boolean;
}

/** Reads the list of sheets while the workbook part is read (ISO/IEC 29500-1, 18.2). */
export function createWorkbook(): { readonly handler: XmlHandler; readonly workbook: Workbook } {
  const workbook: Workbook = { sheets: [], leftOut: 0, date1904: false };
  let definedName: { readonly name: string; readonly sheet: number; text: string } | undefined;
  return {
    workbook,
    handler: {
      open(name, attributes) {
        if (name === 'workbookPr') workbook.date1904 = /^(?:1|true|on)$/.test(attributes.date1904 ?? '');
        else if (name === 'sheet' && workbook.sheets.length >= mostSheets) workbook.leftOut++;
        else if (name === 'sheet') {
          const { state } = attributes;
          workbook.sheets.push({
            name: shortenName(attributes.name ?? `Sheet${workbook.sheets.length + 1}`),
            state: state === 'hidden' || state === 'veryHidden' ? state : 'visible',
            relationshipId: prefixedAttribute(attributes, 'id'),
            headerRows: new Set(),
          });
        } else if (name === 'definedName')
          definedName = { name: attributes.name ?? '', sheet: Number(attributes.localSheetId ?? -1), text: '' };
      },
      text(data) {
        if (definedName && definedName.text.length < 1000) definedName.text += data;
      },
      close(name) {
        if (name !== 'definedName' || !definedName) return;
        addHeaderRows(definedName, workbook.sheets[definedName.sheet]?.headerRows);
        definedName = undefined;
      },
    },
  };
}

function addHeaderRows({ name, text }: { name: string; text: string }, headerRows: Set<number> | undefined): void {
  const isTitles = name === '_xlnm.Print_Titles';
  if (headerRows === undefined || !(isTitles || name === '_xlnm._FilterDatabase')) return;
  // Repeated columns stand beside the rows, `Sheet!$A:$B,Sheet!$1:$2`, and have no numbers.
  for (const range of text.split(',')) {
    const rows = rowsOf(range.slice(range.lastIndexOf('!') + 1));
    if (rows === undefined) continue;
    const [first, last] = isTitles ? rows : [rows[0], rows[0]];
    for (let row = first; row <= last && row - first < 5 && headerRows.size < mostHeaderRows; row++)
      headerRows.add(row);
  }
}
