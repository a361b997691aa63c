import type { XmlAttributes } from '../../xml/xml-handler.ts';
import { formatNumber, type NumberStyle } from '../office/number-format.ts';
import { tidyParagraph } from '../office/paragraph-text.ts';

const levels = 9;

/** Reads the paragraphs of DrawingML one after the other (ISO/IEC 29500-1, 21.1.2). */
export interface ShapeParagraphs {
  /** Begins a text of its own, in which lists count from their start. */
  reset(): void;
  begin(): void;
  /** Adds text to the open paragraph. */
  add(text: string): void;
  /** Takes an element within the paragraph. */
  open(name: string, attributes: XmlAttributes): void;
  isOpen(): boolean;
  /** Ends the paragraph; its text with bullet or number and indentation, `undefined` for none. */
  end(): string | undefined;
}

/** None is open. */
export function createShapeParagraphs(): ShapeParagraphs {
  const counts = new Array<number | undefined>(levels).fill(undefined);
  let isOpen = false;
  let text = '';
  let level = 0;
  let bullet: 'none' | 'sign' | 'number' | undefined;
  let style = '';
  let start = 1;

  function label(): string {
    for (let below = level + 1; below < levels; below++) counts[below] = undefined;
    if (bullet !== 'number') counts[level] = undefined;
    if (bullet === 'number') {
      const count = (counts[level] ?? start - 1) + 1;
      counts[level] = count;
      return numbered(count, style);
    }
    return bullet === 'sign' || (level > 0 && bullet === undefined) ? '- ' : '';
  }

  return {
    reset: () => counts.fill(undefined),
    isOpen: () => isOpen,
    begin() {
      isOpen = true;
      text = '';
      level = 0;
      bullet = undefined;
    },
    add(more) {
      text += more;
    },
    open(name, { lvl, type = '', startAt }) {
      if (name === 'pPr') level = Math.min(levels - 1, Math.max(0, Number(lvl ?? 0) || 0));
      else if (name === 'br') text += '\n';
      else if (name === 'buNone') bullet = 'none';
      else if (name === 'buChar' || name === 'buBlip') bullet = 'sign';
      else if (name === 'buAutoNum') {
        bullet = 'number';
        style = type;
        start = Math.max(1, Number(startAt ?? 1) || 1);
      }
    },
    end() {
      isOpen = false;
      const plain = tidyParagraph(text);
      text = '';
      // Paragraphs without text have no number.
      if (plain === '') return undefined;
      return '  '.repeat(level) + label() + plain;
    },
  };
}

/** A number as `buAutoNum/@type` wants it: `arabicPeriod`, `alphaLcParenBoth`, `romanUcParenR`. */
function numbered(count: number, type: string): string {
  const styles: readonly (readonly [start: string, style: NumberStyle])[] = [
    ['alphaLc', 'lowerLetter'],
    ['alphaUc', 'upperLetter'],
    ['romanLc', 'lowerRoman'],
    ['romanUc', 'upperRoman'],
  ];
  const number = formatNumber(count, styles.find(([begin]) => type.startsWith(begin))?.[1] ?? 'decimal');
  if (type.endsWith('ParenBoth')) return `(${number}) `;
  if (type.endsWith('ParenR')) return `${number}) `;
  return type.endsWith('Plain') ? `${number} ` : `${number}. `;
}
