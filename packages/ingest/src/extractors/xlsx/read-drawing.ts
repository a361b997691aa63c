import type { ExtractContext } from '@cubo/contracts';
import type { XmlHandler } from '../../xml/xml-handler.ts';
import { readDrawings } from '../drawingml/read-drawings.ts';
import { createShapeReader, type Shape } from '../drawingml/shape-reader.ts';
import type { BlockBuffer } from '../office/block-sink.ts';
import type { OfficePackage } from '../office/open-office-package.ts';

const anchors: ReadonlySet<string> = new Set(['twoCellAnchor', 'oneCellAnchor', 'absoluteAnchor']);

/** A text box, a chart, a diagram or the like that floats above the cells of a sheet. */
export interface SheetShape {
  readonly blocks: BlockBuffer;
  /** The rows that it lies over. */
  readonly rows: readonly [first: number, last: number];
}

/** Reads what a drawing part shows as text (ISO/IEC 29500-1, 20.5), in its order. */
export async function readDrawing(
  opened: OfficePackage,
  part: string,
  sheet: string,
  context: ExtractContext,
): Promise<SheetShape[]> {
  const place = `the drawings of ${sheet}`;
  if (!opened.archive.find(part)) {
    context.unread({ place, reason: `Their part ${part} is missing from the file.`, code: 'CUBO_FORMAT_INVALID' });
    return [];
  }
  const drawing = await readDrawings(opened, await opened.relationships(part), context, sheet);
  const reader = createShapeReader(place, drawing);
  const rowsOf = new Map<Shape, readonly [number, number]>();
  await opened.readOptional(part, place, withAnchors(reader, rowsOf));
  return reader.content.shapes
    .filter(({ blocks }) => blocks.size() > 0)
    .map((shape) => ({ blocks: shape.blocks, rows: rowsOf.get(shape) ?? [1, 1] }));
}

/** Tells as well where shapes are anchored. */
function withAnchors(
  { handler, content }: ReturnType<typeof createShapeReader>,
  rowsOf: Map<Shape, readonly [number, number]>,
): XmlHandler {
  let rows: number[] = [];
  let first = 0;
  let inRow = false;
  return {
    open(name, attributes) {
      handler.open?.(name, attributes);
      inRow = name === 'row';
      if (!anchors.has(name)) return;
      rows = [];
      first = content.shapes.length;
    },
    text(data) {
      handler.text?.(data);
      const row = inRow ? Number(data) + 1 : 0;
      if (Number.isInteger(row) && row > 0) rows.push(row);
    },
    close(name) {
      handler.close?.(name);
      inRow = false;
      if (!anchors.has(name)) return;
      const [from = 1, to = from] = rows;
      for (const shape of content.shapes.slice(first)) rowsOf.set(shape, [Math.min(from, to), Math.max(from, to)]);
    },
  };
}
