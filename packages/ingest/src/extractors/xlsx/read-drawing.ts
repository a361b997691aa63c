import type { ExtractContext } from '@cubo/contracts';
import { createBlockBuffer } from '../office/block-sink.ts';
import type { OfficePackage } from '../office/open-office-package.ts';
import { readDrawings } from '../office/read-drawings.ts';
import { cellText } from '../sheets/sheet-row.ts';

const longestText = 1024 * 1024;

/** What floats above the cells of a sheet: text boxes and charts. */
export interface SheetDrawing {
  readonly text: string;
  /** The rows that it lies over. */
  readonly rows: readonly [first: number, last: number];
}

/** Reads the text boxes and charts of a drawing part (ISO/IEC 29500-1, 20.5); `undefined` where they hold no text. */
export async function readDrawing(
  opened: OfficePackage,
  part: string,
  place: string,
  context: ExtractContext,
): Promise<SheetDrawing | undefined> {
  const lines: string[] = [];
  const rows: number[] = [];
  let line = '';
  let length = 0;
  let element = '';
  await opened.readOptional(part, place, {
    open(name) {
      element = name;
      if (name === 'p') line = '';
      else if (name === 'br') line += ' ';
    },
    text(data) {
      if (element === 't' && length < longestText) line += data;
      else if (element === 'row' && Number.isInteger(Number(data))) rows.push(Number(data) + 1);
    },
    close(name) {
      element = '';
      const text = name === 'p' ? cellText(line) : '';
      if (text !== '') lines.push(text);
      length += text.length;
    },
  });
  const relationships = await opened.relationships(part);
  const drawings = await readDrawings(opened, relationships, context);
  const buffer = createBlockBuffer();
  for (const id of relationships.keys()) drawings(id, buffer);
  const text = [...lines, buffer.lines()].filter((one) => one.trim() !== '').join('\n');
  if (text === '') return undefined;
  const valid = rows.filter((row) => row > 0);
  const first = valid.reduce((a, b) => Math.min(a, b), valid[0] ?? 1);
  return { text, rows: [first, valid.reduce((a, b) => Math.max(a, b), first)] };
}
