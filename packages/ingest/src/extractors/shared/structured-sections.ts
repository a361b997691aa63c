import type { Section, SectionKind } from '@cubo/contracts';
import { createHeadingPath } from './heading-path.ts';
import { sectionRows } from './section-rows.ts';
import { shortenHeader } from './shorten-header.ts';

/** The most characters of prose in one section. */
const sectionSize = 64 * 1024;
/** The longest first row that is taken for a header although nothing marks it as one. */
const longestUnmarkedHeader = 300;
/** Rows at the beginning of a table that can be its header. Where more are marked as such, only the first one is. */
const mostHeaderRows = 5;

/** How a piece of text is set apart from the one before it. */
export type Spacing = 'paragraph' | 'line';

/**
 * Builds sections, and with them the document text, from the headings, paragraphs and tables of a document. Paragraphs
 * are divided by a blank line, items of a list by a line break, cells of a row by ` | `, sections by a blank line.
 */
export interface StructuredSections {
  /** Begins the part under a heading. */
  heading(level: number, text: string): void;
  /** Ends the parts under all headings. */
  leaveHeadings(): void;
  /** Sets what every chunk from here on repeats as context, before the header of its table. */
  mark(context: string | undefined): void;
  text(text: string, spacing?: Spacing): void;
  code(text: string): void;
  /** Adds a row to the open table; `isHeader` where the document marks it as such. */
  row(cells: readonly string[], isHeader: boolean): void;
  endTable(): void;
  /** The sections completed since the last call. */
  take(): Section[];
  /** Completes the open section. */
  finish(): void;
}

/** Starts an empty document. */
export function createStructuredSections(): StructuredSections {
  const path = createHeadingPath();
  let done: Section[] = [];
  let offset = 0;
  let text = '';
  let kind: SectionKind = 'prose';
  let rowStarts: number[] = [];
  let header: string | undefined;
  let headerRows = 1;
  let mark: string | undefined;
  /** Level of the last heading, as long as nothing else is in the section. */
  let bareHeading = 0;

  function append(more: string, spacing: Spacing): void {
    if (text !== '') text += spacing === 'line' ? '\n' : '\n\n';
    text += more;
  }

  function flush(): void {
    if (text !== '') {
      const titles = path.titles();
      const start = offset;
      const end = start + text.length;
      done.push({
        text,
        kind,
        locator: titles.length > 0 ? { kind: 'heading', path: titles, start, end } : { kind: 'characters', start, end },
        heading: titles.length > 0 ? titles : undefined,
        ...(mark !== undefined && { context: mark }),
        ...(kind === 'table' && { context: tableContext(mark, header), rowStarts }),
      });
      offset = end + 2;
    }
    text = '';
    rowStarts = [];
    kind = 'prose';
    bareHeading = 0;
  }

  function endTable(): void {
    if (kind === 'table') flush();
    header = undefined;
  }

  return {
    heading(level, title) {
      endTable();
      if (bareHeading === 0 || level <= bareHeading) flush();
      path.enter(level, title.replaceAll('\n', ' '));
      append(title, 'paragraph');
      bareHeading = level;
    },
    leaveHeadings() {
      endTable();
      flush();
      path.leaveAll();
    },
    mark(context) {
      endTable();
      flush();
      mark = context;
    },
    text(more, spacing = 'paragraph') {
      endTable();
      append(more, spacing);
      bareHeading = 0;
      if (text.length > sectionSize) flush();
    },
    code(code) {
      endTable();
      if (bareHeading === 0) flush();
      append(code, 'paragraph');
      kind = 'code';
      flush();
    },
    row(cells, isHeader) {
      const line = cells.join(' | ');
      if (kind !== 'table') {
        // A heading that stands directly above a table goes with it.
        if (bareHeading === 0) flush();
        append(line, 'paragraph');
        kind = 'table';
        rowStarts = [0];
        bareHeading = 0;
        if (
          header === undefined &&
          (isHeader || (line.length <= longestUnmarkedHeader && cells.every((cell) => cell !== '')))
        )
          header = line;
        headerRows = 1;
        return;
      }
      // The further rows of a header that has several belong to the first.
      if (isHeader && rowStarts.length === 1 && header !== undefined && headerRows < mostHeaderRows) {
        header += `\n${line}`;
        headerRows++;
      } else {
        if (isHeader && rowStarts.length === 1) header = header?.split('\n', 1)[0];
        rowStarts.push(text.length + 1);
      }
      append(line, 'line');
      if (rowStarts.length <= sectionRows) return;
      const kept = header;
      flush();
      header = kept;
      kind = 'prose';
    },
    endTable,
    take() {
      const sections = done;
      done = [];
      return sections;
    },
    finish: flush,
  };
}

function tableContext(mark: string | undefined, whole: string | undefined): string | undefined {
  const header = whole === undefined ? undefined : shortenHeader(whole);
  return mark !== undefined && header !== undefined ? `${mark}\n${header}` : (mark ?? header);
}
