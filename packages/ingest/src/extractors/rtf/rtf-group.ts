import type { BlockBuffer } from '../office/block-sink.ts';
import type { RtfDestination } from './rtf-destinations.ts';
import type { RtfCell, RtfRow, RtfStory } from './rtf-story.ts';

/** A text that is being read, and the row that its next table row is made of. */
export interface RtfOpenStory {
  readonly story: RtfStory;
  readonly buffer: BlockBuffer | undefined;
  comments: string;
  row: { isHeader: boolean; cells: RtfCell[] };
  continues: boolean;
}

/** What a group inherits from the one around it, and what ends with it. */
export interface RtfGroup {
  destination: RtfDestination;
  story: RtfOpenStory;
  /** Whether the destination begins with this group. */
  isFirst: boolean;
  begins: boolean;
  starred: boolean;
  font: number | undefined;
  uc: number;
  deleted: boolean;
  inTable: boolean;
  depth: number;
  style: number | undefined;
  outline: number | undefined;
  listLevel: number;
}

/** A row without definitions, as those of nested tables come. */
export const emptyRow: RtfRow = { isHeader: false, cells: [] };
/** Control words that cannot be meant by the characters that replace another. */
export const breaks: ReadonlySet<string> = new Set([
  'par',
  'cell',
  'row',
  'nestcell',
  'nestrow',
  'tab',
  'line',
  'sect',
  'page',
  'pard',
  'plain',
]);

/** Whether a group is a text of its own. */
export function isStory(destination: RtfDestination): boolean {
  return ['note', 'comment', 'page header', 'text box'].includes(destination);
}
