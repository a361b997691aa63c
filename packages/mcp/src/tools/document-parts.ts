import type { Locator, SectionKind } from '@cubo/contracts';
import type { StoredPassage } from '@cubo/core';

/** A stretch of a document in one place: a page, the rows of a sheet, what stands under a heading. */
export interface DocumentPart {
  readonly locator: Locator;
  readonly kind: SectionKind;
  /** What the text needs to be understood, such as a table's header. */
  readonly context?: string | undefined;
  /** Exactly as long as its range; white space that the library does not store is filled in. */
  readonly text: string;
}

/** A part of a document, and where the rest begins. */
export interface DocumentExcerpt {
  readonly parts: readonly DocumentPart[];
  /** The offset of the first character that is left out; `undefined` at the end of the document. */
  readonly next?: number | undefined;
}

/** White space that a chunker leaves out between two chunks of a section; what is longer may have been text. */
const widestGap = 4;

/** Puts the passages of a document together again, without what they have in common, up to so many characters. */
export async function collectParts(
  passages: AsyncIterable<StoredPassage>,
  options: { start: number; maximumCharacters: number; admits(passage: StoredPassage): boolean },
): Promise<DocumentExcerpt> {
  const parts: DocumentPart[] = [];
  let from = options.start;
  let room = options.maximumCharacters;
  for await (const passage of passages) {
    const { locator } = passage;
    if (locator.end <= from || !options.admits(passage)) continue;
    const last = parts.at(-1);
    const begin = Math.max(from, locator.start);
    const continued = last !== undefined && goesOn(last, passage, begin) ? last : undefined;
    const gap = continued === undefined ? '' : filler(begin - continued.locator.end, passage.kind);
    const rest = passage.text.slice(begin - locator.start);
    if (room <= gap.length) return { parts, next: begin };
    const text = beginning(rest, room - gap.length);
    from = begin + text.length;
    room -= gap.length + text.length;
    if (continued === undefined) parts.push(partOf(passage, { begin, end: from, text }));
    else parts[parts.length - 1] = extended(continued, passage, { end: from, text: gap + text });
    if (text.length < rest.length) return { parts, next: from };
  }
  return { parts };
}

function goesOn(part: DocumentPart, passage: StoredPassage, begin: number): boolean {
  return (
    part.kind === passage.kind &&
    placeOf(part.locator) === placeOf(passage.locator) &&
    begin - part.locator.end <= widestGap
  );
}

/** What two locators of one place have in common. */
function placeOf(locator: Locator): string {
  const { kind, member = [] } = locator;
  if (kind === 'page') return JSON.stringify([kind, member, locator.page]);
  if (kind === 'slide') return JSON.stringify([kind, member, locator.slide]);
  if (kind === 'sheet') return JSON.stringify([kind, member, locator.sheet]);
  if (kind === 'heading') return JSON.stringify([kind, member, locator.path]);
  return JSON.stringify([kind, member]);
}

function filler(length: number, kind: SectionKind): string {
  if (length !== 1) return '\n'.repeat(length);
  return kind === 'table' || kind === 'code' ? '\n' : ' ';
}

/** As many characters as there is room for; a pair of surrogates is not torn apart, unless nothing would be left. */
function beginning(text: string, room: number): string {
  if (text.length <= room) return text;
  const isTorn = /[\uD800-\uDBFF]/.test(text.charAt(room - 1)) && room > 1;
  return text.slice(0, isTorn ? room - 1 : room);
}

function partOf(
  passage: StoredPassage,
  { begin, end, text }: { begin: number; end: number; text: string },
): DocumentPart {
  const { locator, kind, context } = passage;
  return { locator: { ...withoutBox(locator), start: begin, end }, kind, context, text };
}

function extended(
  part: DocumentPart,
  passage: StoredPassage,
  { end, text }: { end: number; text: string },
): DocumentPart {
  return { ...part, locator: { ...reaching(part.locator, passage.locator), end }, text: part.text + text };
}

/** A rectangle would be that of the first passage alone. */
function withoutBox(locator: Locator): Locator {
  if (locator.kind !== 'page') return locator;
  const { box: _, ...page } = locator;
  return page;
}

/** The place from the first locator to the last: lines, rows and seconds are more, all else is the same. */
function reaching(first: Locator, last: Locator): Locator {
  if (first.kind === 'lines' && last.kind === 'lines') return { ...first, lines: [first.lines[0], last.lines[1]] };
  if (first.kind === 'rows' && last.kind === 'rows') return { ...first, rows: [first.rows[0], last.rows[1]] };
  if (first.kind === 'sheet' && last.kind === 'sheet') return { ...first, rows: [first.rows[0], last.rows[1]] };
  if (first.kind === 'time' && last.kind === 'time') return { ...first, seconds: [first.seconds[0], last.seconds[1]] };
  return first;
}
