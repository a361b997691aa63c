import type { KnownOptions } from '@cubo/contracts';
import type { FileLayer } from '@cubo/library';
import { checkCount } from '../check-arguments.ts';
import { assertPlace } from '../tiered/assert-tiered-options.ts';

/** What the tiers that find their candidates with another library have in common. */
export interface CandidateTierOptions {
  /** Folder of the index; made at the first flush if it does not exist. The vectors in it are those of `openTieredVectors`. */
  readonly directory: string;
  /** By what the disk is reached. */
  readonly files: FileLayer;
  /** Length of every vector. */
  readonly dimensions: number;
  /** How vectors are kept, as in `openTieredVectors`. Default `int8`. */
  readonly encoding?: 'int8' | 'float16' | undefined;
  /**
   * What it may take of memory between searches: for vectors of files, and for the library's index. Vectors for which
   * there is no room in that are compared with the query one by one. Default 256 MiB.
   */
  readonly memoryBytes?: number | undefined;
  /** So much of it for vectors of files. Default: a quarter, at most 64 MiB. */
  readonly cacheBytes?: number | undefined;
  /** Bytes of the blocks in which new files of vectors are written, and later checked. Default 4096. */
  readonly blockBytes?: number | undefined;
  /**
   * So many bytes of vectors are compared with a query one by one; where there are more, the library's index is made and
   * asked. Default 16 MiB, a few milliseconds.
   */
  readonly scanBytes?: number | undefined;
  /** Vectors that the library is asked for, and that are scored exactly, for each hit; 64 at least in all. Default 10. */
  readonly candidates?: number | undefined;
  /**
   * Whether the library's index is made and extended after a flush, while other work goes on. Otherwise `optimize` does
   * that. Default true.
   */
  readonly background?: boolean | undefined;
  /** What is loaded instead of the package of the library's name: another package, or the path of a package's folder. */
  readonly package?: string | undefined;
}

/** The names of these options. */
export const candidateTierOptions: KnownOptions<CandidateTierOptions> = {
  directory: true,
  files: true,
  dimensions: true,
  encoding: true,
  memoryBytes: true,
  cacheBytes: true,
  blockBytes: true,
  scanBytes: true,
  candidates: true,
  background: true,
  package: true,
};

const MiB = 2 ** 20;

/** Options with their defaults. */
export interface CandidateTierSettings {
  readonly memoryBytes: number;
  readonly cacheBytes: number;
  readonly scanBytes: number;
  readonly candidates: number;
  readonly background: boolean;
}

/** Fills in defaults; throws `CUBO_BAD_ARGUMENT` for options that make no sense. */
export function checkCandidateOptions(options: CandidateTierOptions): CandidateTierSettings {
  assertPlace(options);
  const { memoryBytes = 256 * MiB, scanBytes = 16 * MiB, candidates = 10, background = true } = options;
  const { cacheBytes = Math.min(64 * MiB, Math.floor(memoryBytes / 4)) } = options;
  checkCount(memoryBytes, 0, 'memoryBytes');
  checkCount(cacheBytes, 0, 'cacheBytes');
  checkCount(scanBytes, 0, 'scanBytes');
  checkCount(candidates, 1, 'candidates');
  return { memoryBytes, cacheBytes, scanBytes, candidates, background };
}
