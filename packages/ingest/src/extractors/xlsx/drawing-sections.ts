import type { Section } from '@cubo/contracts';
import { type BlockBuffer, createBlockBuffer } from '../office/block-sink.ts';
import { createStructuredSections } from '../shared/structured-sections.ts';
import type { SheetShape } from './read-drawing.ts';

/** Where the sections of drawings stand. */
export interface DrawingPlace {
  readonly sheet: string;
  /** What every chunk begins with: `[Sheet: name]`. */
  readonly label: string;
  /** Offset of the first. */
  readonly start: number;
}

/** The sections of what floats above a sheet: its text boxes together, then each chart with its values by 20 rows. */
export function drawingSections(shapes: readonly SheetShape[], { sheet, label, start }: DrawingPlace): Section[] {
  const sections: Section[] = [];
  let offset = start;

  function add(blocks: BlockBuffer, rows: readonly [number, number], hasTitle: boolean): void {
    const structured = createStructuredSections();
    structured.mark(`${label}\nDrawing`);
    let isFirst = hasTitle;
    blocks.drainTo({
      heading: (_, text) => structured.text(text),
      text(text, spacing) {
        if (isFirst) structured.heading(1, text);
        else structured.text(text, spacing);
        isFirst = false;
      },
      row: structured.row,
      endTable: structured.endTable,
    });
    structured.finish();
    for (const { text, kind, heading, context } of structured.take()) {
      const end = offset + text.length;
      const locator = { kind: 'sheet', sheet, rows, start: offset, end } as const;
      sections.push({ text, kind, locator, ...(heading && { heading }), ...(context !== undefined && { context }) });
      offset = end + 1;
    }
  }

  const texts = createBlockBuffer();
  const rows: [number, number] = [Infinity, 0];
  const tables: SheetShape[] = [];
  for (const shape of shapes) {
    if (shape.blocks.hasRows()) {
      tables.push(shape);
      continue;
    }
    shape.blocks.drainTo(texts);
    rows[0] = Math.min(rows[0], shape.rows[0]);
    rows[1] = Math.max(rows[1], shape.rows[1]);
  }
  if (texts.size() > 0) add(texts, rows, false);
  for (const { blocks, rows: over } of tables) add(blocks, over, true);
  return sections;
}
