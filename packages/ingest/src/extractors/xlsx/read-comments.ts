import type { XmlHandler } from '../../xml/xml-handler.ts';
import { cellText } from '../sheets/sheet-row.ts';
import { columnOf, rowsOf } from './cell-reference.ts';

const longestComment = 100_000;

/** A comment or note at a cell. */
export interface CellComment {
  /** `B5`. */
  readonly cell: string;
  readonly row: number;
  readonly text: string;
}

/** Hands on the comments of a sheet while their part is read (ISO/IEC 29500-1, 18.7). */
export function commentsHandler(found: (comment: CellComment) => void): XmlHandler {
  let cell = '';
  let text = '';
  let inText = false;
  return {
    open(name, { ref = '' }) {
      if (name === 'comment') {
        cell = ref;
        text = '';
      } else if (name === 't') inText = true;
    },
    text(data) {
      if (inText && text.length < longestComment) text += data;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'comment') {
        // Programs that know no threads are given this note before the text.
        const shown = cellText(text.replace(/^\[Threaded comment\][\s\S]*?\n\s*Comment:\s*/, ''));
        const row = rowsOf(cell)?.[0];
        if (shown !== '' && row !== undefined && columnOf(cell) >= 0) found({ cell, row, text: shown });
      }
    },
  };
}
