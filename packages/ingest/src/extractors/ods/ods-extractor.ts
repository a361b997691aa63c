import { type CuboError, type ExtractContext, type Extractor, isCuboError, type Section } from '@cubo/contracts';
import { invalid, type OpenOdf, openOdf } from '../odf/open-odf.ts';
import { watchUnread } from '../shared/watch-unread.ts';
import { withinLimits } from '../sheets/within-limits.ts';
import { hiddenTables } from './hidden-tables.ts';
import { createOdsReader } from './read-ods.ts';

/**
 * Reads OpenDocument spreadsheets (OpenDocument 1.3), packed or flat, streamed. Sheets become sections as those of Excel
 * workbooks do: 20 rows each, with the sheet's name, title and header row as context, rows counted as programs show them.
 * Cells show the text that the file holds for them. Comments, text boxes and charts follow the rows of their sheet.
 */
export function odsExtractor(): Extractor {
  return {
    id: 'ods@2',
    mediaTypes: [
      'application/vnd.oasis.opendocument.spreadsheet',
      'application/vnd.oasis.opendocument.spreadsheet-template',
      'application/vnd.oasis.opendocument.spreadsheet-flat-xml',
    ],
    extensions: ['.ods', '.ots', '.fods'],
    async *extract(source, context): AsyncGenerator<Section> {
      const watched = watchUnread(context);
      const opened = await openOdf(source, watched.context);
      try {
        let any = false;
        const sections = tableSections(opened, source.uri, watched.context);
        for await (const section of withinLimits(sections, source, context)) {
          any = true;
          yield section;
        }
        if (!any) throw watched.noText(source.uri, '.ods');
      } finally {
        opened.close();
      }
    },
  };
}

async function* tableSections(opened: OpenOdf, uri: string, context: ExtractContext): AsyncGenerator<Section> {
  const hidden = hiddenTables();
  const reader = createOdsReader({ object: opened.object, isHidden: hidden.isHidden, unread: context.unread });
  let any = false;
  let failure: CuboError | undefined;
  try {
    for await (const _ of opened.content(reader.handler, {}, hidden.handler)) {
      for (const section of reader.take()) {
        any = true;
        yield section;
      }
    }
  } catch (error) {
    // What stands before the damage is read.
    if (!isCuboError(error) || error.code === 'CUBO_SOURCE_UNREADABLE') throw error;
    failure = error;
  }
  if (failure === undefined && !reader.isSpreadsheet()) throw invalid(uri, 'it is no spreadsheet');
  reader.finish();
  for (const section of reader.take()) {
    any = true;
    yield section;
  }
  opened.describe();
  context.describe({ pages: reader.sheets() });
  if (failure === undefined) return;
  if (!any) throw failure;
  context.unread({ place: `${reader.place()} and what follows`, reason: failure.message, code: failure.code });
}
