import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CuboError, type SkippedFile, type Source } from '@cubo/contracts';
import { scanSources } from '@cubo/ingest';
import { isWithin } from './is-within.ts';

/** What can be ingested: a file or folder, several of them, or sources of the host's own. */
export type IngestInput = string | readonly string[] | Iterable<Source> | AsyncIterable<Source>;

/** An input that is ready to be read. */
export interface PreparedInput {
  /**
   * Files and folders, absolute; `undefined` for sources of the host's own, which cannot be opened again after a
   * restart.
   */
  readonly paths: readonly string[] | undefined;
  /** The sources, and in their midst what was found and cannot be one. */
  sources(options: { signal: AbortSignal }): AsyncIterable<Source | SkippedFile>;
}

/**
 * Tells paths from sources, and makes paths absolute. The library's own folder is never read, even where it lies in one
 * of them.
 */
export function prepareInput(input: IngestInput, libraryRoot: string): PreparedInput {
  if (typeof input === 'string') return pathInput([input], libraryRoot);
  if (Array.isArray(input) && input.every((item) => typeof item === 'string')) return pathInput(input, libraryRoot);
  if (typeof input === 'object' && input !== null && (Symbol.asyncIterator in input || Symbol.iterator in input)) {
    const given = input as Iterable<Source> | AsyncIterable<Source>;
    return {
      paths: undefined,
      async *sources() {
        for await (const source of given) {
          assertSource(source);
          yield source;
        }
      },
    };
  }
  throw new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: 'There is nothing to ingest in what was passed.',
    remedy: 'Pass a path, a list of paths, or an iterable of sources.',
  });
}

function pathInput(given: readonly string[], libraryRoot: string): PreparedInput {
  if (given.length === 0 || given.includes('')) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: 'The path to ingest is missing.',
      remedy: 'Pass the path of a file or folder.',
    });
  }
  const paths = given.map((path) => resolve(path));
  return {
    paths,
    async *sources({ signal }) {
      const isOwn = await ownFiles(paths, libraryRoot);
      const problems: SkippedFile[] = [];
      for await (const source of scanSources(paths, { signal, onProblem: (problem) => problems.push(problem) })) {
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

function assertSource(source: unknown): asserts source is Source {
  const { uri, name, open } = (source ?? {}) as Partial<Source>;
  if (typeof uri === 'string' && uri !== '' && typeof name === 'string' && typeof open === 'function') return;
  throw new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: 'A source without uri, name or open() was passed.',
    remedy: 'Make sources with fileSource() or textSource(), or give your own all three.',
  });
}
