import type { Locator, PageBox, Section, TextBox } from '@cubo/contracts';
import { countLineBreaks } from '../text/line-breaks.ts';

/**
 * Makes locators for ranges of a section: character offsets, and where the section has them, the lines, rows or
 * rectangle of just that range. Ranges must be asked for in ascending order of their starts; the whole then takes linear time.
 */
export function createLocatorNarrower(section: Section): (start: number, end: number) => Locator {
  const { locator, text } = section;
  const range = (start: number, end: number) => ({ start: locator.start + start, end: locator.start + end });
  if (locator.kind === 'lines') {
    let at = 0;
    let line = locator.lines[0];
    return (start, end) => {
      line += countLineBreaks(text, at, start);
      at = start;
      const last = line + countLineBreaks(text, start, beforeLineBreak(text, start, end));
      return { ...locator, lines: [line, last], ...range(start, end) };
    };
  }
  const starts = section.rowStarts;
  if ((locator.kind === 'rows' || locator.kind === 'sheet') && starts && starts.length > 0) {
    const first = locator.rows[0];
    let row = 0;
    return (start, end) => {
      while (row + 1 < starts.length && (starts[row + 1] as number) <= start) row++;
      let last = row;
      while (last + 1 < starts.length && (starts[last + 1] as number) < end) last++;
      return { ...locator, rows: [first + row, first + last], ...range(start, end) };
    };
  }
  const boxes = section.boxes;
  if (locator.kind === 'page' && boxes && boxes.length > 0) {
    let first = 0;
    return (start, end) => {
      while ((boxes[first]?.end ?? end) <= start) first++;
      let box: PageBox | undefined;
      for (let at = first; (boxes[at]?.start ?? end) < end; at++) {
        const next = (boxes[at] as TextBox).box;
        box = box ? unite(box, next) : next;
      }
      return { ...locator, ...(box && { box }), ...range(start, end) };
    };
  }
  return (start, end) => ({ ...locator, ...range(start, end) });
}

/** The end of a range without the line break that it ends in, which begins no line of the range. */
function beforeLineBreak(text: string, start: number, end: number): number {
  if (end - 2 >= start && text.startsWith('\r\n', end - 2)) return end - 2;
  return end > start && (text[end - 1] === '\n' || text[end - 1] === '\r') ? end - 1 : end;
}

/** The smallest rectangle that holds two. */
function unite(first: PageBox, second: PageBox): PageBox {
  return [
    Math.min(first[0], second[0]),
    Math.min(first[1], second[1]),
    Math.max(first[2], second[2]),
    Math.max(first[3], second[3]),
  ];
}
