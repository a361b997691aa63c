import type { Locator, Section } from '@cubo/contracts';
import { countLineBreaks } from '../text/line-breaks.ts';

/**
 * Makes locators for ranges of a section: character offsets, and where the section has them, the lines or rows of just
 * that range. Ranges must be asked for in ascending order of their starts; the whole then takes linear time.
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
      return { kind: 'lines', lines: [line, line + countLineBreaks(text, start, end)], ...range(start, end) };
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
  return (start, end) => ({ ...locator, ...range(start, end) });
}
