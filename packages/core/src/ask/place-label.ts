import { basename } from 'node:path';
import type { Locator } from '@cubo/contracts';

/**
 * A locator for people: `page 3`, `rows 2–21`; within a container also what leads there: `fees.csv, rows 2–21`. Empty
 * where only the range of characters of a document is known.
 */
export function placeLabel(locator: Locator): string {
  return labelWithin(locator.member ?? [], locator);
}

/** A document and a place in it, for people: `lease.pdf, page 3`; within a container `mail.eml › lease.pdf, page 3`. */
export function citationLabel(source: string, locator: Locator): string {
  return labelWithin([basename(source), ...(locator.member ?? [])], locator);
}

function labelWithin(names: readonly string[], locator: Locator): string {
  return [names.join(' › '), innermostPlace(locator)].filter((part) => part !== '').join(', ');
}

function innermostPlace(locator: Locator): string {
  switch (locator.kind) {
    case 'page':
      return `page ${locator.page}`;
    case 'slide':
      return `slide ${locator.slide}`;
    case 'sheet':
      return `sheet ${locator.sheet}, ${span('row', locator.rows)}`;
    case 'rows':
      return span('row', locator.rows);
    case 'heading':
      return locator.path.join(' › ');
    case 'lines':
      return span('line', locator.lines);
    case 'time':
      return `time ${locator.seconds.map(clockTime).join('–')}`;
    case 'characters':
      return '';
  }
}

/** `2:05`, from an hour on `1:02:05`. */
function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

function span(unit: string, [first, last]: readonly [number, number]): string {
  return first === last ? `${unit} ${first}` : `${unit}s ${first}–${last}`;
}
