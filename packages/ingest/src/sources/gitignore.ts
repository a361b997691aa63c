import { lstat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { unreadable } from './open-regular-file.ts';
import { patternPath } from './path-names.ts';

/** A longer file is no list of patterns. */
const longestFile = 2 ** 20;

/** The rules of the `.gitignore` files from a folder upwards. */
export interface Gitignore {
  /** The folder of the innermost file. */
  readonly folder: string;
  readonly rules: Ignore;
  /** The rules above, which count where these say nothing. */
  readonly above: Gitignore | undefined;
}

/** Adds the rules of a folder's own `.gitignore`, if it has one, to those above it. */
export async function readGitignore(
  folder: string,
  above: Gitignore | undefined,
  problem: (path: string, reason: string) => void,
): Promise<Gitignore | undefined> {
  const path = join(folder, '.gitignore');
  const state = await lstat(path).catch(() => undefined);
  if (!state?.isFile()) return above;
  if (state.size > longestFile) {
    problem(path, `${path} has ${state.size} bytes, which no list of patterns has; it was not heeded.`);
    return above;
  }
  try {
    const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
    return { folder, rules: ignore({ allowRelativePaths: true }).add(text), above };
  } catch (cause) {
    problem(path, unreadable(path, cause).message);
    return above;
  }
}

/** The rules that hold for a folder from above: those of its repository, if it lies in one. */
export async function gitignoreAbove(
  folder: string,
  problem: (path: string, reason: string) => void,
): Promise<Gitignore | undefined> {
  const folders: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    const isRepository = await lstat(join(at, '.git')).then(
      () => true,
      () => false,
    );
    if (isRepository) break;
    const parent = dirname(at);
    if (parent === at) return undefined;
    folders.unshift(parent);
  }
  let rules: Gitignore | undefined;
  for (const above of folders) rules = await readGitignore(above, rules, problem);
  return rules;
}

/** Whether the rules leave out a file or folder below them. */
export function isGitignored(path: string, isFolder: boolean, gitignore: Gitignore | undefined): boolean {
  for (let rules = gitignore; rules !== undefined; rules = rules.above) {
    const verdict = rules.rules.test(patternPath(rules.folder, path) + (isFolder ? '/' : ''));
    if (verdict.ignored || verdict.unignored) return verdict.ignored;
  }
  return false;
}
