import { type DocumentDescription, isCuboError } from '@cubo/contracts';
import { type BlockBuffer, createBlockBuffer } from '../office/block-sink.ts';
import type { RunningTexts } from '../office/running-texts.ts';
import type { StructuredSections } from '../shared/structured-sections.ts';
import { tooDeep } from '../shared/too-deep.ts';
import { type RtfDestination, rtfCharacters, rtfDestinations } from './rtf-destinations.ts';
import { breaks, emptyRow, isStory, type RtfGroup, type RtfOpenStory } from './rtf-group.ts';
import { createRtfStory } from './rtf-story.ts';
import { createRtfTables, levelOfOutline } from './rtf-tables.ts';
import { createRtfText, type RtfFont } from './rtf-text.ts';
import type { RtfHandler } from './rtf-tokenizer.ts';

/** More groups inside each other than this are no document. */
const deepest = 2000;
/** Tables inside each other that are told apart. */
const mostNested = 20;
const longestProperty = 1000;

/** What {@link createRtfReader} writes to. */
export interface RtfReaderOptions {
  readonly uri: string;
  readonly sections: StructuredSections;
  readonly running: RunningTexts;
  readonly describe: (description: DocumentDescription) => void;
  /** Hears of an embedded object, by the name of its class. */
  readonly object: (className: string) => void;
}

/** Reads the tokens of an RTF file; `end` returns how many groups are still open. */
export interface RtfReader extends RtfHandler {
  end(): number;
}

/** Follows the groups and control words of an RTF file (RTF 1.9.1). */
export function createRtfReader(options: RtfReaderOptions): RtfReader {
  const { sections, running, uri } = options;
  const tables = createRtfTables();
  const properties = { title: '', author: '' };
  const groups: RtfGroup[] = [];
  let label = '';
  let objectClass = '';
  /** The font of the text that follows, until a group or control word may change it. */
  let current: RtfFont | undefined;
  let notes = 0;
  /** Characters still to be skipped after `\u`. */
  let skip = 0;
  let group: RtfGroup = {
    destination: 'text',
    story: openStory(undefined),
    isFirst: false,
    begins: false,
    starred: false,
    font: undefined,
    uc: 1,
    deleted: false,
    inTable: false,
    depth: 1,
    style: undefined,
    outline: undefined,
    listLevel: 0,
  };
  const body = group.story;
  const text = createRtfText(addText);

  function openStory(buffer: BlockBuffer | undefined): RtfOpenStory {
    const story = createRtfStory(buffer ?? sections);
    return { story, buffer, comments: '', row: { isHeader: false, cells: [] }, continues: false };
  }

  function addText(more: string): void {
    if (group.deleted) return;
    const { destination } = group;
    if (destination === 'fonts') tables.fontName(more);
    else if (destination === 'styles') tables.styleName(more);
    else if (destination === 'list label') label = (label + more).slice(0, 100);
    else if (destination === 'object class') objectClass = (objectClass + more).slice(0, 100);
    else if (destination === 'comment author') group.story.comments = (group.story.comments + more).slice(0, 200);
    else if (destination === 'title' || destination === 'author')
      properties[destination] = (properties[destination] + more).slice(0, longestProperty);
    else if (destination !== 'skipped' && destination !== 'object') group.story.story.add(more);
  }

  function font(): RtfFont {
    current ??= fontHere();
    return current;
  }

  function fontHere(): RtfFont {
    const { destination } = group;
    // Names of fonts and styles, and the properties, are in the document's own encoding.
    const index = destination === 'text' || isStory(destination) ? (group.font ?? tables.defaultFont) : undefined;
    return tables.font(index);
  }

  function paragraph() {
    const { style, outline, inTable, depth, listLevel } = group;
    const headingLevel = levelOfOutline(outline) ?? (style === undefined ? undefined : tables.headingLevel(style));
    const tableDepth = inTable || depth > 1 ? Math.min(depth, mostNested) : 0;
    return { headingLevel, tableDepth, listLevel };
  }

  function begin(word: string): boolean {
    const found = rtfDestinations.get(word);
    if (found === undefined) {
      if (group.starred) group.destination = 'skipped';
      return group.starred;
    }
    const outer = groups.at(-1) ?? group;
    if (outer.destination === 'skipped' && word !== 'ud') group.destination = 'skipped';
    else if (found === 'same') {
      if (word === 'ud') group.destination = groups.at(-2)?.destination ?? 'text';
    } else {
      group.destination = found;
      if (found === 'object class') objectClass = '';
      else if (found === 'object') {
        options.object(objectClass.trim());
        objectClass = '';
      }
      if (isStory(found)) beginStory(found);
    }
    return true;
  }

  function beginStory(destination: RtfDestination): void {
    if (destination === 'note') group.story.story.add(`[${++notes}]`);
    group.story = openStory(createBlockBuffer());
    group.begins = true;
    group.inTable = false;
    group.depth = 1;
    group.style = undefined;
    group.outline = undefined;
  }

  function endStory(ended: RtfGroup, outer: RtfGroup): void {
    ended.story.story.end();
    const lines = ended.story.buffer?.lines() ?? '';
    if (lines.trim() === '') return;
    if (ended.destination === 'page header') running.add(lines);
    else if (ended.destination === 'note') outer.story.story.after(`[${notes}] ${lines}`);
    else if (ended.destination === 'comment') {
      const author = outer.story.comments.trim();
      outer.story.story.after(`[Comment${author === '' ? '' : ` by ${author}`}: ${lines}]`);
      outer.story.comments = '';
    } else outer.story.story.after(lines);
  }

  function layout(word: string, parameter: number | undefined): void {
    const { story, row } = group.story;
    if (word === 'par' || word === 'sect' || word === 'page' || word === 'column') story.endParagraph(paragraph());
    else if (word === 'cell') story.endCell({ ...paragraph(), tableDepth: 1 }, row);
    else if (word === 'nestcell')
      story.endCell({ ...paragraph(), tableDepth: Math.max(2, paragraph().tableDepth) }, emptyRow);
    else if (word === 'row') story.endRow(1, row);
    else if (word === 'nestrow') story.endRow(Math.max(2, paragraph().tableDepth), emptyRow);
    else if (word === 'trowd') group.story.row = { isHeader: false, cells: [] };
    else if (word === 'trhdr') row.isHeader = true;
    else if (word === 'clvmrg') group.story.continues = true;
    else if (word === 'cellx') {
      if (row.cells.length < 256) row.cells.push({ continues: group.story.continues });
      group.story.continues = false;
    } else format(word, parameter);
  }

  function format(word: string, parameter: number | undefined): void {
    if (word === 'pard') {
      Object.assign(group, { inTable: false, depth: 1, style: undefined, outline: undefined, listLevel: 0 });
    } else if (word === 'plain') Object.assign(group, { font: undefined, deleted: false });
    else if (word === 'f') group.font = parameter;
    else if (word === 'uc') group.uc = Math.max(0, parameter ?? 1);
    else if (word === 'deleted') group.deleted = parameter !== 0;
    else if (word === 'intbl') group.inTable = true;
    else if (word === 'itap') group.depth = Math.max(1, parameter ?? 1);
    else if (word === 's') group.style = parameter;
    else if (word === 'outlinelevel') group.outline = parameter;
    else if (word === 'ilvl') group.listLevel = Math.max(0, parameter ?? 0);
    else if (word === 'ansicpg' && parameter) tables.setCodePage(parameter);
    else if (word === 'mac') tables.setCodePage(10000);
    else if (word === 'pc') tables.setCodePage(437);
    else if (word === 'pca') tables.setCodePage(850);
    else if (word === 'deff') tables.defaultFont = parameter;
  }

  function control(word: string, parameter: number | undefined): void {
    if (skip > 0 && word !== 'u' && !breaks.has(word)) {
      skip--;
      return;
    }
    skip = 0;
    if (word === 'u') {
      if (group.destination !== 'skipped' && parameter !== undefined) text.unit(parameter, font());
      skip = group.uc;
      group.isFirst = false;
      return;
    }
    text.flush();
    current = undefined;
    if (word === '*' && group.isFirst) {
      group.starred = true;
      return;
    }
    const { isFirst } = group;
    group.isFirst = false;
    if (isFirst && begin(word)) return;
    if (group.destination === 'skipped') return;
    if (group.destination === 'fonts') tables.fontControl(word, parameter);
    else if (group.destination === 'styles') tables.styleControl(word, parameter);
    else if (Object.hasOwn(rtfCharacters, word)) addText(rtfCharacters[word] as string);
    else if (group.destination === 'text' || isStory(group.destination)) layout(word, parameter);
    else if (word === 'uc' || word === 'f') format(word, parameter);
  }

  return {
    open() {
      text.flush();
      current = undefined;
      skip = 0;
      if (groups.length > deepest)
        throw tooDeep(uri, deepest, 'groups', 'Open it in a word processor and save it again.');
      groups.push(group);
      group = { ...group, isFirst: true, begins: false, starred: false };
    },
    close() {
      text.flush();
      current = undefined;
      skip = 0;
      const ended = group;
      const outer = groups.pop();
      if (outer === undefined) return;
      group = outer;
      if (ended.begins) endStory(ended, outer);
      if (ended.destination === 'list label' && outer.destination !== 'list label') {
        outer.story.story.label(label);
        label = '';
      }
    },
    control,
    run(bytes) {
      group.isFirst = false;
      const skipped = Math.min(skip, bytes.length);
      skip -= skipped;
      if (group.destination !== 'skipped' && skipped < bytes.length) text.run(bytes.subarray(skipped), font());
    },
    byte(value) {
      group.isFirst = false;
      if (skip > 0) skip--;
      else if (group.destination !== 'skipped') text.byte(value, font());
    },
    end() {
      text.flush();
      const open = groups.length;
      while (groups.length > 0) {
        try {
          this.close();
        } catch (error) {
          // Whatever was too much for a note or text box before is too much for it still.
          if (!isCuboError(error)) throw error;
        }
      }
      body.story.end();
      const [title, author] = [properties.title, properties.author].map((value) => value.trim().toWellFormed());
      options.describe({ ...(title && { title }), ...(author && { author }) });
      return open;
    },
  };
}
