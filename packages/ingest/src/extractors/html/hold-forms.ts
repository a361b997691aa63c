import { silentElements } from './html-elements.ts';

/** Characters of a paragraph that make a form part of the document. */
const longParagraph = 60;
/** Characters anywhere in a form that do. */
const longForm = 1000;
/** More elements without any of that are held no longer. */
const mostEvents = 20_000;

/** Takes the parts of a page in order. */
export interface HtmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(data: string): void;
}

/**
 * Holds the parts of a form back until it shows whether they belong to the document: a heading, a paragraph of some
 * length, an article or much text do; the form then is passed on like anything else, from its beginning. A form that
 * ends before (a search, a login) is left out.
 *
 * @param isHeld asked when an element opens, whether it is a form to be held back
 */
export function holdForms(handler: HtmlHandler, isHeld: (name: string) => boolean): HtmlHandler {
  let held: (() => void)[] | undefined;
  let depth = 0;
  /** Depth of the element whose text nobody sees, or 0. */
  let silent = 0;
  let characters = 0;
  /** Characters of the open paragraph, or -1. */
  let paragraph = -1;

  function release(): void {
    const events = held ?? [];
    held = undefined;
    for (const event of events) event();
  }

  return {
    open(name, attributes) {
      if (held === undefined) {
        if (!isHeld(name)) {
          handler.open(name, attributes);
          return;
        }
        held = [];
        depth = 0;
        silent = 0;
        characters = 0;
        paragraph = -1;
      }
      held.push(() => handler.open(name, attributes));
      depth++;
      if (silent === 0 && silentElements.has(name)) silent = depth;
      if (name === 'p') paragraph = 0;
      if (/^(?:h[1-6]|article|main)$/.test(name) || held.length > mostEvents) release();
    },
    close(name) {
      if (held === undefined) {
        handler.close(name);
        return;
      }
      held.push(() => handler.close(name));
      if (depth === silent) silent = 0;
      if (name === 'p') paragraph = -1;
      depth--;
      if (depth === 0) held = undefined;
    },
    text(data) {
      if (held === undefined) {
        handler.text(data);
        return;
      }
      held.push(() => handler.text(data));
      if (silent > 0) return;
      const { length } = data.trim();
      characters += length;
      if (paragraph >= 0) paragraph += length;
      if (paragraph >= longParagraph || characters >= longForm) release();
    },
  };
}
