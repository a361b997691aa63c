import type { Locator } from '@cubo/contracts';

/** What an item rests on: words of a document. */
export interface Grounding {
  /** URI of the document. */
  readonly source: string;
  /** Id of the chunk that the words were found in. */
  readonly chunk: number;
  /** Where the words stand. */
  readonly locator: Locator;
  /** The words, exactly as they stand in the chunk. */
  readonly quote: string;
  /** Hash of the document's bytes when the item was made. */
  readonly sha256: string;
}

/**
 * Whether the words an item rests on still stand in its document: `stale` where the document has changed and does not say
 * them any more, `gone` where it has left the library.
 */
export type GroundingState = 'current' | 'stale' | 'gone';
