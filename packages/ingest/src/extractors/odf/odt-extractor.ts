import type { CuboError, ExtractContext, Extractor, Section, Source } from '@cubo/contracts';
import type { XmlHandler } from '../../xml/xml-handler.ts';
import { type BlockBuffer, createBlockBuffer } from '../office/block-sink.ts';
import { closingHandler } from '../office/closing-handler.ts';
import { createRunningTexts } from '../office/running-texts.ts';
import { emptySource } from '../shared/empty-source.ts';
import { createStructuredSections } from '../shared/structured-sections.ts';
import { contentDamage } from './content-damage.ts';
import { createOdfStory, type OdfStory } from './odf-story.ts';
import { invalid, type OpenOdf, openOdf } from './open-odf.ts';

const runningElements: ReadonlySet<string> = new Set([
  ...['header', 'footer', 'header-left', 'footer-left', 'header-first', 'footer-first'],
]);

/**
 * Reads OpenDocument texts (OpenDocument 1.3), packed or flat, as they arrive: headings as breadcrumb, numbers and bullets
 * of lists, tables by rows, text boxes, charts, formulas in the notation of LaTeX. Notes and comments follow their
 * paragraph; headers and footers stand at the end, each text once. Tracked deletions and pictures are left out. Of a
 * damaged document what comes before the damage is read.
 */
export function odtExtractor(): Extractor {
  return {
    id: 'odt@3',
    mediaTypes: [
      'application/vnd.oasis.opendocument.text',
      'application/vnd.oasis.opendocument.text-template',
      'application/vnd.oasis.opendocument.text-flat-xml',
    ],
    extensions: ['.odt', '.ott', '.fodt'],
    async *extract(source, context): AsyncGenerator<Section> {
      const opened = await openOdf(source, context);
      try {
        yield* textSections(opened, source, context);
      } finally {
        opened.close();
      }
    },
  };
}

async function* textSections(opened: OpenOdf, source: Source, context: ExtractContext): AsyncGenerator<Section> {
  const { styles, object, foreign } = opened;
  const sections = createStructuredSections();
  const running = createRunningTexts();
  const story = createOdfStory(sections, { styles, object, foreign });
  let hasText = false;
  const body: XmlHandler = {
    open(name, attributes) {
      if (name === 'text' && !story.inParagraph()) hasText = true;
      else story.open(name, attributes);
    },
    text: story.text,
    close: story.close,
  };
  const masters = runningHandler(opened, (text) => running.add(text));
  const { handler, closeOpen } = closingHandler(body);
  let isEmpty = true;
  let damage: CuboError | undefined;
  try {
    for await (const _ of opened.content(handler, masters)) {
      for (const section of sections.take()) {
        isEmpty = false;
        yield section;
      }
    }
  } catch (error) {
    damage = contentDamage(error);
    closeOpen();
  }
  if (!hasText) throw damage ?? invalid(source.uri, 'it is no text document');
  running.finish(sections);
  sections.finish();
  opened.describe();
  for (const section of sections.take()) {
    isEmpty = false;
    yield section;
  }
  context.signal?.throwIfAborted();
  if (damage && !isEmpty)
    context.unread({ place: 'the rest of the document', reason: damage.message, code: damage.code });
  else if (isEmpty)
    throw (
      damage ??
      emptySource(source.uri, 'If it holds scanned images, run optical character recognition (OCR) over them.')
    );
}

/** Reads each header and footer of the master pages as a text of its own. */
function runningHandler({ styles }: OpenOdf, add: (text: string) => void): XmlHandler {
  let buffer: BlockBuffer | undefined;
  let story: OdfStory | undefined;
  return {
    open(name, attributes) {
      if (story) story.open(name, attributes);
      else if (runningElements.has(name)) {
        buffer = createBlockBuffer();
        story = createOdfStory(buffer, { styles });
      }
    },
    text: (data) => story?.text(data),
    close(name) {
      if (!runningElements.has(name) || !buffer) {
        story?.close(name);
        return;
      }
      add(buffer.lines());
      buffer = undefined;
      story = undefined;
    },
  };
}
