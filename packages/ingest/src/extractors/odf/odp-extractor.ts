import type { CuboError, ExtractContext, Extractor, Section, Source } from '@cubo/contracts';
import { closingHandler } from '../office/closing-handler.ts';
import { createSlideSections, type Slide } from '../office/slide-sections.ts';
import { emptySource } from '../shared/empty-source.ts';
import { contentDamage } from './content-damage.ts';
import { createSlideReader } from './odp-slides.ts';
import { invalid, type OpenOdf, openOdf } from './open-odf.ts';

/**
 * Reads OpenDocument presentations (OpenDocument 1.3), packed or flat, a section per slide: title, texts, tables by rows,
 * formulas and charts, then speaker notes and comments, marked. Footers come once for each text; hidden slides are marked.
 * Pictures, and what the master page draws, are left out. Of a damaged presentation what comes before the damage is read.
 */
export function odpExtractor(): Extractor {
  return {
    id: 'odp@3',
    mediaTypes: [
      'application/vnd.oasis.opendocument.presentation',
      'application/vnd.oasis.opendocument.presentation-template',
      'application/vnd.oasis.opendocument.presentation-flat-xml',
    ],
    extensions: ['.odp', '.otp', '.fodp'],
    async *extract(source, context): AsyncGenerator<Section> {
      const opened = await openOdf(source, context);
      try {
        yield* slidesOf(opened, source, context);
      } finally {
        opened.close();
      }
    },
  };
}

async function* slidesOf(opened: OpenOdf, source: Source, context: ExtractContext): AsyncGenerator<Section> {
  let slides: Slide[] = [];
  const reader = createSlideReader(opened, (slide) => slides.push(slide));
  const sections = createSlideSections();
  let isEmpty = true;
  function* taken(): Generator<Section> {
    const done = slides;
    slides = [];
    for (const slide of done) {
      for (const section of sections.add(slide)) {
        isEmpty = false;
        yield section;
      }
    }
  }
  const { handler, closeOpen } = closingHandler(reader.handler);
  let damage: CuboError | undefined;
  try {
    for await (const _ of opened.content(handler, {})) yield* taken();
  } catch (error) {
    damage = contentDamage(error);
    closeOpen();
    yield* taken();
  }
  if (!reader.isPresentation()) throw damage ?? invalid(source.uri, 'it is no presentation');
  opened.describe();
  context.describe({ pages: reader.count() });
  const place = `the rest of the presentation, from slide ${reader.count()} on`;
  if (damage && !isEmpty) context.unread({ place, reason: damage.message, code: damage.code });
  else if (isEmpty)
    throw (
      damage ??
      emptySource(source.uri, 'If it shows scanned images, run optical character recognition (OCR) over them.')
    );
}
