import type { Analyzer, SparseIndex, VectorTier } from '@cubo/contracts';
import type { FileLayer } from '@cubo/library';

/** What a factory of a lexical index is given. */
export interface SparseIndexContext {
  /** A folder of its own in the library; it may use it or not. */
  readonly directory: string;
  readonly files: FileLayer;
  readonly analyzer: Analyzer;
}

/** What a factory of a vector tier is given. */
export interface VectorTierContext {
  /** A folder of its own in the library, one for each vector space; it may use it or not. */
  readonly directory: string;
  readonly files: FileLayer;
  readonly dimensions: number;
  /** What it may take of memory between searches: its share of the budget. */
  readonly memoryBytes: number;
}

/** Opens a lexical index of the host's choice. */
export type OpenSparseIndex = (context: SparseIndexContext) => Promise<SparseIndex>;

/** Opens a vector tier of the host's choice. */
export type OpenVectorTier = (context: VectorTierContext) => Promise<VectorTier>;
