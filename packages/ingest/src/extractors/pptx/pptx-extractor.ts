import type { ExtractContext, Extractor, Section } from '@cubo/contracts';
import { embeddedSections } from '../office/embedded-documents.ts';
import { createNamedAgain } from '../office/named-again.ts';
import { type OfficePackage, type OfficePackageKind, openOfficePackage } from '../office/open-office-package.ts';
import { createSlideSections } from '../office/slide-sections.ts';
import { watchUnread } from '../shared/watch-unread.ts';
import { readCommentAuthors, readPresentation } from './presentation-parts.ts';
import { type ReadSlide, readSlide, type SlideDeck } from './read-slide.ts';

const kind: OfficePackageKind = {
  name: 'a PowerPoint presentation',
  extension: '.pptx',
  usualMainPart: 'ppt/presentation.xml',
};

/**
 * Reads PowerPoint presentations (ISO/IEC 29500, transitional and strict), a section per slide in the order of the show:
 * title, texts with bullets, tables by rows, grouped shapes, the data of charts, the texts of diagrams, formulas in the
 * notation of LaTeX, then speaker notes and comments, marked. Large tables are sections of their own. Footers, and what a
 * layout adds, come once for each text; hidden slides are marked. Large pictures are read where a slide has hardly any
 * text, others are left out. Documents within the presentation come last.
 */
export function pptxExtractor(): Extractor {
  return {
    id: 'pptx@2',
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
      'application/vnd.openxmlformats-officedocument.presentationml.template',
      'application/vnd.ms-powerpoint.presentation.macroenabled.12',
      'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
      'application/vnd.ms-powerpoint.template.macroenabled.12',
    ],
    extensions: ['.pptx', '.pptm', '.ppsx', '.ppsm', '.potx', '.potm'],
    async *extract(source, context): AsyncGenerator<Section> {
      const watched = watchUnread(context);
      const opened = await openOfficePackage(source, watched.context, kind);
      try {
        let isEmpty = true;
        for await (const section of presentationSections(opened, watched.context)) {
          isEmpty = false;
          yield section;
        }
        if (isEmpty)
          throw watched.noText(
            source.uri,
            kind.extension,
            'If it shows scanned images, run optical character recognition (OCR) over them.',
          );
      } finally {
        opened.close();
      }
    },
  };
}

async function* presentationSections(opened: OfficePackage, context: ExtractContext): AsyncGenerator<Section> {
  const presentation = readPresentation();
  for await (const _ of opened.stream(opened.mainPart, presentation.handler));
  const relationships = await opened.relationships(opened.mainPart);
  const authorParts = [...relationships.values()].filter(({ type }) => type === 'commentAuthors' || type === 'authors');
  const { slides, leftOut, area } = presentation.order();
  const deck: SlideDeck = {
    opened,
    context,
    authors: await readCommentAuthors(
      opened,
      authorParts.map(({ target }) => target),
    ),
    area,
    pictures: new Set(),
    shown: new Set(),
    layouts: new Set(),
    embedded: new Set(),
  };
  await opened.describe();
  context.describe({ pages: slides.length });
  const sections = createSlideSections();
  const namedAgain = createNamedAgain();
  for (const [index, { relationshipId, part }] of slides.entries()) {
    context.signal?.throwIfAborted();
    const number = index + 1;
    const target = relationships.get(relationshipId)?.target ?? '';
    const entry = opened.archive.find(target);
    if (entry === undefined) {
      const reason = 'It is missing in the file.';
      context.unread({ place: `slide ${number}`, reason, code: 'CUBO_FORMAT_INVALID' });
      continue;
    }
    if (namedAgain.has(entry, `slide ${number}`)) continue;
    const slide = await readSlide(deck, target, { number, part });
    yield* sections.add(slide);
    for await (const section of pictureSections(opened, slide, sections.offset(), context)) {
      sections.advance(section.locator.end);
      yield section;
    }
  }
  namedAgain.report(context);
  if (leftOut > 0) {
    const reason = `There are more than ${slides.length} slides.`;
    context.unread({ place: `the last ${leftOut} slides`, reason, code: 'CUBO_LIMIT_EXCEEDED' });
  }
  yield* embeddedSections(opened, deck.embedded, sections.offset(), context);
}

/** The texts of pictures that stand for the text of a slide, as far as an extractor reads pictures. */
async function* pictureSections(
  opened: OfficePackage,
  { number, pictures }: ReadSlide,
  start: number,
  context: ExtractContext,
): AsyncGenerator<Section> {
  if (!context.extractMember) return;
  const nameOf = (part: string) => `slide ${number}, ${part.slice(part.lastIndexOf('/') + 1)}`;
  for await (const section of embeddedSections(opened, pictures, start, context, nameOf)) {
    const { locator, boxes: _, ...rest } = section;
    const { start: from, end, member } = locator;
    yield { ...rest, kind: 'slide', locator: { kind: 'slide', slide: number, start: from, end, member } };
  }
}
