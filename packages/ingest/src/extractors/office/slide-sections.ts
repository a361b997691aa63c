import type { Section } from '@cubo/contracts';
import { sectionRows } from '../shared/section-rows.ts';
import { shortenHeader } from '../shared/shorten-header.ts';
import type { BlockSink } from './block-sink.ts';

const longestTitle = 200;

/** What is known of a slide. */
export interface Slide {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  /** Name of the part of the presentation that it belongs to. */
  readonly part?: string | undefined;
  readonly isHidden: boolean;
  /** Gives what the slide shows besides its title. */
  readonly content: (sink: BlockSink) => void;
  /** What follows its text: notes, comments. */
  readonly after: readonly string[];
}

/** Makes sections of slides; the document text is what these hold, divided by blank lines. */
export interface SlideSections {
  /** The sections of the next slide: its text, and any large table apart; none for an empty slide. */
  add(slide: Slide): Section[];
  /** Where the next section begins. */
  offset(): number;
  /** Leaves room for a text that others have made. */
  advance(end: number): void;
}

/** Starts an empty presentation. */
export function createSlideSections(): SlideSections {
  let offset = 0;

  function add(slide: Slide): Section[] {
    const sections: Section[] = [];
    const heading = [slide.part ?? '', slide.title]
      .map((text) => text.replaceAll('\n', ' ').slice(0, longestTitle).trim().toWellFormed())
      .filter((text) => text !== '');
    const mark = slide.isHidden ? '[Hidden slide]' : undefined;
    let text = slide.title;
    let rows: string[] = [];

    function push(part: Pick<Section, 'text' | 'kind' | 'rowStarts'>, context: string | undefined): void {
      const start = offset;
      const end = start + part.text.length;
      offset = end + 2;
      const locator = { kind: 'slide', slide: slide.number, start, end } as const;
      sections.push({
        ...part,
        locator,
        ...(heading.length > 0 && { heading }),
        ...(context !== undefined && { context }),
      });
    }

    function flush(): void {
      if (text.trim() !== '') push({ text, kind: 'slide' }, mark);
      text = '';
    }

    function append(more: string, border: string): void {
      text += text === '' ? more : border + more;
    }

    function endTable(): void {
      const table = rows;
      rows = [];
      if (table.length <= sectionRows + 1) {
        for (const [index, line] of table.entries()) append(line, index === 0 ? '\n\n' : '\n');
        return;
      }
      flush();
      const header = shortenHeader(table[0] ?? '');
      const context = mark === undefined ? header : `${mark}\n${header}`;
      for (let from = 0; from < table.length; ) {
        const lines = table.slice(from, from + sectionRows + (from === 0 ? 1 : 0));
        from += lines.length;
        let at = 0;
        const rowStarts = lines.map((line) => {
          const start = at;
          at += line.length + 1;
          return start;
        });
        push({ text: lines.join('\n'), kind: 'table', rowStarts }, context);
      }
    }

    slide.content({
      heading(_, more) {
        endTable();
        append(more, '\n\n');
      },
      text(more, spacing = 'paragraph') {
        endTable();
        append(more, spacing === 'line' ? '\n' : '\n\n');
      },
      row: (cells) => rows.push(cells.join(' | ')),
      endTable,
    });
    endTable();
    for (const more of slide.after) append(more, '\n\n');
    flush();
    return sections;
  }

  return {
    add,
    offset: () => offset,
    advance(end) {
      offset = Math.max(offset, end + 2);
    },
  };
}
