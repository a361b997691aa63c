import type { Locator } from '../documents/locator.ts';
import type { Generator } from '../models/generator.ts';
import type { Scope } from './scope.ts';
import type { SearchHit } from './search-hit.ts';
import type { QuerySyntax, SearchOptions } from './search-options.ts';

/** A place in a document on which a statement of an answer rests. */
export interface Citation {
  /** The number by which the text cites it: `[1]`. */
  readonly number: number;
  /** URI of the document: for a file, its absolute path. */
  readonly source: string;
  readonly title?: string | undefined;
  /** Where the quote stands; its range holds exactly the characters of the quote. */
  readonly locator: Locator;
  /** Words of the document, to the letter. */
  readonly quote: string;
}

/** An answer with the places it rests on. */
export interface Answer {
  /** Cites passages by numbers in square brackets. */
  readonly text: string;
  readonly citations: readonly Citation[];
  /**
   * Id of the generator that wrote it; `extractive` quotes sentences and uses no language model, `none` says that none was
   * asked, because the documents hardly answer the question.
   */
  readonly generator: string;
  /**
   * How likely it is that one of the passages answers the question, 0 to 1, as their words tell. An answer that has no word
   * in common with its question is not seen. `undefined` in libraries of fewer than 100 chunks, where rare and frequent words
   * cannot be told apart, and where the sparse index does not tell its terms.
   */
  readonly confidence?: number | undefined;
  /** Why the generator stopped: `length` means that the text is cut off. */
  readonly finish: 'stop' | 'length' | 'tool-calls';
  /** All passages that the generator was given, best first. */
  readonly hits: readonly SearchHit[];
  /** What was found beside them, but had no room in the generator's context window; `undefined` where all had. */
  readonly leftOut?: readonly SearchHit[] | undefined;
}

/** Options of `cubo.ask`. */
export interface AskOptions extends Pick<SearchOptions, 'feedback' | 'rewrite' | 'diversity' | 'expand'> {
  /** The most passages that the generator is given. Default 7. */
  readonly limit?: number | undefined;
  /** Answer from these documents only. */
  readonly scope?: Scope | undefined;
  /** How the question is read, see `SearchOptions.syntax`. Default `plain`: it is prose. */
  readonly syntax?: QuerySyntax | undefined;
  /** Default: the generator of `createCubo`. */
  readonly generator?: Generator | undefined;
  /**
   * Below this `confidence` the answer is that the documents do not answer the question, and no generator is asked: 0 to 1,
   * 0 asks always. Default 0.1, of which 0.2 % of the questions fell short that had an answer and 77 % of those asked of
   * the wrong library (training questions of SciFact); 0 with an embedder of your own, which may know what no word tells,
   * and with `rewrite` and `feedback`, which find other words. Nothing falls short that has no `confidence`.
   * Where no passage is found, no generator is asked unless this is set to 0.
   */
  readonly leastConfidence?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One step of an answer. */
export type AnswerEvent =
  /** The passages that were found, and those that had no room in the generator's context window; comes first. */
  | {
      readonly type: 'passages';
      readonly hits: readonly SearchHit[];
      readonly leftOut?: readonly SearchHit[] | undefined;
    }
  /** The next piece of what a language model thinks before it answers; no part of the text. */
  | { readonly type: 'thinking'; readonly text: string }
  /** The next piece of the text. */
  | { readonly type: 'text'; readonly text: string }
  /** A place that the text cites; they come when the text is complete. */
  | { readonly type: 'citation'; readonly citation: Citation }
  /** Comes last. */
  | { readonly type: 'done'; readonly answer: Answer };

/**
 * An answer on its way: `await` it for the whole, or iterate over it for the steps as they come, or both. The question
 * is answered once, beginning with the first of these. When all who iterate have stopped early and nobody awaits it,
 * the work is stopped; awaiting it after that fails with an `AbortError`.
 */
export interface AnswerStream extends Promise<Answer>, AsyncIterable<AnswerEvent> {}
