import type { Hit } from './hit.ts';
import type { VectorOrigin } from './vector-tier.ts';

/** The result of one index for one query, best first. */
export interface RankedList {
  /** `sparse`, `dense`, or the name of a list of the host's own. */
  readonly name: string;
  readonly hits: readonly Hit[];
  /**
   * Scores in this list of chunks that rank behind `hits` but that another list has found. They have no rank. Asked for
   * only when the fuser says that it {@link Fuser.usesScores}.
   */
  readonly others?: readonly Hit[] | undefined;
  /** The share of the live chunks that the index holds, 0 to 1. Default 1. */
  readonly coverage?: number | undefined;
  /**
   * How far the list can be trusted for this query, 0 to 1; from the query path, the share of the query that its index
   * understands: of the lexical one its words that stand in any chunk, if the index tells its terms. Default 1.
   */
  readonly confidence?: number | undefined;
}

/** What a fuser may use beside the lists. */
export interface FusionContext {
  readonly query: string;
  /** The most hits to return. */
  readonly limit: number;
}

/** How one list spoke for a fused hit. */
export interface FusionContribution {
  /** Name of the list. */
  readonly list: string;
  /** 1-based rank in it; `undefined` for a chunk that it was asked about but ranks behind those it was asked for. */
  readonly rank: number | undefined;
  /** Score in it. */
  readonly score: number;
  /** Weight the list had. */
  readonly weight: number;
  /** What it added to the fused score. */
  readonly contribution: number;
  /** How a vector tier came upon it; added by the query path, a fuser need not. */
  readonly origin?: VectorOrigin | undefined;
}

/** A hit of the merged list; `score` is the sum of its contributions. */
export interface FusedHit extends Hit {
  readonly contributions: readonly FusionContribution[];
}

/** Merges ranked lists into one. Pure: the same lists give the same result, ties by id. */
export interface Fuser {
  /** Name and settings, for traces: `rrf(k=60)`. */
  readonly id: string;
  /**
   * Whether it makes use of scores, and so of {@link RankedList.others}, which cost a look into the index for each
   * query. Default false: it works with ranks.
   */
  readonly usesScores?: boolean | undefined;
  /** The merged list, best first, at most `context.limit` hits. */
  fuse(lists: readonly RankedList[], context: FusionContext): FusedHit[];
}
