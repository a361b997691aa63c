import { type Chunk, type Chunker, CuboError } from '@cubo/contracts';
import { cutText } from './cut-text.ts';
import { joinSections } from './join-sections.ts';
import { createLocatorNarrower } from './narrow-locator.ts';

/** Options of {@link recursiveChunker}. */
export interface RecursiveChunkerOptions {
  /**
   * The most UTF-16 code units in a chunk, at least 32; the last chunk of a section may have 1.2 times as many, so that
   * no crumb is left over. `Infinity` makes one chunk of each section. Default 1000.
   */
  readonly maximumCharacters?: number | undefined;
  /** The most code units a chunk repeats of the one before it; less than half of the maximum. Default 100. */
  readonly overlapCharacters?: number | undefined;
}

/**
 * Cuts sections at the strongest border that is near: rows of a table, paragraphs, sentences, lines, words, graphemes.
 * Nothing but white space is left out, each chunk's text is exactly its range of the document text, and heading and
 * context of its section are repeated on every chunk. See `cutText` for the rules.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` when an option is out of range
 */
export function recursiveChunker(options: RecursiveChunkerOptions = {}): Chunker {
  const { maximumCharacters = 1000 } = options;
  const { overlapCharacters = Math.min(100, Math.floor(maximumCharacters / 10)) } = options;
  if (!(maximumCharacters === Infinity || (Number.isInteger(maximumCharacters) && maximumCharacters >= 32))) {
    throw badOption('maximumCharacters', maximumCharacters, 'a whole number of at least 32, or Infinity');
  }
  if (!(Number.isInteger(overlapCharacters) && overlapCharacters >= 0 && overlapCharacters < maximumCharacters / 2)) {
    throw badOption(
      'overlapCharacters',
      overlapCharacters,
      'a whole number from 0 to less than half of maximumCharacters',
    );
  }
  return {
    id: `recursive@1:${maximumCharacters}/${overlapCharacters}`,
    async *chunk(sections, { signal } = {}): AsyncGenerator<Chunk> {
      for await (const section of joinSections(sections, maximumCharacters)) {
        const { text, kind, heading, context, rowStarts } = section;
        const locate = createLocatorNarrower(section);
        for (const { start, end } of cutText(text, { kind, maximumCharacters, overlapCharacters, rowStarts })) {
          signal?.throwIfAborted();
          yield { text: text.slice(start, end), kind, locator: locate(start, end), heading, context };
        }
      }
    },
  };
}

function badOption(name: string, value: unknown, expected: string): CuboError {
  return new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `The option ${name} of the chunker is ${String(value)}.`,
    remedy: `Give ${expected}.`,
  });
}
