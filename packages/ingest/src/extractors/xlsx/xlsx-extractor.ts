import {
  CuboError,
  type ExtractContext,
  type Extractor,
  isCuboError,
  type Section,
  type Source,
  type UnreadPlace,
} from '@cubo/contracts';
import { type OfficePackage, openOfficePackage } from '../office/open-office-package.ts';
import { emptySource } from '../shared/empty-source.ts';
import { createNumberText } from './number-text.ts';
import { createStyles } from './read-styles.ts';
import { createWorkbook } from './read-workbook.ts';
import { createSharedStrings } from './shared-strings.ts';
import { sheetSections, type WorkbookParts } from './sheet-of-workbook.ts';

/** Characters that any workbook may have. */
const harmlessText = 256 * 1024 * 1024;
/** Characters of text for each byte of the file that a larger one may have. */
const highestRatio = 100;
const kind = { name: 'an Excel workbook', extension: '.xlsx', usualMainPart: 'xl/workbook.xml' } as const;

/**
 * Reads Excel workbooks (XLSX, ISO/IEC 29500), streamed: only the table of shared strings is held, up to `maximumBytes`.
 * Each sheet gives sections of 20 rows with its name, title and header row as context; cells show what programs show:
 * formulas their last value, dates and amounts by their format. Rows count as they do in the program. Hidden sheets are
 * read and marked; comments follow the rows of their sheet.
 */
export function xlsxExtractor(): Extractor {
  return {
    id: 'xlsx@1',
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
      'application/vnd.ms-excel.sheet.macroenabled.12',
      'application/vnd.ms-excel.template.macroenabled.12',
    ],
    extensions: ['.xlsx', '.xlsm', '.xltx', '.xltm'],
    async *extract(source, context): AsyncGenerator<Section> {
      // Where nothing can be read, the first reason is the document's.
      let first: UnreadPlace | undefined;
      const watched: ExtractContext = {
        ...context,
        unread(place) {
          first ??= place;
          context.unread(place);
        },
        describe: (description) => context.describe(description),
      };
      const opened = await openOfficePackage(source, watched, kind);
      try {
        if (opened.mainPart.endsWith('.bin')) throw binaryWorkbook(source.uri);
        let any = false;
        for await (const section of withinLimits(workbookSections(opened, source.uri, watched), source, watched)) {
          any = true;
          yield section;
        }
        if (!any) throw first === undefined ? emptySource(source.uri) : noText(source.uri, first);
      } finally {
        opened.close();
      }
    },
  };
}

async function* workbookSections(opened: OfficePackage, uri: string, context: ExtractContext): AsyncGenerator<Section> {
  const { workbook, handler } = createWorkbook();
  for await (const _ of opened.stream(opened.mainPart, handler));
  const relationships = await opened.relationships(opened.mainPart);
  const partOf = (type: string) => [...relationships.values()].find((item) => item.type === type)?.target;
  const styles = createStyles();
  await opened.readOptional(partOf('styles') ?? 'xl/styles.xml', 'the styles', styles.handler);
  const strings = createSharedStrings(uri, context.maximumBytes);
  await opened.readOptional(partOf('sharedStrings') ?? 'xl/sharedStrings.xml', 'the table of texts', strings.handler);
  const numbers = await createNumberText(workbook);
  await opened.describe();
  context.describe({ pages: workbook.sheets.length });
  const parts: WorkbookParts = { opened, relationships, strings, styles, numbers };
  let start = 0;
  for (const [index, sheet] of workbook.sheets.entries()) {
    context.signal?.throwIfAborted();
    try {
      for await (const section of sheetSections(sheet, index, parts, start, context)) {
        start = section.locator.end + 1;
        yield section;
      }
    } catch (error) {
      if (!isCuboError(error) || !ofOneSheet.has(error.code)) throw error;
      context.unread({ place: `sheet ${sheet.name}`, reason: error.message, code: error.code });
    }
  }
}

/**
 * Ends where the text is out of proportion to the file: cells that refer to one long text again and again make a bomb of
 * it.
 */
async function* withinLimits(
  sections: AsyncGenerator<Section>,
  source: Source,
  context: ExtractContext,
): AsyncGenerator<Section> {
  const most = Math.max(harmlessText, (source.size ?? 0) * highestRatio);
  for await (const section of sections) {
    if (section.locator.end > most) {
      const reason = `The text of its cells is longer than ${most} characters, out of proportion to the file.`;
      context.unread({ place: 'the rest of the workbook', reason, code: 'CUBO_LIMIT_EXCEEDED' });
      return;
    }
    yield section;
  }
}

/** Errors after which the other sheets can be read. */
const ofOneSheet: ReadonlySet<string> = new Set([
  'CUBO_FORMAT_INVALID',
  'CUBO_FORMAT_UNSUPPORTED',
  'CUBO_LIMIT_EXCEEDED',
  'CUBO_SOURCE_ENCRYPTED',
]);

function noText(uri: string, { place, reason, code }: UnreadPlace): CuboError {
  return new CuboError({
    code: code ?? 'CUBO_FORMAT_INVALID',
    message: `${uri} gives no text, for ${place} cannot be read: ${reason.replace(/\.$/, '')}.`,
    remedy: 'Open it in an office program and save it again as .xlsx.',
    path: uri,
  });
}

function binaryWorkbook(uri: string): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_UNSUPPORTED',
    message: `${uri} is a binary Excel workbook (XLSB), a format that is not read.`,
    remedy: 'Save it as .xlsx.',
    path: uri,
  });
}
