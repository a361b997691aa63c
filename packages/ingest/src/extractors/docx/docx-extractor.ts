import { type ExtractContext, type Extractor, isCuboError, type Section, type Source } from '@cubo/contracts';
import type { XmlHandler } from '../../xml/xml-handler.ts';
import { readDrawings } from '../drawingml/read-drawings.ts';
import { createBlockBuffer } from '../office/block-sink.ts';
import { closingHandler } from '../office/closing-handler.ts';
import { embeddedSections } from '../office/embedded-documents.ts';
import { oldFormulas } from '../office/old-formulas.ts';
import { partErrors } from '../office/open-office-package.ts';
import { leastText, pictureParts } from '../office/picture-parts.ts';
import { createRunningTexts } from '../office/running-texts.ts';
import { createStructuredSections } from '../shared/structured-sections.ts';
import { watchUnread } from '../shared/watch-unread.ts';
import { type OpenWord, openWord, withoutBody } from './open-word.ts';
import { createWordStory } from './word-story.ts';

/**
 * Reads Word documents (ISO/IEC 29500, transitional and strict) as they are unpacked: headings by their styles as
 * breadcrumb, numbers and bullets of lists as shown, tables by rows, text boxes, the data of charts, the texts of
 * diagrams, formulas in the notation of LaTeX. Notes and comments follow their paragraph; headers and footers stand at
 * the end, each text once; documents within the document come last. Tracked insertions count as text, tracked deletions
 * do not; hidden text is kept. Pictures are read where there is hardly any text beside them, else left out. Of a damaged
 * document what comes before the damage is read. Title, author and language come from the document's properties.
 */
export function docxExtractor(): Extractor {
  return {
    id: 'docx@3',
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
      'application/vnd.ms-word.document.macroenabled.12',
      'application/vnd.ms-word.template.macroenabled.12',
    ],
    extensions: ['.docx', '.docm', '.dotx', '.dotm'],
    async *extract(source, context): AsyncGenerator<Section> {
      const watched = watchUnread(context);
      const word = await openWord(source, watched.context);
      try {
        let isEmpty = true;
        for await (const section of wordSections(word, source, watched.context)) {
          isEmpty = false;
          yield section;
        }
        if (isEmpty)
          throw watched.noText(
            source.uri,
            '.docx',
            'If it holds scanned images, run optical character recognition (OCR) over them.',
          );
      } finally {
        word.opened.close();
      }
    },
  };
}

async function* wordSections(word: OpenWord, source: Source, context: ExtractContext): AsyncGenerator<Section> {
  const { opened, relationships, options } = word;
  const sections = createStructuredSections();
  const runningParts = new Set<string>();
  const embedded = new Set<string>();
  let formulas = 0;
  const story = createWordStory(sections, {
    ...options,
    refers(kind, id) {
      if (kind === 'formula') {
        formulas++;
        return;
      }
      const target = relationships.get(id);
      if (target && !target.isExternal) (kind === 'running' ? runningParts : embedded).add(target.target);
    },
  });
  let hasBody = false;
  const body: XmlHandler = {
    open(name, attributes) {
      if (name === 'body') hasBody = true;
      else story.open(name, attributes);
    },
    text: story.text,
    close: (name) => (name === 'body' ? story.end() : story.close(name)),
  };
  const { handler, closeOpen } = closingHandler(body);
  let end = 0;
  try {
    for await (const _ of opened.stream(opened.mainPart, handler)) {
      for (const section of sections.take()) {
        end = section.locator.end;
        yield section;
      }
    }
  } catch (error) {
    // What comes before the damage is read.
    if (!isCuboError(error) || !partErrors.has(error.code)) throw error;
    closeOpen();
    sections.finish();
    const last = sections.take();
    if (end === 0 && last.length === 0) throw error;
    for (const section of last) {
      end = section.locator.end;
      yield section;
    }
    context.unread({ place: 'the rest of the document', reason: error.message, code: error.code });
  }
  if (!hasBody) throw withoutBody(source.uri);
  const running = createRunningTexts();
  for (const part of runningParts) {
    const buffer = createBlockBuffer();
    const drawing = await readDrawings(opened, await opened.relationships(part), context, part);
    const runningStory = createWordStory(buffer, { styles: options.styles, numbering: options.numbering, drawing });
    await opened.readOptional(part, part, runningStory);
    runningStory.end();
    running.add(buffer.lines());
  }
  running.finish(sections);
  sections.finish();
  for (const section of sections.take()) {
    end = section.locator.end;
    yield section;
  }
  await opened.describe();
  if (formulas > 0) context.unread(oldFormulas(formulas, 'the document'));
  if (end < leastText) for (const picture of pictureParts(relationships.values())) embedded.add(picture);
  yield* embeddedSections(opened, embedded, end === 0 ? 0 : end + 2, context);
}
