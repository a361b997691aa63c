import type { ExtractContext } from '@cubo/contracts';
import { readDrawings } from '../drawingml/read-drawings.ts';
import { createShapeReader, type Shape } from '../drawingml/shape-reader.ts';
import { oldFormulas } from '../office/old-formulas.ts';
import type { OfficePackage } from '../office/open-office-package.ts';
import { leastText, pictureParts } from '../office/picture-parts.ts';
import type { Relationship } from '../office/relationships.ts';
import type { Slide } from '../office/slide-sections.ts';
import { readSlideComments } from './presentation-parts.ts';

/** Smaller pictures decorate a slide. */
const leastShare = 0.2;
const titles: ReadonlySet<string> = new Set(['title', 'ctrTitle']);
/** What is the same on many slides; a text that was there before is left out. */
const recurring: ReadonlySet<string> = new Set(['ftr', 'hdr', 'dt']);
/** Parts of slides that show nothing of their own. */
const silent: ReadonlySet<string> = new Set(['sldNum', 'sldImg']);

/** What slides share. */
export interface SlideDeck {
  readonly opened: OfficePackage;
  readonly context: ExtractContext;
  readonly authors: ReadonlyMap<string, string>;
  /** Footers, dates and texts of layouts that a slide before has shown. */
  readonly shown: Set<string>;
  /** Layouts and masters whose texts a slide before has shown. */
  readonly layouts: Set<string>;
  /** Area of a slide in square EMU. */
  readonly area: number;
  /** Pictures that were read. */
  readonly pictures: Set<string>;
  /** Parts of embedded documents. */
  readonly embedded: Set<string>;
}

/** A slide, and the parts of pictures that seem to hold its text. */
export interface ReadSlide extends Slide {
  readonly pictures: readonly string[];
}

/** Reads a slide with its notes and comments, and what its layout adds that no slide before has shown. */
export async function readSlide(
  deck: SlideDeck,
  part: string,
  place: Pick<Slide, 'number' | 'part'>,
): Promise<ReadSlide> {
  const { opened, context } = deck;
  const name = `slide ${place.number}`;
  const relationships = await opened.relationships(part);
  const target = (type: string) =>
    [...relationships.values()]
      .filter((found) => found.type === type && !found.isExternal)
      .map((found) => found.target);
  const reader = createShapeReader(name, await readDrawings(opened, relationships, context, name));
  await opened.readOptional(part, name, reader.handler);
  const { content } = reader;
  for (const id of content.objects) {
    const object = relationships.get(id);
    if (object && !object.isExternal) deck.embedded.add(object.target);
  }
  if (content.formulas.size > 0) context.unread(oldFormulas(content.formulas.size, name));
  const notes: Shape[] = [];
  for (const notesPart of target('notesSlide')) {
    const place = `the notes of ${name}`;
    const ofNotes = await opened.relationships(notesPart);
    const notesReader = createShapeReader(place, await readDrawings(opened, ofNotes, context, place));
    await opened.readOptional(notesPart, place, notesReader.handler);
    notes.push(...notesReader.content.shapes);
  }
  const comments = readSlideComments(deck.authors);
  for (const commentPart of target('comments'))
    await opened.readOptional(commentPart, `the comments on ${name}`, comments.handler);

  const title = content.shapes.find(({ placeholder = '', blocks }) => titles.has(placeholder) && blocks.size() > 0);
  const shapes = content.shapes.filter((shape) => shape !== title && shape.blocks.size() > 0);
  const body = shapes.filter(({ placeholder = '' }) => !recurring.has(placeholder) && !silent.has(placeholder));
  const footers = unseen(
    deck,
    shapes.filter(({ placeholder = '' }) => recurring.has(placeholder)),
  );
  if (content.showsMaster) footers.push(...(await layoutTexts(deck, target('slideLayout')[0])));
  const spoken = notes
    .filter(({ placeholder = '' }) => !recurring.has(placeholder) && !silent.has(placeholder))
    .map(({ blocks }) => blocks.lines())
    .filter((text) => text.trim() !== '');
  const characters = shapes.reduce((sum, { blocks }) => sum + blocks.size(), title?.blocks.size() ?? 0);
  return {
    ...place,
    pictures: characters < leastText ? largePictures(deck, content.shapes, relationships) : [],
    title: title?.blocks.lines() ?? '',
    isHidden: content.isHidden,
    content(sink) {
      for (const { blocks } of body) blocks.drainTo(sink);
    },
    after: [...footers, ...(spoken.length > 0 ? [`Notes: ${spoken.join('\n\n')}`] : []), ...comments.lines],
  };
}

/** Pictures that fill much of a slide, each once in a presentation. */
function largePictures(
  { area: whole, pictures }: SlideDeck,
  shapes: readonly Shape[],
  relationships: ReadonlyMap<string, Relationship>,
): string[] {
  const large = shapes.filter(({ area }) => area === undefined || area >= whole * leastShare);
  const found = pictureParts(large.flatMap(({ picture = '' }) => relationships.get(picture) ?? []));
  const fresh = found.filter((part) => !pictures.has(part));
  for (const part of fresh) pictures.add(part);
  return fresh;
}

/** Texts of shapes that no slide before has shown. */
function unseen({ shown }: SlideDeck, shapes: readonly Shape[]): string[] {
  const texts: string[] = [];
  for (const { blocks } of shapes) {
    const text = blocks.lines();
    if (text.trim() === '' || shown.has(text)) continue;
    shown.add(text);
    texts.push(text);
  }
  return texts;
}

/** What a layout and its master draw on a slide besides placeholders, whose texts are prompts. */
async function layoutTexts(deck: SlideDeck, layout: string | undefined): Promise<string[]> {
  const { opened, context, layouts } = deck;
  const texts: string[] = [];
  let part = layout;
  while (part !== undefined && !layouts.has(part)) {
    layouts.add(part);
    const relationships = await opened.relationships(part);
    const reader = createShapeReader(part, await readDrawings(opened, relationships, context, part));
    await opened.readOptional(part, part, reader.handler);
    const { shapes, showsMaster } = reader.content;
    texts.push(
      ...unseen(
        deck,
        shapes.filter(({ placeholder }) => placeholder === undefined),
      ),
    );
    part = showsMaster ? [...relationships.values()].find(({ type }) => type === 'slideMaster')?.target : undefined;
  }
  return texts;
}
