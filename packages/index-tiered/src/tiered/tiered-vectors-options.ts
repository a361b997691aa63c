import type { FileLayer } from '@cubo/library';
import { checkCount, unknownValue } from '../check-arguments.ts';
import type { ColdProfile } from '../cold/cold-shape.ts';
import { largestEfConstruction, largestM } from '../hnsw/parameter-limits.ts';
import { float16Encoding } from '../raw-vectors/float16-encoding.ts';
import { int8Encoding } from '../raw-vectors/int8-encoding.ts';
import { assertPlace, assertTieredOptions } from './assert-tiered-options.ts';

const MiB = 2 ** 20;

/** Options of {@link openTieredVectors}. */
export interface TieredVectorsOptions {
  /** Folder of the index; made at the first flush if it does not exist. */
  readonly directory: string;
  /** By what the disk is reached. */
  readonly files: FileLayer;
  /** Length of every vector, at most 65 536. */
  readonly dimensions: number;
  /**
   * How vectors are kept: `int8` with a scale for each, or `float16` in twice the bytes. An index with vectors in the
   * other is refused with `CUBO_INDEX_CORRUPT`. Default `int8`.
   */
  readonly encoding?: 'int8' | 'float16' | undefined;
  /**
   * What it may take of memory between searches: for vectors of files, and for the graph. Where that is not enough for a
   * graph of `hot.capacity` vectors, vectors become cold earlier. Default 256 MiB.
   */
  readonly memoryBytes?: number | undefined;
  /** So much of it for vectors of files. Default: a quarter, at most 64 MiB. */
  readonly cacheBytes?: number | undefined;
  /** Bytes of the blocks in which new files are written, and later checked. Default 4096. */
  readonly blockBytes?: number | undefined;
  /** The newest vectors. */
  readonly hot?: HotOptions | undefined;
  /** The others. */
  readonly cold?: ColdOptions | undefined;
  /**
   * Whether graph and cold segments are made after a flush, while other work goes on. Otherwise `optimize` makes them.
   * Default true.
   */
  readonly background?: boolean | undefined;
  /** The most bytes of vectors, and of lists, in memory while a cold segment is made. Default 32 MiB. */
  readonly trainingBytes?: number | undefined;
}

/** How the newest vectors are searched. */
export interface HotOptions {
  /** When there are more, all become a cold segment. A vector in the graph takes its dimensions and 200 bytes. Default 500 000. */
  readonly capacity?: number | undefined;
  /**
   * So many bytes of vectors are compared with a query one by one; where there are more, a graph is made. Default 16 MiB,
   * a few milliseconds.
   */
  readonly scanBytes?: number | undefined;
  /** Links of a new vertex of the graph (HNSW's M), 2 to 256. Default 16. */
  readonly m?: number | undefined;
  /** Vertices among which they are chosen, at most 65 536. Default 200. */
  readonly efConstruction?: number | undefined;
  /** Vertices that a search keeps in view. Default 96. */
  readonly efSearch?: number | undefined;
}

/** How the other vectors are compressed and searched. */
export interface ColdOptions {
  /** `balanced`: a byte for each 4 dimensions, at most 128. `compact`: 8 bytes a vector, and more vectors to score exactly. Default `balanced`. */
  readonly profile?: ColdProfile | undefined;
  /**
   * Share of the ten nearest vectors that a search is to find, above 0 and below 1. How many lists it reads and how many
   * vectors it scores exactly is measured for that, when a segment is made. Default 0.95.
   */
  readonly recall?: number | undefined;
}

/** Options with their defaults. */
export interface TieredVectorsSettings {
  readonly dimensions: number;
  readonly encoding: 'int8' | 'float16';
  readonly cacheBytes: number;
  readonly blockBytes: number;
  readonly hot: HotOptions & { readonly capacity: number; readonly scanBytes: number };
  readonly cold: { readonly profile: ColdProfile; readonly recall: number };
  readonly trainingBytes: number;
  readonly background: boolean;
}

const mostDimensions = 65_536;
/** What a vertex of the graph takes besides the components of its vector: scale, links, ids. */
const bytesInGraph = 200;

/** Fills in defaults; throws `CUBO_BAD_ARGUMENT` for options that make no sense. */
export function checkOptions(options: TieredVectorsOptions): TieredVectorsSettings {
  assertTieredOptions(options);
  assertPlace(options);
  const { dimensions, encoding = 'int8', memoryBytes = 256 * MiB, blockBytes = 4096 } = options;
  const { cacheBytes = Math.min(64 * MiB, Math.floor(memoryBytes / 4)), trainingBytes = 32 * MiB } = options;
  const { background = true } = options;
  const { capacity = 500_000, scanBytes = 16 * MiB, ...graph } = options.hot ?? {};
  const { profile = 'balanced', recall = 0.95 } = options.cold ?? {};
  checkCount(dimensions, 1, 'dimensions');
  checkCount(memoryBytes, 0, 'memoryBytes');
  checkCount(cacheBytes, 0, 'cacheBytes');
  checkCount(blockBytes, 1, 'blockBytes');
  checkCount(trainingBytes, 1, 'trainingBytes');
  checkCount(capacity, 0, 'hot.capacity');
  checkCount(scanBytes, 0, 'hot.scanBytes');
  for (const [name, value] of Object.entries(graph)) if (value !== undefined) checkCount(value, 1, `hot.${name}`);
  if (dimensions > mostDimensions) {
    throw unknownValue('dimensions', dimensions, `a whole number from 1 to ${mostDimensions}`);
  }
  const { m = 2, efConstruction = 1 } = graph;
  if (m < 2 || m > largestM) throw unknownValue('hot.m', m, `a whole number from 2 to ${largestM}`);
  if (efConstruction > largestEfConstruction) {
    throw unknownValue('hot.efConstruction', efConstruction, `a whole number from 1 to ${largestEfConstruction}`);
  }
  if (encoding !== 'int8' && encoding !== 'float16') throw unknownValue('encoding', encoding, 'int8 or float16');
  if (profile !== 'balanced' && profile !== 'compact') {
    throw unknownValue('cold.profile', profile, 'balanced or compact');
  }
  if (!(recall > 0 && recall < 1)) throw unknownValue('cold.recall', recall, 'a number above 0 and below 1');
  const inGraph = Math.floor(Math.max(0, memoryBytes - cacheBytes) / (dimensions + bytesInGraph));
  // What is scanned needs no graph.
  const scanned = Math.floor(scanBytes / (encoding === 'int8' ? int8Encoding : float16Encoding).bytes(dimensions));
  const hot = { scanBytes, ...graph, capacity: Math.min(capacity, Math.max(inGraph, scanned)) };
  const cold = { profile, recall };
  return { dimensions, encoding, cacheBytes, blockBytes, trainingBytes, background, hot, cold };
}
