import { CuboError } from '@cubo/contracts';
import type { XmlHandler } from '../../xml/xml-handler.ts';
import { createBlockBuffer } from '../office/block-sink.ts';
import { createWordStory, type WordStoryOptions } from './word-story.ts';

/** The most characters of notes or comments that are held while the text is read. */
const mostCharacters = 32 * 1024 * 1024;

/** A note or comment. */
export interface WordNote {
  readonly text: string;
  readonly author: string | undefined;
}

/** Collects the notes of `footnotes.xml`, `endnotes.xml` or `comments.xml` by their id. */
export function readWordNotes(
  element: 'footnote' | 'endnote' | 'comment',
  options: WordStoryOptions,
  uri: string,
): { readonly handler: XmlHandler; readonly notes: Map<string, WordNote> } {
  const notes = new Map<string, WordNote>();
  let buffer = createBlockBuffer();
  let story = createWordStory(buffer, options);
  let id: string | undefined;
  let author: string | undefined;
  let characters = 0;
  return {
    notes,
    handler: {
      open(name, attributes) {
        if (id !== undefined) story.open(name, attributes);
        else if (name === element) {
          id = attributes.id ?? '';
          author = attributes.author?.trim() || undefined;
          buffer = createBlockBuffer();
          story = createWordStory(buffer, options);
        }
      },
      text(data) {
        if (id !== undefined) story.text(data);
      },
      close(name) {
        if (id === undefined) return;
        if (name !== element) {
          story.close(name);
          return;
        }
        story.end();
        const text = buffer.lines();
        characters += text.length;
        if (characters > mostCharacters) throw tooMuch(uri);
        if (text !== '') notes.set(id, { text, author });
        id = undefined;
      },
    },
  };
}

function tooMuch(uri: string): CuboError {
  return new CuboError({
    code: 'CUBO_LIMIT_EXCEEDED',
    message: `${uri} has notes or comments of more than ${mostCharacters} characters.`,
    remedy: 'Split the document into smaller ones.',
    path: uri,
  });
}
