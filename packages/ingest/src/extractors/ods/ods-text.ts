import type { XmlAttributes } from '../../xml/xml-handler.ts';

const mostSpaces = 100;
const longestText = 8 * 1024 * 1024;
/** What lies above the cells. */
const floating: ReadonlySet<string> = new Set(['frame', 'custom-shape', 'shapes', 'rect', 'ellipse', 'caption', 'g']);

/** The texts of a cell, of its comment, and of what floats above it. */
export interface OdsText {
  open(name: string, attributes: XmlAttributes): void;
  text(data: string): void;
  close(name: string): void;
  /** Adds a text to what floats. */
  float(text: string): void;
  isFloating(): boolean;
  /** The text of the cell, which begins anew. */
  takeCell(): string;
  /** What is complete of comments and floating texts. */
  takeExtras(): { readonly comment: string; readonly drawing: string };
}

/** Starts without any text. */
export function createOdsText(): OdsText {
  let [cell, comment, drawing] = ['', '', ''];
  let paragraphs = 0;
  let annotations = 0;
  let floats = 0;

  function add(text: string): void {
    if (annotations > 0) comment = (comment + text).slice(0, longestText);
    else if (floats > 0) drawing = (drawing + text).slice(0, longestText);
    else if (cell.length < longestText) cell += text;
  }

  return {
    open(name, attributes) {
      if (name === 'annotation') annotations++;
      else if (floating.has(name)) floats++;
      else if (name === 'p' || name === 'h') paragraphs++;
      else if (paragraphs === 0) return;
      else if (name === 's') add(' '.repeat(Math.min(mostSpaces, Number(attributes.c ?? 1) || 1)));
      else if (name === 'tab' || name === 'line-break') add(' ');
    },
    text(data) {
      if (paragraphs > 0) add(data);
    },
    close(name) {
      if (name === 'annotation') annotations--;
      else if (floating.has(name)) floats--;
      else if (name === 'p' || name === 'h') {
        paragraphs--;
        add('\n');
      }
    },
    float(text) {
      drawing = (drawing === '' ? text : `${drawing}\n${text}`).slice(0, longestText);
    },
    isFloating: () => floats > 0 || annotations > 0,
    takeCell() {
      const text = cell;
      cell = '';
      return text;
    },
    takeExtras() {
      const extras = { comment: comment.trim(), drawing: drawing.trim() };
      comment = '';
      drawing = '';
      return extras;
    },
  };
}
