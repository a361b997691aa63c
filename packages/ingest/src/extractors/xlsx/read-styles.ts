import type { XmlHandler } from '../../xml/xml-handler.ts';

/** More are ignored; a workbook may have 65 490. */
const mostStyles = 200_000;

/** The number formats of a workbook's styles. */
export interface Styles {
  readonly handler: XmlHandler;
  /** The number format of a cell's style: the id of a built-in one, or the code of another. */
  format(style: number): number | string;
}

/** Reads number formats while the styles part is read (ISO/IEC 29500-1, 18.8). */
export function createStyles(): Styles {
  const codes = new Map<number, string>();
  const cells: number[] = [];
  let inCells = false;
  return {
    handler: {
      open(name, { numFmtId, formatCode }) {
        if (name === 'cellXfs') inCells = true;
        else if (name === 'xf' && inCells && cells.length < mostStyles) cells.push(Number(numFmtId ?? 0));
        else if (name === 'numFmt' && formatCode !== undefined && codes.size < mostStyles)
          codes.set(Number(numFmtId), formatCode);
      },
      close(name) {
        if (name === 'cellXfs') inCells = false;
      },
    },
    format(style) {
      const id = cells[style] ?? 0;
      return codes.get(id) ?? id;
    },
  };
}
