import { type BlockBuffer, type BlockSink, createBlockBuffer } from '../office/block-sink.ts';
import { canBeHeading, longestParagraph, longTextCut, tidyParagraph } from '../office/paragraph-text.ts';
import { listIndent, type WordNumbering } from './word-numbering.ts';
import type { ParagraphFormat, WordStyles } from './word-styles.ts';

/** Text boxes larger than this are passed on before the paragraph that they are anchored in. */
const largestBox = 1024 * 1024;

/** A `w:p` that is being read. */
export interface WordParagraph {
  readonly format: ParagraphFormat;
  style: string | undefined;
  /** Whether a tracked deletion takes the paragraph mark away, so that the next paragraph continues this one. */
  isMarkDeleted: boolean;
  /** What is anchored in the paragraph and follows it: text boxes, charts. */
  readonly anchored: BlockBuffer;
  add(text: string, sink: BlockSink): void;
  /** Adds a line that follows the paragraph: a note, a comment. */
  after(line: string): void;
  /** Passes the paragraph on; what it leaves to the next one where its mark is deleted. */
  end(sink: BlockSink): string;
}

/** Begins a paragraph with what a paragraph before has left to it. */
export function createWordParagraph(before: string, styles: WordStyles, numbering: WordNumbering): WordParagraph {
  let text = before;
  const following: string[] = [];
  return {
    format: {},
    style: undefined,
    isMarkDeleted: false,
    anchored: createBlockBuffer(),
    add(more, sink) {
      text += more;
      if (text.length > longestParagraph) {
        const cut = longTextCut(text);
        const part = tidyParagraph(text.slice(0, cut));
        if (part !== '') sink.text(part);
        text = text.slice(cut);
      }
      if (this.anchored.size() > largestBox) this.anchored.drainTo(sink);
    },
    after(line) {
      following.push(line);
    },
    end(sink) {
      const left = this.isMarkDeleted ? text : '';
      if (!this.isMarkDeleted) emit(tidyParagraph(text), this, sink, styles, numbering);
      for (const line of following) sink.text(line, 'line');
      this.anchored.drainTo(sink);
      return left;
    },
  };
}

function emit(
  text: string,
  { style, format }: WordParagraph,
  sink: BlockSink,
  styles: WordStyles,
  numbering: WordNumbering,
): void {
  const list = styles.numbering(style, format);
  // Items without text count as well.
  const label = list && numbering.label(list.id, list.level);
  if (text === '') return;
  const level = styles.headingLevel(style, format);
  const labelled = label ? `${label} ${text}` : text;
  if (level !== undefined && canBeHeading(text)) sink.heading(level, label === '-' ? text : labelled);
  else if (list && label !== undefined && level === undefined) sink.text(listIndent(list.level) + labelled, 'line');
  else sink.text(labelled, styles.isContents(style) ? 'line' : 'paragraph');
}
