import type { XmlAttributes, XmlHandler } from '../../xml/xml-handler.ts';
import { type MathMlReader, readMathMl } from '../math/math-ml.ts';
import { type BlockBuffer, type BlockSink, createBlockBuffer } from '../office/block-sink.ts';
import { titleLevel } from '../office/heading-level.ts';
import { formatNumber } from '../office/number-format.ts';
import { canBeHeading, longestParagraph, longTextCut, tidyParagraph } from '../office/paragraph-text.ts';
import { createOdfLists } from './odf-lists.ts';
import type { OdfObject } from './odf-object.ts';
import type { OdfStyles } from './odf-styles.ts';
import { createOdfTable, type OdfTable } from './odf-table.ts';

/** What a text refers to. */
export interface OdfStoryOptions {
  readonly styles: OdfStyles;
  /** Hears of an object of another format within the document. */
  readonly foreign?: ((path: string) => void) | undefined;
  readonly object?: OdfObject | undefined;
}

/** A text of an OpenDocument file: the body, a slide, a header. */
export interface OdfStory extends Required<XmlHandler> {
  /** Whether a paragraph is open. */
  inParagraph(): boolean;
}

/** What is not shown: tracked deletions, pronunciations, labels that are counted anyway, scripts. */
const silent: ReadonlySet<string> = new Set([
  ...['tracked-changes', 'ruby-text', 'number', 'note-citation', 'forms', 'scripts', 'event-listeners', 'date-string'],
  ...['desc', 'sender-initials', 'meta-date-string', 'binary-data', 'creator-initials'],
]);
/** What is anchored in a paragraph and stands beside it. */
const anchored: ReadonlySet<string> = new Set([
  ...['frame', 'custom-shape', 'rect', 'ellipse', 'circle', 'line', 'polyline', 'polygon', 'path', 'connector'],
  ...['caption', 'measure', 'g', 'regular-polygon'],
]);
const mostSpaces = 100;

interface Paragraph {
  readonly outline: number | undefined;
  readonly label: string;
  readonly isItem: boolean;
  readonly style: string | undefined;
  text: string;
  readonly following: string[];
  readonly beside: BlockBuffer;
}

interface Aside {
  readonly kind: 'note' | 'annotation';
  readonly buffer: BlockBuffer;
  readonly outer: Paragraph | undefined;
  author: string;
  readonly sign: string;
}

/** Reads the elements of an OpenDocument text (OpenDocument 1.3, part 3, 5 to 10) into `root`. */
export function createOdfStory(root: BlockSink, options: OdfStoryOptions): OdfStory {
  const { styles } = options;
  const lists = createOdfLists(styles);
  const sinks: BlockSink[] = [root];
  const tables: OdfTable[] = [];
  const paragraphs: Paragraph[] = [];
  const asides: Aside[] = [];
  const notes = { footnote: 0, endnote: 0 };
  /** For what is open beside the text: how many paragraphs lie around it. */
  const around: number[] = [];
  let skipped = 0;
  let inCreator = false;
  /** A formula in the midst of a flat file, and how many of its elements are open. */
  let formula: MathMlReader | undefined;
  let formulaDepth = 0;

  const sink = () => sinks.at(-1) ?? root;

  function add(text: string): void {
    const paragraph = paragraphs.at(-1);
    if (!paragraph) return;
    paragraph.text += text;
    if (paragraph.text.length <= longestParagraph) return;
    const cut = longTextCut(paragraph.text);
    const part = tidyParagraph(paragraph.text.slice(0, cut));
    if (part !== '') sink().text(part);
    paragraph.text = paragraph.text.slice(cut);
  }

  function openParagraph(name: string, attributes: XmlAttributes): void {
    const outline = name === 'h' ? Math.max(1, Number(attributes['outline-level'] ?? 1) || 1) : undefined;
    const style = attributes['style-name'];
    const isItem = lists.depth() > 0 && asides.length === 0;
    const label = (isItem ? lists.label() : '') || (outline === undefined ? '' : lists.headingNumber(outline));
    paragraphs.push({ outline, style, label, isItem, text: '', following: [], beside: createBlockBuffer() });
  }

  function endParagraph(): void {
    const ended = paragraphs.pop();
    if (!ended) return;
    const text = tidyParagraph(ended.text);
    if (text !== '') emit(ended, text);
    for (const line of ended.following) sink().text(line, 'line');
    ended.beside.drainTo(sink());
  }

  function emit({ outline, style, label, isItem }: Paragraph, text: string): void {
    const level = outline === undefined ? styles.titleLevel(style) : titleLevel + outline;
    const labelled = label === '' ? text : `${label} ${text}`;
    if (level !== undefined && canBeHeading(text)) sink().heading(level, label === '-' ? text : labelled);
    else if (isItem && level === undefined) sink().text('  '.repeat(Math.min(8, lists.depth() - 1)) + labelled, 'line');
    else sink().text(labelled);
  }

  function openAside(kind: Aside['kind'], isEndnote: boolean): void {
    let sign = '';
    if (kind === 'note') {
      const count = ++notes[isEndnote ? 'endnote' : 'footnote'];
      sign = `[${formatNumber(count, isEndnote ? 'lowerRoman' : 'decimal')}]`;
      add(sign);
    }
    const buffer = createBlockBuffer();
    asides.push({ kind, buffer, outer: paragraphs.at(-1), author: '', sign });
    around.push(paragraphs.length);
    sinks.push(buffer);
  }

  function closeAside(): void {
    const aside = asides.pop();
    around.pop();
    sinks.pop();
    const lines = aside?.buffer.lines() ?? '';
    if (!aside || lines.trim() === '') return;
    const author = aside.author.trim();
    const line =
      aside.kind === 'note' ? `${aside.sign} ${lines}` : `[Comment${author === '' ? '' : ` by ${author}`}: ${lines}]`;
    if (aside.outer) aside.outer.following.push(line);
    else sink().text(line, 'line');
  }

  function addFormula(line: string): void {
    if (paragraphs.length > 0) add(line);
    else if (line !== '') sink().text(line);
  }

  function openFormula(name: string, attributes: XmlAttributes): void {
    formula ??= readMathMl();
    formulaDepth++;
    formula.handler.open?.(name, attributes);
  }

  function closeFormula(reader: MathMlReader, name: string): void {
    reader.handler.close?.(name);
    if (--formulaDepth > 0) return;
    formula = undefined;
    addFormula(reader.line());
  }

  function openInline(name: string, attributes: XmlAttributes): void {
    if (name === 's') add(' '.repeat(Math.max(1, Math.min(mostSpaces, Number(attributes.c ?? 1) || 1))));
    else if (name === 'tab') add('\t');
    else if (name === 'line-break') add('\n');
    else if (name === 'note') openAside('note', attributes['note-class'] === 'endnote');
    else if (name === 'annotation') openAside('annotation', false);
    else if (name === 'creator') inCreator = asides.length > 0;
    else if (name === 'object' && attributes.href !== undefined)
      addFormula(options.object?.(attributes.href.replace(/^\.\//, '').replace(/\/$/, ''), sink()) ?? '');
    else if (name === 'object-ole' && attributes.href !== undefined) options.foreign?.(attributes.href);
    else if (anchored.has(name)) {
      around.push(paragraphs.length);
      sinks.push(paragraphs.at(-1)?.beside ?? sink());
    }
  }

  return {
    inParagraph: () => paragraphs.length > 0,
    open(name, attributes) {
      if (skipped > 0) skipped++;
      else if (formula || name === 'math') openFormula(name, attributes);
      else if (silent.has(name)) skipped = 1;
      else if (name === 'p' || name === 'h') openParagraph(name, attributes);
      else if (name === 'list') lists.openList(attributes);
      else if (name === 'list-item') lists.openItem(attributes);
      else if (name === 'table') {
        tables.push(createOdfTable(sink()));
        sinks.push((tables.at(-1) as OdfTable).sink);
      } else if (!tables.at(-1)?.open(name, attributes)) openInline(name, attributes);
    },
    text(data) {
      if (formula) formula.handler.text?.(data);
      if (formula || skipped > 0) return;
      const aside = asides.at(-1);
      if (inCreator && aside) aside.author = (aside.author + data).slice(0, 200);
      // Names and descriptions of shapes are no text.
      else if (paragraphs.length > (around.at(-1) ?? 0)) add(data.replace(/[ \t\n]+/g, ' '));
    },
    close(name) {
      if (formula) closeFormula(formula, name);
      else if (skipped > 0) skipped--;
      else if (name === 'p' || name === 'h') endParagraph();
      else if (name === 'list') lists.closeList();
      else if (name === 'list-item') lists.closeItem();
      else if (name === 'note' || name === 'annotation') closeAside();
      else if (name === 'creator') inCreator = false;
      else if (name === 'table') {
        tables.pop()?.close(name);
        sinks.pop();
      } else if (anchored.has(name)) {
        around.pop();
        sinks.pop();
      } else tables.at(-1)?.close(name);
    },
  };
}
