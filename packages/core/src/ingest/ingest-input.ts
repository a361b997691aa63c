import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { badArgument, type SkippedFile, type Source, untilAborted } from '@cubo/contracts';
import { compileCategories, isWithin, pathMatcher, scanSources } from '@cubo/ingest';
import { assertMetadata } from './assert-metadata.ts';
import { checkedSource, isSource } from './host-source.ts';
import type { IngestRules } from './ingest-rules.ts';
import type { JobSpecification } from './job-specification.ts';
import { withMetadata } from './with-metadata.ts';

/** What can be ingested: a file or folder, several of them, a source of the host's own, or several of those. */
export type IngestInput = string | readonly string[] | Source | Iterable<Source> | AsyncIterable<Source>;

/** An input that is ready to be read. */
export interface PreparedInput {
  /**
   * Files and folders, absolute; `undefined` for sources of the host's own, which cannot be opened again after a
   * restart.
   */
  readonly paths: readonly string[] | undefined;
  /** The only paths inside of these that are looked at. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** See `IngestRules`. */
  readonly allowEmpty?: boolean | undefined;
  /** The sources, and in their midst what was found and cannot be one. */
  sources(options: { signal: AbortSignal }): AsyncIterable<Source | SkippedFile>;
}

/** How an input is read. */
type InputOptions = IngestRules & Pick<JobSpecification, 'only'>;

/**
 * Tells paths from sources, and makes paths absolute. The library's own folder is never read, even where it lies in one
 * of them.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function prepareInput(input: IngestInput, libraryRoot: string, options: InputOptions = {}): PreparedInput {
  assertIngestRules(options);
  if (typeof input === 'string') return pathInput([input], libraryRoot, options);
  if (Array.isArray(input) && input.every((item) => typeof item === 'string')) {
    return pathInput(input, libraryRoot, options);
  }
  if (isSource(input)) return sourceInput([input], options);
  if (typeof input === 'object' && input !== null && (Symbol.asyncIterator in input || Symbol.iterator in input)) {
    return sourceInput(input as Iterable<Source> | AsyncIterable<Source>, options);
  }
  throw badArgument(
    'There is nothing to ingest in what was passed.',
    'Pass a path, a list of paths, a source, or an iterable of sources.',
  );
}

/** What makes a job be done in the same way again. */
export function specificationFor(input: PreparedInput, options: IngestRules): JobSpecification {
  const { include, exclude, gitignore, metadata, categories, allowEmpty } = options;
  const { paths, only } = input;
  return paths === undefined ? {} : { paths, only, include, exclude, gitignore, metadata, categories, allowEmpty };
}

/**
 * Refuses rules that make no sense.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertIngestRules(rules: IngestRules): void {
  const { include, exclude, gitignore, metadata, categories, allowEmpty } = rules;
  for (const [option, patterns] of Object.entries({ include, exclude })) {
    if (patterns === undefined) continue;
    if (!Array.isArray(patterns)) {
      throw badArgument(`The option ${option} is no list of patterns.`, `Pass a list, as in ['**/*.pdf'].`);
    }
    pathMatcher(patterns, option);
  }
  if (gitignore !== undefined && typeof gitignore !== 'boolean') {
    throw badArgument('The option gitignore is neither true nor false.', 'Pass true to heed .gitignore files.');
  }
  if (allowEmpty !== undefined && typeof allowEmpty !== 'boolean') {
    throw badArgument(
      'The option allowEmpty is neither true nor false.',
      'Pass true to remove the documents of folders in whose place are empty ones.',
    );
  }
  if (metadata !== undefined) assertMetadata(metadata);
  if (categories === undefined) return;
  if (typeof categories !== 'object' || categories === null || Array.isArray(categories)) {
    throw badArgument('The option categories is no object.', `Pass one, as in { 'contracts/**': 'Contracts' }.`);
  }
  compileCategories(categories);
}

function sourceInput(given: Iterable<Source> | AsyncIterable<Source>, options: InputOptions): PreparedInput {
  const { metadata, ...ofPaths } = options;
  const [misplaced] = Object.entries(ofPaths).flatMap(([option, value]) => (value === undefined ? [] : [option]));
  if (misplaced !== undefined) {
    throw badArgument(
      `The option ${misplaced} is for files and folders, and sources were passed.`,
      'Pass only the sources that shall be ingested, each with its own metadata.',
    );
  }
  return {
    paths: undefined,
    async *sources({ signal }) {
      // What gives them may wait for the next one for ever, and knows nothing of the signal.
      for await (const source of untilAborted(each(given), signal)) {
        const checked = checkedSource(source);
        yield metadata === undefined || !('open' in checked) ? checked : withMetadata(checked, metadata);
      }
    },
  };
}

async function* each(sources: Iterable<Source> | AsyncIterable<Source>): AsyncGenerator<Source> {
  yield* sources;
}

function pathInput(given: readonly string[], libraryRoot: string, options: InputOptions): PreparedInput {
  if (given.length === 0 || given.includes('')) {
    throw badArgument('The path to ingest is missing.', 'Pass the path of a file or folder.');
  }
  const paths = given.map((path) => resolve(path));
  const { allowEmpty, ...scanRules } = options;
  return {
    paths,
    only: options.only,
    allowEmpty,
    async *sources({ signal }) {
      const isOwn = await ownFiles(paths, libraryRoot);
      const problems: SkippedFile[] = [];
      const onProblem = (problem: SkippedFile) => problems.push(problem);
      for await (const source of scanSources(paths, { ...scanRules, signal, onProblem })) {
        yield* problems.splice(0);
        if (!isOwn(source.uri)) yield source;
      }
      yield* problems;
    },
  };
}

/**
 * Tells the library's own files, also where a path leads to them by another name. Reading them would not only be
 * pointless: on POSIX, closing a file that this process has locked drops the lock.
 */
async function ownFiles(paths: readonly string[], libraryRoot: string): Promise<(uri: string) => boolean> {
  const real = (path: string) => realpath(path).catch(() => path);
  const root = await real(libraryRoot);
  const aliases = await Promise.all(paths.map(async (path) => ({ path, target: await real(path) })));
  return (uri) =>
    isWithin(uri, libraryRoot) ||
    aliases.some(({ path, target }) => isWithin(uri, path) && isWithin(target + uri.slice(path.length), root));
}
