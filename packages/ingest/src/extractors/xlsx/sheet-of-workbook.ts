import { type CuboError, type ExtractContext, isCuboError, type Section } from '@cubo/contracts';
import { embeddedSections } from '../office/embedded-documents.ts';
import type { NamedAgain } from '../office/named-again.ts';
import type { NumberText } from '../office/number-text.ts';
import type { OfficePackage } from '../office/open-office-package.ts';
import type { Relationship } from '../office/relationships.ts';
import { sheetLabel } from '../sheets/sheet-label.ts';
import { createSheetSections, type SheetSections } from '../sheets/sheet-sections.ts';
import { rowsOf } from './cell-reference.ts';
import { drawingSections } from './drawing-sections.ts';
import { commentsHandler } from './read-comments.ts';
import { readDrawing } from './read-drawing.ts';
import { createSheetReader, type SheetReader } from './read-sheet.ts';
import type { Styles } from './read-styles.ts';
import { mostHeaderRows, type SheetEntry } from './read-workbook.ts';
import type { SharedStrings } from './shared-strings.ts';

/** What the sheets of a workbook have in common. */
export interface WorkbookParts {
  readonly opened: OfficePackage;
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly strings: SharedStrings;
  readonly styles: Styles;
  readonly numbers: NumberText;
  readonly date1904: boolean;
  readonly namedAgain: NamedAgain;
}

/** Sheets of old versions that hold dialogs and macros. */
const withoutText: ReadonlySet<string> = new Set(['dialogsheet', 'xlMacrosheet', 'xlIntlMacrosheet']);

/** The sections of one sheet: its rows, then its comments, text boxes and charts, and the documents embedded in it. What cannot be read of it is reported. */
export async function* sheetSections(
  sheet: SheetEntry,
  index: number,
  parts: WorkbookParts,
  start: number,
  context: ExtractContext,
): AsyncGenerator<Section> {
  const { opened } = parts;
  const relationship = parts.relationships.get(sheet.relationshipId ?? '');
  if (withoutText.has(relationship?.type ?? '')) return;
  const part = relationship?.target ?? `xl/worksheets/sheet${index + 1}.xml`;
  const place = `sheet ${sheet.name}`;
  const entry = opened.archive.find(part);
  if (!entry) {
    context.unread({ place, reason: `Its part ${part} is missing from the file.`, code: 'CUBO_FORMAT_INVALID' });
    return;
  }
  if (parts.namedAgain.has(entry, place)) return;
  const related = [...(await opened.relationships(part)).values()];
  for (const { type, target } of related)
    if (type === 'table') await opened.readOptional(target, `a table of ${place}`, tableHandler(sheet.headerRows));
  const label = sheetLabel(sheet.name, sheet.state);
  const sections = createSheetSections({ name: sheet.name, label, start, headerRows: sheet.headerRows });
  const reader = createSheetReader({ ...parts, row: sections.row });
  // A sheet that is a chart as a whole has no cells.
  if (relationship?.type !== 'chartsheet')
    yield* rowSections(opened.stream(part, reader.handler), sections, reader, place, context);
  if (reader.unreadCells() > 0) {
    const reason = 'Their text is missing from the table of texts, or the row is too long.';
    context.unread({ place: `${reader.unreadCells()} cells of ${place}`, reason, code: 'CUBO_FORMAT_INVALID' });
  }
  if (reader.uncalculatedCells() > 0) {
    const reason = 'The file holds formulas without their results; open it in an office program and save it again.';
    context.unread({
      place: `${reader.uncalculatedCells()} formulas of ${place}`,
      reason,
      code: 'CUBO_FORMAT_INVALID',
    });
  }
  let offset = sections.offset();
  const added: Section[] = [];
  const add = (text: string, rows: readonly [number, number], what: string) => {
    const end = offset + text.length;
    const locator = { kind: 'sheet', sheet: sheet.name, rows, start: offset, end } as const;
    added.push({ text, kind: 'prose', locator, context: `${label}\n${what}` });
    offset = end + 1;
  };
  const comments = commentsHandler(({ cell, row, text }) => add(`${cell}: ${text}`, [row, row], 'Comment'));
  for (const { type, target } of related) {
    if (type === 'comments') await opened.readOptional(target, `the comments of ${place}`, comments);
    if (type !== 'drawing') continue;
    const shapes = await readDrawing(opened, target, place, context);
    const drawn = drawingSections(shapes, { sheet: sheet.name, label, start: offset });
    added.push(...drawn);
    offset = (drawn.at(-1)?.locator.end ?? offset - 1) + 1;
  }
  yield* added;
  const embedded = related.filter(({ type, isExternal }) => type === 'package' && !isExternal);
  yield* embeddedSections(
    opened,
    embedded.map(({ target }) => target),
    offset,
    context,
  );
}

async function* rowSections(
  reading: AsyncGenerator<void>,
  sections: SheetSections,
  reader: SheetReader,
  place: string,
  context: ExtractContext,
): AsyncGenerator<Section> {
  let any = false;
  let failure: CuboError | undefined;
  try {
    for await (const _ of reading) {
      for (const section of sections.take()) {
        any = true;
        yield section;
      }
    }
  } catch (error) {
    // The rows before the damage are read.
    if (!isCuboError(error) || error.code === 'CUBO_SOURCE_UNREADABLE') throw error;
    failure = error;
  }
  sections.finish();
  for (const section of sections.take()) {
    any = true;
    yield section;
  }
  if (failure === undefined) return;
  if (!any) throw failure;
  const from = `${place} from row ${reader.currentRow()} on`;
  context.unread({ place: from, reason: failure.message, code: failure.code });
}

function tableHandler(headerRows: Set<number>): {
  open(name: string, attributes: Readonly<Record<string, string | undefined>>): void;
} {
  return {
    open(name, { ref, headerRowCount = '1' }) {
      const rows = name === 'table' && ref !== undefined ? rowsOf(ref) : undefined;
      if (rows === undefined || headerRowCount === '0' || headerRows.size >= mostHeaderRows) return;
      headerRows.add(rows[0]);
    },
  };
}
