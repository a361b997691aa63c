import { CuboError } from '@cubo/contracts';
import { prefixedAttribute, type XmlHandler } from '../../xml/xml-handler.ts';
import type { OfficePackage } from '../office/open-office-package.ts';
import { tidyParagraph } from '../office/paragraph-text.ts';

/** Slides of a presentation that are read. */
const mostSlides = 10_000;
/** The most characters of comments on one slide. */
const mostCharacters = 32 * 1024 * 1024;

/** The slides of a presentation in the order of the show. */
export interface PresentationOrder {
  /** Area of a slide in square EMU. */
  readonly area: number;
  /** How many slides there are beyond those that are listed. */
  readonly leftOut: number;
  /** Ids of the relationships, in order. */
  readonly slides: readonly { readonly relationshipId: string; readonly part: string | undefined }[];
}

/** Reads `presentation.xml`: the order of the slides and the names of the parts they belong to. */
export function readPresentation(): { readonly handler: XmlHandler; order(): PresentationOrder } {
  const slides: { id: string; relationshipId: string }[] = [];
  const partOf = new Map<string, string>();
  let inList = false;
  let part = '';
  let area = 0;
  let leftOut = 0;
  return {
    handler: {
      open(name, attributes) {
        if (name === 'sldIdLst') inList = part === '';
        else if (name === 'sldSz') area = (Number(attributes.cx) || 0) * (Number(attributes.cy) || 0);
        else if (name === 'section') part = attributes.name ?? '';
        else if (name === 'sldId') {
          const relationshipId = prefixedAttribute(attributes, 'id');
          if (inList && relationshipId !== undefined) {
            if (slides.length < mostSlides) slides.push({ id: attributes.id ?? '', relationshipId });
            else leftOut++;
          } else if (part !== '' && partOf.size < mostSlides) partOf.set(attributes.id ?? '', part);
        }
      },
      close(name) {
        if (name === 'sldIdLst') inList = false;
        else if (name === 'section') part = '';
      },
    },
    order: () => ({
      area,
      leftOut,
      slides: slides.map(({ id, relationshipId }) => ({ relationshipId, part: partOf.get(id) })),
    }),
  };
}

/** Reads who the authors of comments are, from either generation of comments. */
export async function readCommentAuthors(
  opened: OfficePackage,
  parts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const authors = new Map<string, string>();
  const handler: XmlHandler = {
    open(element, { id, name }) {
      if ((element === 'cmAuthor' || element === 'author') && id !== undefined) authors.set(id, name ?? '');
    },
  };
  for (const part of parts) await opened.readOptional(part, 'the authors of the comments', handler);
  return authors;
}

/** Reads the comments on a slide, replies too, as lines. */
export function readSlideComments(authors: ReadonlyMap<string, string>): {
  readonly handler: XmlHandler;
  readonly lines: readonly string[];
} {
  const lines: string[] = [];
  let author = '';
  let inText = false;
  let text = '';
  let characters = 0;

  function end(): void {
    const plain = tidyParagraph(text);
    text = '';
    if (plain !== '') lines.push(`[Comment${author === '' ? '' : ` by ${author}`}: ${plain}]`);
  }

  return {
    lines,
    handler: {
      open(name, { authorId }) {
        if (name === 'cm' || name === 'reply') {
          end();
          author = authors.get(authorId ?? '')?.trim() ?? '';
        } else if (name === 'text' || name === 't') inText = true;
        else if (name === 'p' && text !== '') text += '\n';
      },
      text(data) {
        if (!inText) return;
        characters += data.length;
        if (characters > mostCharacters) throw tooMuch();
        text += data;
      },
      close(name) {
        if (name === 'text' || name === 't') inText = false;
        else if (name === 'cm' || name === 'reply') {
          end();
          author = '';
        }
      },
    },
  };
}

function tooMuch(): CuboError {
  return new CuboError({
    code: 'CUBO_LIMIT_EXCEEDED',
    message: `The comments on a slide have more than ${mostCharacters} characters.`,
    remedy: 'Split the document into smaller ones.',
  });
}
