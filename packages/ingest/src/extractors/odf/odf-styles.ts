import type { XmlAttributes, XmlHandler } from '../../xml/xml-handler.ts';
import { headingLevelOfName } from '../office/heading-level.ts';

const longestChain = 32;
const mostStyles = 100_000;

/** One level of a list or outline style (OpenDocument 1.3, part 3, 16.30 and 16.34). */
export interface ListLevel {
  readonly isBullet: boolean;
  /** `style:num-format`: `1`, `a`, `A`, `i`, `I`; empty for no number. */
  readonly format: string;
  readonly prefix: string;
  readonly suffix: string;
  /** How many levels the number shows. */
  readonly shownLevels: number;
  readonly start: number;
}

/** The levels of a list style, from 1. */
export type ListStyle = Map<number, ListLevel>;

/** What the styles of a document mean for its structure. */
export interface OdfStyles {
  /** Takes the elements of `styles.xml` and of the styles in `content.xml`. */
  readonly handler: XmlHandler;
  /** Level in the breadcrumb of a paragraph that is no `text:h`, where its style is one for titles. */
  titleLevel(style: string | undefined): number | undefined;
  list(name: string | undefined): ListStyle | undefined;
  /** The numbers of headings. */
  readonly outline: ListStyle;
  /** Whether slides of this style are left out of the show. */
  isHidden(style: string | undefined): boolean;
}

interface Style {
  readonly name: string;
  readonly displayName: string;
  readonly parent: string | undefined;
  isHidden: boolean;
}

/** No styles yet. */
export function createOdfStyles(): OdfStyles {
  const styles = new Map<string, Style>();
  const lists = new Map<string, ListStyle>();
  const outline: ListStyle = new Map();
  let style: Style | undefined;
  let list: ListStyle | undefined;

  function openList(name: string, attributes: XmlAttributes): void {
    if (name === 'list-style') {
      list = new Map();
      if (lists.size < mostStyles) lists.set(attributes.name ?? '', list);
    } else if (name === 'outline-style') list = outline;
    else if (list && /^(?:list-level-style-(?:bullet|number|image)|outline-level-style)$/.test(name)) {
      const level = Number(attributes.level);
      if (level >= 1 && level <= 10) list.set(level, readLevel(name, attributes));
    }
  }

  return {
    outline,
    handler: {
      open(name, attributes) {
        if (name === 'style') {
          style = {
            name: attributes.name ?? '',
            displayName: attributes['display-name'] ?? '',
            parent: attributes['parent-style-name'],
            isHidden: false,
          };
          if (styles.size < mostStyles) styles.set(style.name, style);
        } else if (name === 'drawing-page-properties' && style) style.isHidden = attributes.visibility === 'hidden';
        else openList(name, attributes);
      },
      close(name) {
        if (name === 'style') style = undefined;
        else if (name === 'list-style' || name === 'outline-style') list = undefined;
      },
    },
    titleLevel(name) {
      let found = styles.get(name ?? '');
      for (let step = 0; found && step < longestChain; step++) {
        const level = headingLevelOfName(found.displayName) ?? headingLevelOfName(found.name);
        // Paragraphs in the style of a heading are headings by their element only.
        if (level === 1) return level;
        found = styles.get(found.parent ?? '');
      }
      return name !== undefined && !styles.has(name) && headingLevelOfName(name) === 1 ? 1 : undefined;
    },
    list: (name) => lists.get(name ?? ''),
    isHidden: (name) => styles.get(name ?? '')?.isHidden ?? false,
  };
}

function readLevel(name: string, attributes: XmlAttributes): ListLevel {
  return {
    isBullet: name !== 'list-level-style-number' && name !== 'outline-level-style',
    format: attributes['num-format'] ?? '',
    prefix: attributes['num-prefix'] ?? '',
    suffix: attributes['num-suffix'] ?? '',
    shownLevels: Math.max(1, Math.min(10, Number(attributes['display-levels'] ?? 1) || 1)),
    start: Number(attributes['start-value'] ?? 1) || 1,
  };
}
