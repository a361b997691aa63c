import { CuboError, type ExtractContext, type Extractor, isCuboError, type Section } from '@cubo/contracts';
import { createNamedAgain } from '../office/named-again.ts';
import { createNumberText } from '../office/number-text.ts';
import { type OfficePackage, openOfficePackage } from '../office/open-office-package.ts';
import { watchUnread } from '../shared/watch-unread.ts';
import { withinLimits } from '../sheets/within-limits.ts';
import { createStyles } from './read-styles.ts';
import { createWorkbook } from './read-workbook.ts';
import { createSharedStrings } from './shared-strings.ts';
import { sheetSections, type WorkbookParts } from './sheet-of-workbook.ts';

const kind = { name: 'an Excel workbook', extension: '.xlsx', usualMainPart: 'xl/workbook.xml' } as const;

/**
 * Reads Excel workbooks (XLSX, ISO/IEC 29500), streamed: only the table of shared strings is held, up to `maximumBytes`.
 * Each sheet gives sections of 20 rows with its name, title and header row as context; cells show what programs show:
 * formulas their last value, dates and amounts by their format. Rows count as they do in the program. Hidden sheets are
 * read and marked; comments, text boxes, diagrams and the data of charts follow the rows of their sheet.
 */
export function xlsxExtractor(): Extractor {
  return {
    id: 'xlsx@2',
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
      'application/vnd.ms-excel.sheet.macroenabled.12',
      'application/vnd.ms-excel.template.macroenabled.12',
    ],
    extensions: ['.xlsx', '.xlsm', '.xltx', '.xltm'],
    async *extract(source, context): AsyncGenerator<Section> {
      const watched = watchUnread(context);
      const opened = await openOfficePackage(source, watched.context, kind);
      try {
        if (opened.mainPart.endsWith('.bin')) throw binaryWorkbook(source.uri);
        let any = false;
        const sections = workbookSections(opened, source.uri, watched.context);
        for await (const section of withinLimits(sections, source, context)) {
          any = true;
          yield section;
        }
        if (!any) throw watched.noText(source.uri, '.xlsx');
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
  const namedAgain = createNamedAgain();
  const parts: WorkbookParts = {
    opened,
    relationships,
    strings,
    styles,
    numbers,
    date1904: workbook.date1904,
    namedAgain,
  };
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
  namedAgain.report(context);
  if (workbook.leftOut > 0) {
    const reason = `There are more than ${workbook.sheets.length} sheets.`;
    context.unread({ place: `the last ${workbook.leftOut} sheets`, reason, code: 'CUBO_LIMIT_EXCEEDED' });
  }
}

/** Errors after which the other sheets can be read. */
const ofOneSheet: ReadonlySet<string> = new Set([
  'CUBO_FORMAT_INVALID',
  'CUBO_FORMAT_UNSUPPORTED',
  'CUBO_LIMIT_EXCEEDED',
  'CUBO_SOURCE_ENCRYPTED',
]);

function binaryWorkbook(uri: string): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_UNSUPPORTED',
    message: `${uri} is a binary Excel workbook (XLSB), a format that is not read.`,
    remedy: 'Save it as .xlsx.',
    path: uri,
  });
}
