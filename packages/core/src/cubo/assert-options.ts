import {
  assertKnownOptions,
  badArgument,
  type Embedder,
  isTrainableEmbedder,
  type KnownOptions,
  type TrainableEmbedder,
} from '@cubo/contracts';
import { assertPart, type PartShape } from '../arguments/assert-part.ts';
import { describeValue } from '../arguments/describe-value.ts';
import { assertEmbedder } from '../indexes/assert-embedder.ts';
import { assertMemoryOptions } from '../memory/memory-options.ts';
import { assertModelOptions } from '../models/model-options.ts';
import { assertProfile } from '../profile/profile.ts';
import { assertSearchCache } from '../search/search-cache-options.ts';
import type { CuboOptions } from './cubo-options.ts';
import { assertEncryption } from './encryption-option.ts';
import { assertNetworkOption } from './network-access.ts';

const known: KnownOptions<CuboOptions> = {
  path: true,
  encryption: true,
  extractors: true,
  chunker: true,
  embedder: true,
  previousEmbedder: true,
  analyzer: true,
  sparseIndex: true,
  vectorTier: true,
  fuser: true,
  reranker: true,
  searchCache: true,
  generator: true,
  ocr: true,
  threads: true,
  workers: true,
  profile: true,
  models: true,
  memory: true,
  maximumBytes: true,
  lockTimeoutMilliseconds: true,
  network: true,
  logger: true,
  clock: true,
};

const parts = {
  chunker: { name: 'a chunker', texts: ['id'], functions: ['chunk'] },
  analyzer: { name: 'an analyzer', texts: ['fingerprint'], functions: ['detect', 'analyze', 'analyzeQuery'] },
  fuser: { name: 'a fuser', texts: ['id'], functions: ['fuse'] },
  reranker: { name: 'a reranker', texts: ['id'], functions: ['rerank'] },
  generator: { name: 'a generator', texts: ['id'], functions: ['generate'] },
  ocr: { name: 'an OCR engine', texts: ['id'], lists: ['mediaTypes'], functions: ['recognize', 'close'] },
  logger: { name: 'a logger', functions: ['debug', 'info', 'warn', 'error'] },
  clock: { name: 'a clock', functions: ['now'] },
} as const satisfies Partial<Record<keyof CuboOptions, PartShape>>;

/** A clock that also keeps timers. */
const timerClock: PartShape = { ...parts.clock, functions: ['now', 'schedule'] };

const extractor: PartShape = {
  name: 'an extractor',
  texts: ['id'],
  lists: ['mediaTypes', 'extensions'],
  functions: ['extract'],
};
const embedder: PartShape = {
  name: 'an embedder',
  texts: ['id', 'fingerprint'],
  functions: ['embedDocuments', 'embedQuery'],
};
const trainable: PartShape = {
  name: 'a trainable embedder',
  texts: ['id', 'configuration'],
  functions: ['fit', 'restore'],
};

/**
 * Refuses options that make no sense, before anything is opened.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertOptions(options: CuboOptions): void {
  assertPath(options);
  const { extractors, maximumBytes, lockTimeoutMilliseconds, threads, workers } = options;
  if (extractors !== undefined) assertExtractors(extractors);
  if (options.embedder !== undefined && options.embedder !== false) assertIsEmbedder('embedder', options.embedder);
  if (options.previousEmbedder !== undefined) assertIsEmbedder('previousEmbedder', options.previousEmbedder);
  for (const option of Object.keys(parts) as (keyof typeof parts)[]) {
    const given = options[option];
    if (given === undefined || (given === false && (option === 'ocr' || option === 'reranker'))) continue;
    assertPart(option, given, parts[option]);
  }
  if (options.clock?.schedule !== undefined) assertPart('clock', options.clock, timerClock);
  assertEncryption(options);
  assertNetworkOption(options.network);
  assertProfile(options.profile);
  assertModelOptions(options.models);
  assertMemoryOptions(options.memory);
  assertSearchCache(options.searchCache);
  assertFactory('sparseIndex', options.sparseIndex);
  assertFactory('vectorTier', options.vectorTier);
  if (maximumBytes !== undefined && !isAtLeast(maximumBytes, Number.MIN_VALUE)) {
    throw badArgument(`maximumBytes is ${describeValue(maximumBytes)}.`, 'Pass a positive number of bytes.');
  }
  if (threads !== undefined && threads !== false && !(Number.isSafeInteger(threads) && threads >= 1)) {
    throw badArgument(
      `threads is ${describeValue(threads)}.`,
      'Pass a whole number from 1 up, or false to work in the calling thread.',
    );
  }
  if (workers !== undefined && !(Number.isSafeInteger(workers) && workers >= 0 && workers <= 64)) {
    throw badArgument(
      `workers is ${describeValue(workers)}.`,
      'Pass a whole number from 1 to 64, or 0 to search in the calling thread.',
    );
  }
  if (lockTimeoutMilliseconds !== undefined && !isAtLeast(lockTimeoutMilliseconds, 0)) {
    throw badArgument(
      `lockTimeoutMilliseconds is ${describeValue(lockTimeoutMilliseconds)}.`,
      'Pass a number of milliseconds from 0 up; 0 does not wait at all.',
    );
  }
}

/**
 * Refuses what is no generator, as an option of `ask` too.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertGenerator(generator: unknown): void {
  assertPart('generator', generator, parts.generator);
}

function assertPath(options: unknown): void {
  const remedy = "Pass the folder of the library, as in createCubo({ path: './my-library' }).";
  if (typeof options !== 'object' || options === null) {
    throw badArgument(`The options of createCubo are ${describeValue(options)}, not an object.`, remedy);
  }
  assertKnownOptions('createCubo()', options, known);
  const { path } = options as Partial<CuboOptions>;
  if (typeof path !== 'string' || path === '') {
    throw badArgument(`The option path is ${describeValue(path)}, not the path of a folder.`, remedy);
  }
}

function assertExtractors(extractors: unknown): void {
  if (!Array.isArray(extractors)) {
    throw badArgument(
      `The option extractors is ${describeValue(extractors)}, not a list.`,
      'Pass an array of extractors; they are added to the built-in ones.',
    );
  }
  for (const [i, given] of extractors.entries()) assertPart(`extractors[${i}]`, given, extractor);
}

function assertIsEmbedder(option: string, given: Embedder | TrainableEmbedder): void {
  const isTrainable = typeof given === 'object' && given !== null && isTrainableEmbedder(given);
  assertPart(option, given, isTrainable ? trainable : embedder);
  assertEmbedder(given);
}

function assertFactory(option: string, open: unknown): void {
  if (open === undefined || typeof open === 'function') return;
  throw badArgument(
    `The option ${option} is ${describeValue(open)}, not a function that opens an index.`,
    'Pass a function that is given a folder and returns a promise of the index.',
  );
}

function isAtLeast(value: unknown, smallest: number): boolean {
  return typeof value === 'number' && value >= smallest;
}
