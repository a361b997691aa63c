import type { XmlAttributes } from '../../xml/xml-handler.ts';
import type { BlockSink } from '../office/block-sink.ts';
import { createOfficeTable, type OfficeTable } from '../office/office-table.ts';

const mostColumns = 256;

/** Reads a `table:table` (OpenDocument 1.3, part 3, 9.1). */
export interface OdfTable {
  /** Takes what the open cell holds. */
  readonly sink: BlockSink;
  /** Takes an element of the table; whether it is one. */
  open(name: string, attributes: XmlAttributes): boolean;
  close(name: string): void;
}

/** Starts a table whose rows go to `parent`. */
export function createOdfTable(parent: BlockSink): OdfTable {
  let columns = 0;
  let table: OfficeTable | undefined;
  let inHeader = false;
  let column = 0;
  /** By column: the cell that reaches down into the rows to come. */
  const reaching = new Map<number, { rows: number; readonly span: number }>();

  const started = (): OfficeTable => {
    table ??= createOfficeTable(parent, columns > 0 ? columns : undefined);
    return table;
  };

  function openCell(attributes: XmlAttributes): void {
    const count = (name: string) => Math.max(1, Math.min(mostColumns, Number(attributes[name] ?? 1) || 1));
    const span = count('number-columns-spanned');
    const rows = Number(attributes['number-rows-spanned'] ?? 1) || 1;
    const repeated = count('number-columns-repeated');
    if (rows > 1) reaching.set(column, { rows, span });
    started().startCell({ span: span * repeated });
    // The covered cells of a span follow one by one.
    column += repeated;
  }

  function openCovered(attributes: XmlAttributes): void {
    const repeated = Math.max(1, Math.min(mostColumns, Number(attributes['number-columns-repeated'] ?? 1) || 1));
    for (let at = column; at < column + repeated; at++) {
      const above = reaching.get(at);
      if (above && above.rows > 0) started().startCell({ span: above.span, continues: true });
    }
    column += repeated;
  }

  return {
    sink: {
      heading: (level, text) => started().cell().heading(level, text),
      text: (text, spacing) => started().cell().text(text, spacing),
      row: (cells, header) => started().cell().row(cells, header),
      endTable: () => started().cell().endTable(),
    },
    open(name, attributes) {
      if (name === 'table-column')
        columns = Math.min(mostColumns, columns + (Number(attributes['number-columns-repeated'] ?? 1) || 1));
      else if (name === 'table-header-rows') inHeader = true;
      else if (name === 'table-row') {
        column = 0;
        started().startRow(inHeader);
      } else if (name === 'table-cell') openCell(attributes);
      else if (name === 'covered-table-cell') openCovered(attributes);
      else return false;
      return true;
    },
    close(name) {
      if (name === 'table-header-rows') inHeader = false;
      else if (name === 'table-row') {
        table?.endRow();
        for (const [at, cell] of reaching) if (--cell.rows <= 0) reaching.delete(at);
      } else if (name === 'table') table?.end();
    },
  };
}
