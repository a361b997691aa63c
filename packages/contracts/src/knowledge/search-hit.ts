import type { Locator } from '../documents/locator.ts';
import type { SectionKind } from '../documents/section.ts';
import type { FusionContribution } from '../indexes/fuser.ts';

/** A passage that was found, with its exact place. */
export interface SearchHit {
  /** Id of the chunk; the same passage keeps it for the life of the library. */
  readonly id: number;
  /** URI of the document: for a file, its absolute path. */
  readonly source: string;
  readonly title?: string | undefined;
  /** Page, rows, lines or heading, and the exact range of characters. */
  readonly locator: Locator;
  /** Relevance; comparable within one result only. */
  readonly score: number;
  /** The passage as it stands in the document. */
  readonly text: string;
  /** Prose, table, slide or code. */
  readonly kind: SectionKind;
  /** Headings above it, outermost first. */
  readonly heading?: readonly string[] | undefined;
  /** Context that the passage needs, such as a table's header. */
  readonly context?: string | undefined;
  readonly explain: SearchTrace;
}

/** How a hit came to its score. */
export interface SearchTrace {
  /** Id of the fuser, with its settings. */
  readonly fuser: string;
  /** How each list spoke for the hit: rank, score, weight, and what that added to the fused score. */
  readonly lists: readonly FusionContribution[];
  /** Where a reranker has put it; the hit's score is then the reranker's. */
  readonly reranked?: { readonly reranker: string; readonly rank: number; readonly score: number } | undefined;
}
