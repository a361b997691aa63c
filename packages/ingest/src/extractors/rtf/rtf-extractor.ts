import { CuboError, type Extractor, isCuboError, type Section } from '@cubo/contracts';
import { sourceBytes } from '../../sources/read-source.ts';
import { smallPieces } from '../../sources/small-pieces.ts';
import { createRunningTexts } from '../office/running-texts.ts';
import { emptySource } from '../shared/empty-source.ts';
import { createStructuredSections } from '../shared/structured-sections.ts';
import { createRtfReader } from './rtf-reader.ts';
import { createRtfTokenizer } from './rtf-tokenizer.ts';

/**
 * Reads Rich Text (RTF 1.9.1) as it arrives: headings by style or outline level as breadcrumb, paragraphs, list labels as
 * shown, tables by rows, text boxes; footnotes and comments follow their paragraph, headers and footers stand at the end,
 * each text once. Text is decoded by the character set of its font, signs of symbol fonts become Unicode. Hidden text is
 * kept; tracked deletions and pictures are left out; embedded objects are reported as unread, and so is what follows more
 * than 2000 groups inside each other, or begins with a note or text box of more than 32 Mi characters.
 */
export function rtfExtractor(): Extractor {
  return {
    id: 'rtf@2',
    mediaTypes: ['application/rtf', 'text/rtf'],
    extensions: ['.rtf'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { signal } = context;
      const sections = createStructuredSections();
      const running = createRunningTexts();
      const objects = new Set<string>();
      const reader = createRtfReader({
        uri: source.uri,
        sections,
        running,
        describe: (description) => context.describe(description),
        object: (name) => objects.add(name),
      });
      const tokens = createRtfTokenizer(reader);
      let head = '';
      let empty = true;
      let tooDeep: CuboError | undefined;
      for await (const piece of smallPieces(sourceBytes(source, { signal }), signal)) {
        if (head.length < 64) {
          head += Buffer.from(piece.subarray(0, 64)).toString('latin1');
          if (head.length >= 16) checkHead(head, source.uri);
        }
        try {
          tokens.write(piece);
        } catch (error) {
          if (!isCuboError(error)) throw error;
          tooDeep = error;
          break;
        }
        for (const section of sections.take()) {
          empty = false;
          yield section;
        }
      }
      checkHead(head, source.uri);
      if (tooDeep === undefined) tokens.end();
      const isCut = reader.end() > 0;
      if (tooDeep) context.unread({ place: 'the rest of the document', reason: tooDeep.message, code: tooDeep.code });
      else if (isCut)
        context.unread({
          place: 'the end of the document',
          reason: 'The file is cut off. Open it in a word processor and save it again.',
          code: 'CUBO_FORMAT_INVALID',
        });
      for (const name of objects) {
        if (/equation|mathtype/i.test(name)) continue;
        const place = name === '' ? 'an embedded object' : `an embedded object (${name})`;
        const reason = 'Objects in Rich Text are not opened. Save the document as .docx.';
        context.unread({ place, reason, code: 'CUBO_FORMAT_UNSUPPORTED' });
      }
      running.finish(sections);
      sections.finish();
      for (const section of sections.take()) {
        empty = false;
        yield section;
      }
      if (empty)
        throw (
          tooDeep ??
          emptySource(source.uri, 'If it holds scanned images, run optical character recognition (OCR) over them.')
        );
    },
  };
}

function checkHead(head: string, uri: string): void {
  if (/^(?:\xef\xbb\xbf)?\s*\{\s*\\rtf/.test(head)) return;
  throw new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} is not a Rich Text document: it does not begin with {\\rtf.`,
    remedy: 'Open it in a word processor and save it again as .rtf.',
    path: uri,
  });
}
