import assert from 'node:assert/strict';
import type { Chunk } from '../documents/chunk.ts';
import type { NumberRange } from '../documents/locator.ts';
import type { Section } from '../documents/section.ts';

/**
 * Fails unless the chunk's place is as exact as its section's: the same page, slide, sheet or heading, and the very
 * lines or rows that its characters stand in.
 */
export function assertChunkLocator(chunk: Chunk, section: Section, name: string): void {
  const { start, end, ...place } = chunk.locator;
  const { start: sectionStart, end: _, ...sectionPlace } = section.locator;
  const first = start - sectionStart;
  const last = end - sectionStart - 1;
  const narrowed: { lines?: NumberRange; rows?: NumberRange } = {};
  if (section.locator.kind === 'lines') {
    narrowed.lines = narrow(section.locator.lines, lineStarts(section.text), first, last);
  }
  if ((section.locator.kind === 'rows' || section.locator.kind === 'sheet') && section.rowStarts) {
    narrowed.rows = narrow(section.locator.rows, section.rowStarts, first, last);
  }
  assert.deepEqual(place, { ...sectionPlace, ...narrowed }, `${name}: the place differs`);
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), (match) => match.index + 1)];
}

/** The numbers of the lines or rows, counted from the section's first, that hold its characters `first` to `last`. */
function narrow([offset]: NumberRange, starts: readonly number[], first: number, last: number): NumberRange {
  const at = (position: number) => starts.filter((start) => start <= position).length - 1;
  return [offset + at(first), offset + at(last)];
}
