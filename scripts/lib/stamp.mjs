// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A digest of what the files hold. A file that does not exist counts as absent.
 *
 * @param {string} directory the folder that the paths are relative to
 * @param {string[]} files
 * @returns {string}
 */
export function digestOfContents(directory, files) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const file of files) {
    const absolute = path.join(directory, file);
    hash.update(`${file}\n`);
    if (existsSync(absolute)) hash.update(readFileSync(absolute));
    hash.update('\n');
  }
  return hash.digest('hex');
}

/**
 * A digest of names, sizes and modification times: much faster than reading, and what an editor or git changes anyway.
 * Folders are walked; a path that does not exist counts as absent.
 *
 * @param {string} directory the folder that the paths are relative to
 * @param {string[]} paths
 * @returns {string}
 */
export function digestOfTimes(directory, paths) {
  const hash = createHash('sha256');
  /** @param {string} relative */
  const visit = (relative) => {
    const absolute = path.join(directory, relative);
    const stats = statSync(absolute, { throwIfNoEntry: false });
    if (!stats) hash.update(`${relative} absent\n`);
    else if (stats.isDirectory()) for (const name of readdirSync(absolute).sort()) visit(`${relative}/${name}`);
    else hash.update(`${relative} ${stats.size} ${stats.mtimeMs}\n`);
  };
  for (const relative of paths) visit(relative);
  return hash.digest('hex');
}

/**
 * @param {string} file
 * @returns {string | undefined} the stamp, or nothing when there is none
 */
export function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * @param {string} file
 * @param {string} stamp
 * @returns {void}
 */
export function writeStamp(file, stamp) {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, stamp);
  renameSync(temporary, file);
}
