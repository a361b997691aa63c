import { decodeEscapes } from './decode-escapes.ts';

/** Characters of one text that are kept; a cell may have 32 767. */
const longestText = 8 * 1024 * 1024;

/** Hears the elements of rich texts. */
export interface CellString {
  open(name: string): void;
  text(text: string): void;
  close(name: string): void;
}

/**
 * Joins the runs of a text in an element `si` or `is` (ISO/IEC 29500-1, 18.4.8), without the phonetic ones, and hands it on
 * where the element ends.
 */
export function createCellString(element: 'si' | 'is', done: (text: string) => void): CellString {
  let text = '';
  let inText = false;
  let phonetic = 0;
  return {
    open(name) {
      if (name === element) text = '';
      else if (name === 't') inText = phonetic === 0;
      else if (name === 'rPh') phonetic++;
    },
    text(data) {
      if (inText && text.length < longestText) text += data;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') phonetic--;
      else if (name === element) done(decodeEscapes(text));
    },
  };
}
