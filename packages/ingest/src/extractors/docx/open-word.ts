import type { ExtractContext, Source } from '@cubo/contracts';
import { readDrawings } from '../drawingml/read-drawings.ts';
import { formatNumber } from '../office/number-format.ts';
import {
  invalidOffice,
  type OfficePackage,
  type OfficePackageKind,
  openOfficePackage,
} from '../office/open-office-package.ts';
import type { Relationship } from '../office/relationships.ts';
import { readNumbering } from './read-numbering.ts';
import { readWordNotes, type WordNote } from './word-notes.ts';
import { createWordNumbering } from './word-numbering.ts';
import type { WordStoryOptions } from './word-story.ts';
import { readWordStyles } from './word-styles.ts';

const kind: OfficePackageKind = {
  name: 'a Word document',
  extension: '.docx',
  usualMainPart: 'word/document.xml',
};

/** A Word document whose body is ready to be read. */
export interface OpenWord {
  readonly opened: OfficePackage;
  readonly relationships: ReadonlyMap<string, Relationship>;
  /** What the body refers to. */
  readonly options: WordStoryOptions;
}

/**
 * Opens a Word document and reads what its body refers to: styles, lists, notes, comments, charts and diagrams.
 *
 * @throws CuboError as `openOfficePackage` does
 */
export async function openWord(source: Source, context: ExtractContext): Promise<OpenWord> {
  const opened = await openOfficePackage(source, context, kind);
  try {
    const { mainPart } = opened;
    const relationships = await opened.relationships(mainPart);
    const part = (type: string) =>
      [...relationships.values()].find((found) => found.type === type && !found.isExternal)?.target;
    const styleReader = readWordStyles();
    await opened.readOptional(part('styles'), 'the styles of the document', styleReader.handler);
    const styles = styleReader.styles();
    const lists = readNumbering();
    await opened.readOptional(part('numbering'), 'the numbering of lists', lists.handler);
    const numbering = () => createWordNumbering(lists.definitions, styles.numberingOfStyle);

    async function notesOf(element: 'footnote' | 'endnote' | 'comment', types: string): Promise<Map<string, WordNote>> {
      const place = `the ${types} of the document`;
      const notesPart = part(types);
      if (notesPart === undefined) return new Map();
      const drawing = await readDrawings(opened, await opened.relationships(notesPart), context, place);
      const reader = readWordNotes(element, { styles, numbering: numbering(), drawing }, source.uri);
      await opened.readOptional(notesPart, place, reader.handler);
      return reader.notes;
    }
    const footnotes = await notesOf('footnote', 'footnotes');
    const endnotes = await notesOf('endnote', 'endnotes');
    const comments = await notesOf('comment', 'comments');
    const options: WordStoryOptions = {
      styles,
      numbering: numbering(),
      note: createNoteSigns(footnotes, endnotes),
      comment(id) {
        const comment = comments.get(id);
        comments.delete(id);
        return comment && `[Comment${comment.author ? ` by ${comment.author}` : ''}: ${comment.text}]`;
      },
      drawing: await readDrawings(opened, relationships, context, 'the document'),
    };
    return { opened, relationships, options };
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** Numbers notes in the order of the text: footnotes 1, 2, 3, endnotes i, ii, iii. */
function createNoteSigns(
  footnotes: ReadonlyMap<string, WordNote>,
  endnotes: ReadonlyMap<string, WordNote>,
): NonNullable<WordStoryOptions['note']> {
  const known = new Map<string, string>();
  const counts = { footnote: 0, endnote: 0 };
  return (kindOfNote, id) => {
    const isEndnote = kindOfNote === 'endnote';
    const key = `${kindOfNote} ${id}`;
    const before = known.get(key);
    if (before !== undefined) return { sign: before, line: undefined };
    const count = ++counts[isEndnote ? 'endnote' : 'footnote'];
    const sign = `[${formatNumber(count, isEndnote ? 'lowerRoman' : 'decimal')}]`;
    known.set(key, sign);
    const text = (isEndnote ? endnotes : footnotes).get(id)?.text;
    return { sign, line: text && `${sign} ${text}` };
  };
}

/** The error for a Word document without a body. */
export function withoutBody(uri: string): Error {
  return invalidOffice(uri, kind, 'its main part is of another format');
}
