import type { XmlAttributes, XmlHandler } from '../../xml/xml-handler.ts';
import { createOfficeMath, formulaElements } from '../math/office-math.ts';
import { type BlockBuffer, type BlockSink, createBlockBuffer } from '../office/block-sink.ts';
import { isOldFormula } from '../office/old-formulas.ts';
import { isSymbolFont, mapPrivateSigns, symbolText } from '../office/symbol-fonts.ts';
import { createWordFields, formElements } from './word-fields.ts';
import type { WordNumbering } from './word-numbering.ts';
import { createWordParagraph, type WordParagraph } from './word-paragraph.ts';
import { readParagraphFormat, type WordStyles } from './word-styles.ts';
import { createWordTable, tableElements, type WordTable } from './word-table.ts';

/** What a text of a Word document refers to. */
export interface WordStoryOptions {
  readonly styles: WordStyles;
  readonly numbering: WordNumbering;
  /** The sign of a note in the text and the line that follows the paragraph; each note is given once. */
  readonly note?:
    | ((kind: string, id: string) => { readonly sign: string; readonly line: string | undefined })
    | undefined;
  readonly comment?: ((id: string) => string | undefined) | undefined;
  /** Adds the text of a chart or diagram. */
  readonly drawing?: ((relationshipId: string, sink: BlockSink) => void) | undefined;
  /** Hears of a header or footer, of an embedded document, and of a formula that is an object of another program. */
  readonly refers?: ((kind: 'running' | 'chunk' | 'object' | 'formula', relationshipId: string) => void) | undefined;
}

/** A text of a Word document: its body, a header, a note. Give it the elements within it. */
export interface WordStory extends Required<XmlHandler> {
  /** Passes on what is still held. */
  end(): void;
}

/** What is not shown: tracked deletions, what something was before a change, pronunciations. */
const silent: ReadonlySet<string> = new Set([
  ...['del', 'moveFrom', 'delText', 'instrText', 'delInstrText', 'rt', 'fldData', 'binData'],
  ...['pPrChange', 'rPrChange', 'tblPrChange', 'tblPrExChange', 'tblGridChange', 'trPrChange', 'tcPrChange'],
  ...['sectPrChange', 'numberingChange'],
]);
const signs: Readonly<Record<string, string>> = { tab: '\t', ptab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' };

/** Reads the elements of WordprocessingML (ISO/IEC 29500-1, 17; transitional and strict) into `root`. */
export function createWordStory(root: BlockSink, options: WordStoryOptions): WordStory {
  const { styles, numbering } = options;
  const fields = createWordFields();
  const math = createOfficeMath();
  const sinks: BlockSink[] = [root];
  const paragraphs: WordParagraph[] = [];
  const tables: WordTable[] = [];
  const boxes: BlockBuffer[] = [];
  /** For each open `mc:AlternateContent`, whether a branch was taken. */
  const taken: boolean[] = [];
  let skipped = 0;
  let inProperties = false;
  let inText = false;
  let font = '';
  let carried = '';

  const sink = () => sinks.at(-1) ?? root;

  function add(text: string): void {
    if (text === '' || fields.isInstruction()) return;
    const paragraph = paragraphs.at(-1);
    if (paragraph) paragraph.add(text, sink());
    else if (text.trim() !== '') sink().text(text.trim());
  }

  function isSilent(name: string): boolean {
    if (name === 'Choice' || name === 'Fallback') {
      const last = taken.length - 1;
      if (last < 0) return false;
      const isOver = taken[last] === true;
      taken[last] = true;
      return isOver;
    }
    return silent.has(name);
  }

  function endCarried(): void {
    if (carried.trim() !== '') sink().text(carried.trim());
    carried = '';
  }

  function openProperty(name: string, attributes: XmlAttributes): void {
    const paragraph = paragraphs.at(-1);
    if (name === 'headerReference' || name === 'footerReference') options.refers?.('running', attributes.id ?? '');
    else if (!paragraph) return;
    else if (name === 'pStyle') paragraph.style = attributes.val;
    else readParagraphFormat(paragraph.format, name, attributes);
  }

  function openReference(name: string, { id = '', dm, ProgID: program = '', string }: XmlAttributes): void {
    const paragraph = paragraphs.at(-1);
    if (name === 'footnoteReference' || name === 'endnoteReference') {
      const note = options.note?.(name === 'endnoteReference' ? 'endnote' : 'footnote', id);
      if (note) add(note.sign);
      if (note?.line) paragraph?.after(note.line);
    } else if (name === 'commentReference') {
      const line = options.comment?.(id);
      if (line) paragraph?.after(line);
    } else if (name === 'chart') options.drawing?.(id, paragraph?.anchored ?? sink());
    else if (name === 'relIds') options.drawing?.(dm ?? '', paragraph?.anchored ?? sink());
    else if (name === 'altChunk') options.refers?.('chunk', id);
    else if (name === 'OLEObject') options.refers?.(isOldFormula(program) ? 'formula' : 'object', id);
    else if (name === 'textpath') add(`${string ?? ''}\n`);
    else if (name === 'headerReference' || name === 'footerReference') options.refers?.('running', id);
  }

  function openRun(name: string, attributes: XmlAttributes): void {
    const { ascii, hAnsi, char = '', fldCharType } = attributes;
    if (name === 't') inText = true;
    else if (name === 'r') font = '';
    else if (name === 'rFonts') font = [ascii, hAnsi].find((value) => value && isSymbolFont(value)) ?? '';
    else if (name === 'sym') add(symbolText(attributes.font ?? '', Number.parseInt(char, 16) || 0));
    else if (name === 'fldChar') fields.mark(fldCharType);
    else if (formElements.has(name)) fields.form(name, attributes.val);
    else if (Object.hasOwn(signs, name)) add(signs[name] as string);
    else openReference(name, attributes);
  }

  function closeParagraph(): void {
    carried = paragraphs.pop()?.end(sink()) ?? '';
    if (sinks.length === 1) fields.endParagraph();
  }

  return {
    open(name, attributes) {
      if (skipped > 0) skipped++;
      else if (inProperties && (name === 'del' || name === 'moveFrom')) {
        const paragraph = paragraphs.at(-1);
        if (paragraph) paragraph.isMarkDeleted = true;
      } else if (isSilent(name)) skipped = 1;
      else if (math.isOpen() || formulaElements.has(name)) add(math.open(name, attributes));
      else if (name === 'p') {
        paragraphs.push(createWordParagraph(carried, styles, numbering));
        carried = '';
      } else if (name === 'pPr') inProperties = true;
      else if (inProperties) openProperty(name, attributes);
      else if (name === 'AlternateContent') taken.push(false);
      else if (name === 'tbl') {
        tables.push(createWordTable(sink()));
        sinks.push((tables.at(-1) as WordTable).sink);
      } else if (tableElements.has(name)) tables.at(-1)?.open(name, attributes);
      else if (name === 'txbxContent') {
        boxes.push(createBlockBuffer());
        sinks.push(boxes.at(-1) as BlockBuffer);
      } else openRun(name, attributes);
    },
    text(data) {
      if (skipped > 0) return;
      if (math.isOpen()) add(math.text(data));
      else if (inText) add(mapPrivateSigns(data, font));
    },
    close(name) {
      if (skipped > 0) {
        skipped--;
        return;
      }
      if (math.isOpen()) add(math.close(name));
      else if (name === 't') inText = false;
      else if (name === 'p') closeParagraph();
      else if (name === 'pPr') inProperties = false;
      else if (name === 'ffData') {
        const shown = fields.endForm();
        if (shown !== '') paragraphs.at(-1)?.add(shown, sink());
      } else if (name === 'AlternateContent') taken.pop();
      else if (name === 'tc' || name === 'tr') {
        if (name === 'tc') endCarried();
        tables.at(-1)?.close(name);
      } else if (name === 'tbl') {
        tables.pop()?.close(name);
        sinks.pop();
      } else if (name === 'txbxContent') {
        endCarried();
        const box = boxes.pop();
        sinks.pop();
        box?.drainTo(paragraphs.at(-1)?.anchored ?? sink());
      }
    },
    end: endCarried,
  };
}
