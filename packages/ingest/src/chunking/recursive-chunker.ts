import { assertKnownOptions, type Chunk, type Chunker, type KnownOptions } from '@cubo/contracts';
import { badOption } from './bad-option.ts';
import { rememberSpecification } from './chunker-specification.ts';
import { cutText } from './cut-text.ts';
import { joinSections } from './join-sections.ts';
import { createLocatorNarrower } from './narrow-locator.ts';
import { characterMeasure } from './text-measure.ts';
import { estimatedTokens, type TokenCounter } from './token-counter.ts';
import { tokenMeasure } from './token-measure.ts';

/** Options of {@link recursiveChunker}. Sizes are in characters, or else in tokens. */
export interface RecursiveChunkerOptions {
  /**
   * The most UTF-16 code units in a chunk, at least 32; the last chunk of a section may have 1.2 times as many, so that
   * no crumb is left over. `Infinity` makes one chunk of each section. Default 1000.
   */
  readonly maximumCharacters?: number | undefined;
  /** The most code units a chunk repeats of the one before it; less than half of the maximum. Default 100. */
  readonly overlapCharacters?: number | undefined;
  /** In place of `maximumCharacters`: the most tokens in a chunk, at least 8; the last one may have 1.2 times as many. */
  readonly maximumTokens?: number | undefined;
  /** The most tokens a chunk repeats; less than half of the maximum. Default a tenth of it. */
  readonly overlapTokens?: number | undefined;
  /** How tokens are counted. Default: {@link estimatedTokens}, which needs no model. */
  readonly tokens?: TokenCounter | undefined;
}

const known: KnownOptions<RecursiveChunkerOptions> = {
  maximumCharacters: true,
  overlapCharacters: true,
  maximumTokens: true,
  overlapTokens: true,
  tokens: true,
};

/**
 * Cuts sections at the strongest border that is near: rows of a table, paragraphs, sentences, lines, words, graphemes.
 * Nothing but white space is left out, each chunk's text is exactly its range of the document text, and heading and
 * context of its section are repeated on every chunk. See `cutText` for the rules.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` when an option is unknown or out of range, or sizes are given in characters and
 * in tokens
 */
export function recursiveChunker(options: RecursiveChunkerOptions = {}): Chunker {
  assertKnownOptions('recursiveChunker()', options, known);
  const { maximum, overlap, unit, measure } =
    options.maximumTokens === undefined ? inCharacters(options) : inTokens(options);
  const length = (text: string) => measure(text).length(0, text.length);
  const chunker: Chunker = {
    id: `recursive@2:${maximum}/${overlap}${unit}`,
    async *chunk(sections, { signal } = {}): AsyncGenerator<Chunk> {
      for await (const section of joinSections(sections, { maximum, length })) {
        const { text, kind, heading, context, rowStarts } = section;
        const locate = createLocatorNarrower(section);
        for (const { start, end } of cutText(text, { kind, maximum, overlap, measure, rowStarts })) {
          signal?.throwIfAborted();
          yield { text: text.slice(start, end), kind, locator: locate(start, end), heading, context };
        }
      }
    },
  };
  if (options.tokens === undefined) rememberSpecification(chunker, { chunker: 'recursive', options });
  return chunker;
}

function inCharacters(options: RecursiveChunkerOptions) {
  const { maximumCharacters = 1000, overlapTokens, tokens } = options;
  const { overlapCharacters = Math.min(100, Math.floor(maximumCharacters / 10)) } = options;
  if (!(maximumCharacters === Infinity || (Number.isInteger(maximumCharacters) && maximumCharacters >= 32)))
    throw badOption('maximumCharacters', maximumCharacters, 'a whole number of at least 32, or Infinity');
  if (!(Number.isInteger(overlapCharacters) && overlapCharacters >= 0 && overlapCharacters < maximumCharacters / 2)) {
    const expected = 'a whole number from 0 to less than half of maximumCharacters';
    throw badOption('overlapCharacters', overlapCharacters, expected);
  }
  if (overlapTokens !== undefined) throw badOption('overlapTokens', overlapTokens, 'maximumTokens with it');
  if (tokens !== undefined) throw badOption('tokens', tokens.id, 'maximumTokens with it');
  return { maximum: maximumCharacters, overlap: overlapCharacters, unit: '', measure: characterMeasure };
}

function inTokens(options: RecursiveChunkerOptions) {
  const { maximumTokens = 0, maximumCharacters, overlapCharacters, tokens = estimatedTokens } = options;
  const { overlapTokens = Math.floor(maximumTokens / 10) } = options;
  if (!(Number.isInteger(maximumTokens) && maximumTokens >= 8))
    throw badOption('maximumTokens', maximumTokens, 'a whole number of at least 8');
  if (!(Number.isInteger(overlapTokens) && overlapTokens >= 0 && overlapTokens < maximumTokens / 2))
    throw badOption('overlapTokens', overlapTokens, 'a whole number from 0 to less than half of maximumTokens');
  for (const [name, value] of Object.entries({ maximumCharacters, overlapCharacters }))
    if (value !== undefined) throw badOption(name, value, 'sizes in characters or in tokens, not both');
  const unit = ` tokens (${tokens.id})`;
  return { maximum: maximumTokens, overlap: overlapTokens, unit, measure: tokenMeasure(tokens) };
}
