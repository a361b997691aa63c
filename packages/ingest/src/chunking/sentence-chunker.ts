import {
  assertKnownOptions,
  type Chunk,
  type Chunker,
  type KnownOptions,
  type Section,
  type TextRange,
} from '@cubo/contracts';
import { skipWhiteSpace, skipWhiteSpaceBack } from '../text/borders.ts';
import { sentenceStarts } from '../text/sentence-starts.ts';
import { badOption } from './bad-option.ts';
import { rememberSpecification } from './chunker-specification.ts';
import { cutText } from './cut-text.ts';
import { joinSections } from './join-sections.ts';
import { createLocatorNarrower } from './narrow-locator.ts';

/** Options of {@link sentenceChunker}. */
export interface SentenceChunkerOptions {
  /** Sentences, or rows of a table, in a chunk; at least 1. Default 1. */
  readonly sentences?: number | undefined;
  /** Sentences before and after it that belong to the passage to read; at least 0. Default 2. */
  readonly surroundingSentences?: number | undefined;
  /** The most UTF-16 code units in a chunk, at least 32: a longer sentence is divided. Default 1000. */
  readonly maximumCharacters?: number | undefined;
}

/** Sections are joined up to this length, so that passages reach over short ones. */
const joinedCharacters = 4000;
/** A sentence this short goes with the next one. */
const shortSentence = 40;

const known: KnownOptions<SentenceChunkerOptions> = {
  sentences: true,
  surroundingSentences: true,
  maximumCharacters: true,
};

/**
 * Cuts sections into sentences: small chunks, which match exactly, each with the wider `passage` that is to be read
 * around it (sentence-window retrieval). Tables are cut into rows and code into lines, by the same rule. An index of
 * sentences has some eight times as many entries as one of passages.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` when an option is unknown or out of range
 */
export function sentenceChunker(options: SentenceChunkerOptions = {}): Chunker {
  assertKnownOptions('sentenceChunker()', options, known);
  const { sentences = 1, surroundingSentences = 2, maximumCharacters = 1000 } = options;
  if (!(Number.isInteger(sentences) && sentences >= 1))
    throw badOption('sentences', sentences, 'a whole number of at least 1');
  if (!(Number.isInteger(surroundingSentences) && surroundingSentences >= 0))
    throw badOption('surroundingSentences', surroundingSentences, 'a whole number of at least 0');
  if (!(Number.isInteger(maximumCharacters) && maximumCharacters >= 32))
    throw badOption('maximumCharacters', maximumCharacters, 'a whole number of at least 32');
  const chunker: Chunker = {
    id: `sentence@2:${sentences}±${surroundingSentences}/${maximumCharacters}`,
    async *chunk(sections, { signal } = {}): AsyncGenerator<Chunk> {
      for await (const section of joinSections(sections, {
        maximum: joinedCharacters,
        length: ({ length }) => length,
      })) {
        const { text, kind, heading, context, locator } = section;
        const locate = createLocatorNarrower(section);
        const units = sentencesOf(section);
        for (let first = 0; first < units.length; first += sentences) {
          signal?.throwIfAborted();
          const last = Math.min(first + sentences, units.length) - 1;
          for (const { start, end } of piecesOf(text, range(units, first, last), section, maximumCharacters)) {
            const passage = range(units, first - surroundingSentences, last + surroundingSentences);
            yield {
              text: text.slice(start, end),
              kind,
              locator: locate(start, end),
              heading,
              context,
              passage: { start: locator.start + passage.start, end: locator.start + passage.end },
            };
          }
        }
      }
    },
  };
  rememberSpecification(chunker, { chunker: 'sentence', options });
  return chunker;
}

/** The sentences, rows or lines of a section, without the white space between them. */
function sentencesOf({ text, kind, rowStarts }: Section): TextRange[] {
  const starts = rowStarts ?? (kind === 'code' ? lineStarts(text) : sentenceStarts(text));
  const units: TextRange[] = [];
  let start = skipWhiteSpace(text, 0);
  for (const next of [...starts, text.length]) {
    const end = skipWhiteSpaceBack(text, next);
    const isShort = end - start < shortSentence && next < text.length && kind !== 'table';
    if (end <= start || isShort) continue;
    units.push({ start, end });
    start = skipWhiteSpace(text, next);
  }
  return units;
}

function lineStarts(text: string): number[] {
  return Array.from(text.matchAll(/\n/g), (match) => match.index + 1);
}

function range(units: readonly TextRange[], first: number, last: number): TextRange {
  const from = units[Math.max(0, first)] as TextRange;
  const to = units[Math.min(units.length - 1, last)] as TextRange;
  return { start: from.start, end: to.end };
}

/** The range itself, or the pieces that one too long is divided into. */
function* piecesOf(text: string, { start, end }: TextRange, { kind }: Section, maximum: number): Generator<TextRange> {
  if (end - start <= maximum) {
    yield { start, end };
    return;
  }
  for (const piece of cutText(text.slice(start, end), { kind, maximum, overlap: 0 }))
    yield { start: start + piece.start, end: start + piece.end };
}
