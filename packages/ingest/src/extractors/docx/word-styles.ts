import type { XmlAttributes, XmlHandler } from '../../xml/xml-handler.ts';
import { headingLevelOfName, titleLevel } from '../office/heading-level.ts';

/** Styles that are based on one another beyond this go in a circle. */
const longestChain = 32;
/** Styles whose meaning is kept. */
const mostStyles = 10_000;

/** What a style, or a paragraph itself, says about a paragraph. */
export interface ParagraphFormat {
  /** `w:outlineLvl`: 0 to 8 for headings, 9 for body text. */
  outline?: number | undefined;
  numberingId?: string | undefined;
  numberingLevel?: number | undefined;
}

interface Style extends ParagraphFormat {
  readonly id: string;
  name: string;
  basedOn?: string | undefined;
}

/** What the paragraph styles of a document mean for its structure. */
export interface WordStyles {
  /** Level in the breadcrumb of a paragraph with this style and these settings of its own; `undefined` for no heading. */
  headingLevel(styleId: string | undefined, own: ParagraphFormat): number | undefined;
  /** The list that a paragraph belongs to and its level, by its own settings or its style. */
  numbering(
    styleId: string | undefined,
    own: ParagraphFormat,
  ): { readonly id: string; readonly level: number } | undefined;
  /** Whether it is an entry of a table of contents. */
  isContents(styleId: string | undefined): boolean;
  /** The numbering that a style names. */
  numberingOfStyle(styleId: string): string | undefined;
}

/** Collects the styles of `styles.xml` (ISO/IEC 29500-1, 17.7). */
export function readWordStyles(): { readonly handler: XmlHandler; styles(): WordStyles } {
  const byId = new Map<string, Style>();
  let style: Style | undefined;
  let defaultId: string | undefined;
  return {
    handler: {
      open(name, attributes) {
        if (name === 'style') {
          style = { id: attributes.styleId ?? '', name: '' };
          byId.set(style.id, style);
          if (attributes.type === 'paragraph' && isOn(attributes.default)) defaultId = style.id;
        } else if (!style) return;
        else if (name === 'name') style.name ||= attributes.val ?? '';
        else if (name === 'basedOn') style.basedOn = attributes.val;
        else readParagraphFormat(style, name, attributes);
      },
      close(name) {
        if (name === 'style') style = undefined;
      },
    },
    styles: () => createStyles(byId, defaultId),
  };
}

/** Takes one property of a paragraph or style into `format`. */
export function readParagraphFormat(format: ParagraphFormat, name: string, attributes: XmlAttributes): void {
  if (name === 'outlineLvl') format.outline = wholeNumber(attributes.val);
  else if (name === 'numId') format.numberingId = attributes.val;
  else if (name === 'ilvl') format.numberingLevel = wholeNumber(attributes.val);
}

/** The value of an on/off property (ISO/IEC 29500-1, 17.17.4). */
export function isOn(value: string | undefined, missing = false): boolean {
  if (value === undefined) return missing;
  return value !== '0' && value !== 'false' && value !== 'off';
}

/** A whole number that is not negative. */
export function wholeNumber(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,9}$/.test(value.trim()) ? Number(value) : undefined;
}

function createStyles(byId: ReadonlyMap<string, Style>, defaultId: string | undefined): WordStyles {
  function chain(id: string | undefined): Style[] {
    const found: Style[] = [];
    let style = byId.get(id ?? defaultId ?? '');
    while (style && found.length < longestChain && !found.includes(style)) {
      found.push(style);
      style = byId.get(style.basedOn ?? '');
    }
    return found;
  }

  const levels = new Map<string, number | undefined>();

  function headingLevel(styleId: string | undefined, own: ParagraphFormat): number | undefined {
    if (own.outline !== undefined) return levelOfOutline(own.outline);
    const key = styleId ?? '';
    if (!levels.has(key) && levels.size < mostStyles) levels.set(key, levelOfStyle(styleId));
    return levels.has(key) ? levels.get(key) : levelOfStyle(styleId);
  }

  function levelOfStyle(styleId: string | undefined): number | undefined {
    const styles = chain(styleId);
    for (const { id, name, outline } of styles) {
      const named = headingLevelOfName(name) ?? headingLevelOfName(id);
      // An outline level beside it may say that a title counts as the first heading; the name is more exact.
      if (named !== undefined) return named;
      if (outline !== undefined) return levelOfOutline(outline);
    }
    return styles.length === 0 && styleId !== undefined ? headingLevelOfName(styleId) : undefined;
  }

  return {
    headingLevel,
    numbering(styleId, own) {
      const styles = chain(styleId);
      const id = own.numberingId ?? styles.find(({ numberingId }) => numberingId !== undefined)?.numberingId;
      // Zero takes the numbering of the style away.
      if (id === undefined || id === '0') return undefined;
      const level =
        own.numberingLevel ?? styles.find(({ numberingLevel }) => numberingLevel !== undefined)?.numberingLevel;
      return { id, level: level ?? 0 };
    },
    isContents: (styleId) => chain(styleId).some(({ name }) => /^toc [1-9]$|^table of figures$/i.test(name)),
    numberingOfStyle: (styleId) => chain(styleId)[0]?.numberingId,
  };
}

function levelOfOutline(outline: number): number | undefined {
  return outline < 9 ? titleLevel + 1 + outline : undefined;
}
