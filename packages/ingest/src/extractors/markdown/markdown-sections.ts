import type { DocumentDescription, Section, SectionKind } from '@cubo/contracts';
import type { TextLine } from '../../text/text-lines.ts';
import { createHeadingPath } from '../shared/heading-path.ts';
import { sectionRows } from '../shared/section-rows.ts';
import { shortenHeader } from '../shared/shorten-header.ts';
import {
  atxHeading,
  closesFence,
  isTableDelimiter,
  isThematicBreak,
  type OpeningFence,
  openingFence,
  openingHtml,
  opensContainer,
  plainTitle,
  setextLevel,
} from './markdown-lines.ts';

/** The most characters in one section. */
const sectionSize = 64 * 1024;
/** Code up to this length, a line or two, stays in the section of the prose that explains it. */
const inlineCode = 120;

/** Divides Markdown into sections, line by line. */
export interface MarkdownSections {
  /** Takes the next line; returns the sections it completes. */
  push(line: TextLine): Section[];
  /** The sections that are still open at the end. More lines may follow, under the same headings, but in no open block. */
  finish(): Section[];
}

type Block =
  | { readonly type: 'fence'; readonly opening: OpeningFence; readonly line: TextLine; readonly underHeading: boolean }
  | { readonly type: 'html'; readonly end: RegExp }
  | { readonly type: 'table'; readonly header: string; readonly delimiter: TextLine };

/**
 * Finds headings, fenced code and tables at the outer level of a document, as CommonMark and GitHub Flavored Markdown
 * define them; what stands in lists and quotations stays together. One pass over the lines with a state of a few words:
 * unlike a parser of the whole syntax it takes linear time on any input and never holds more than a section.
 */
export function createMarkdownSections(describe: (description: DocumentDescription) => void): MarkdownSections {
  const path = createHeadingPath();
  let lines: TextLine[] = [];
  let length = 0;
  let kind: SectionKind = 'prose';
  let block: Block | undefined;
  /** Level of the heading the open section begins with, as long as nothing else is in it. */
  let bareHeading = 0;
  /** Index of the first line of the open paragraph at the outer level, or -1. */
  let paragraph = -1;
  /** What `bareHeading` was before that paragraph. */
  let bareHeadingAbove = 0;
  let inContainer = false;
  let afterBlank = true;
  let titled = false;
  /** Rows of the open table in the open section, besides the header. */
  let rows = 0;
  /** Whether the section of its own that is open has all its lines but blank ones. */
  let ended = false;
  let done: Section[] = [];

  function add(line: TextLine): void {
    lines.push(line);
    length += line.text.length;
  }

  /** Completes a section with the first `count` lines. */
  function flush(count: number = lines.length): void {
    const taken = lines.slice(0, count);
    lines = lines.slice(count);
    rows = 0;
    length = lines.reduce((sum, line) => sum + line.text.length, 0);
    paragraph = paragraph >= count ? paragraph - count : -1;
    while (taken[0]?.text.trim() === '') taken.shift();
    const [first] = taken;
    const last = taken.findLast((line) => line.text.trim() !== '');
    if (!first || !last) return;
    // Blank lines at the end belong to the section, so that the next one touches it.
    const text = taken.map((line) => line.text).join('');
    const range = { start: first.start, end: first.start + text.length };
    const titles = path.titles();
    const heading = titles.length > 0 ? titles : undefined;
    const table = block?.type === 'table' ? block : undefined;
    done.push({
      text,
      kind,
      locator: heading
        ? { kind: 'heading', path: heading, ...range }
        : { kind: 'lines', lines: [first.number, last.number], ...range },
      heading,
      ...(table && {
        context: table.header,
        rowStarts: rowStarts(taken.slice(0, taken.indexOf(last) + 1), table.delimiter),
      }),
    });
  }

  function enterHeading(level: number, title: string, from: number): void {
    if (bareHeading === 0 || level <= bareHeading) flush(from);
    path.enter(level, title);
    bareHeading = level;
    paragraph = -1;
    inContainer = false;
    if (level === 1 && !titled && title !== '') {
      titled = true;
      describe({ title });
    }
  }

  /** Ends the open block; a section of its own ends with the blank lines below it. */
  function endBlock(): void {
    paragraph = -1;
    if (kind !== 'prose') ended = true;
    else block = undefined;
  }

  function endSection(): void {
    if (kind !== 'prose') flush();
    kind = 'prose';
    block = undefined;
    ended = false;
  }

  function continueBlock(open: Block, line: TextLine): boolean {
    if (open.type === 'table') {
      const { text } = line;
      if (
        text.trim() === '' ||
        atxHeading(text) ||
        openingFence(text) ||
        opensContainer(text) ||
        openingHtml(text, true)
      ) {
        if (text.trim() === '') endBlock();
        else endSection();
        return false;
      }
      if (length > sectionSize || (rows === sectionRows && !line.continued)) flush();
      if (!line.continued) rows++;
      add(line);
      return true;
    }
    add(line);
    if (open.type === 'fence' && kind === 'prose') {
      const start = lines.lastIndexOf(open.line);
      if (line.start + line.text.length - open.line.start > inlineCode) {
        if (!open.underHeading) flush(start);
        kind = 'code';
      }
    }
    const closed =
      !line.continued && (open.type === 'fence' ? closesFence(line.text, open.opening) : open.end.test(line.text));
    if (closed) endBlock();
    else if (length > sectionSize) flush();
    return true;
  }

  function startBlock(line: TextLine): boolean {
    const { text } = line;
    const fence = openingFence(text);
    const html = openingHtml(text, paragraph >= 0);
    if (!fence && !html) return false;
    if (fence) block = { type: 'fence', opening: fence, line, underHeading: bareHeading > 0 };
    else if (html && !html.test(text)) block = { type: 'html', end: html };
    add(line);
    bareHeading = 0;
    paragraph = -1;
    return true;
  }

  function pushText(line: TextLine): void {
    const { text } = line;
    const above = lines.at(-1);
    if (paragraph >= 0 && above && isTableDelimiter(text.trimEnd(), above.text)) {
      // A heading that stands directly above a table goes with it.
      if (bareHeadingAbove === 0 || paragraph < lines.length - 1) flush(lines.length - 1);
      kind = 'table';
      block = { type: 'table', header: shortenHeader(above.text.trim()), delimiter: line };
      paragraph = -1;
      rows = 0;
      add(line);
      return;
    }
    const level = paragraph >= 0 ? setextLevel(text.trimEnd()) : undefined;
    if (level !== undefined) {
      const title = plainTitle(
        lines
          .slice(paragraph)
          .map((part) => part.text)
          .join(''),
      );
      bareHeading = bareHeadingAbove;
      enterHeading(level, title, paragraph);
      add(line);
      return;
    }
    const indented = /^(?: {4}|\t)/.test(text);
    if (opensContainer(text) && !isThematicBreak(text.trimEnd())) inContainer = true;
    else if (afterBlank && !/^[ \t]/.test(text)) inContainer = false;
    const isParagraph = !inContainer && !isThematicBreak(text.trimEnd()) && (!indented || paragraph >= 0);
    if (!isParagraph) paragraph = -1;
    else if (paragraph < 0) {
      paragraph = lines.length;
      bareHeadingAbove = bareHeading;
    }
    add(line);
    bareHeading = 0;
    if (length > sectionSize) flush(paragraph > 0 && length - sectionSize < 4096 ? paragraph : lines.length);
  }

  function pushLine(line: TextLine): void {
    const { text, continued } = line;
    if (ended && text.trim() !== '') endSection();
    if (block && !ended && continueBlock(block, line)) {
      afterBlank = text.trim() === '';
      return;
    }
    if (text.trim() === '') {
      add(line);
      paragraph = -1;
      afterBlank = true;
      return;
    }
    const heading = continued || (inContainer && text.startsWith(' ')) ? undefined : atxHeading(text);
    if (heading) {
      enterHeading(heading.level, heading.title, lines.length);
      add(line);
    } else if (continued || !startBlock(line)) pushText(line);
    afterBlank = false;
  }

  function take(): Section[] {
    const sections = done;
    done = [];
    return sections;
  }

  return {
    push(line) {
      pushLine(line);
      return take();
    },
    finish() {
      endSection();
      flush();
      return take();
    },
  };
}

/** Rows of a table begin at its lines; the first takes in everything down to the delimiter row. */
function rowStarts(lines: readonly TextLine[], delimiter: TextLine): number[] {
  const start = lines[0]?.start ?? 0;
  const rows = lines.slice(Math.max(1, lines.indexOf(delimiter) + 1)).filter((line) => !line.continued);
  return [0, ...rows.map((line) => line.start - start)];
}
