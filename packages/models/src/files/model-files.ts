import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { CuboError } from '@cubo/contracts';
import { modelInvalid } from './model-error.ts';

/** The files that make a model what it is. */
export interface ModelFiles {
  readonly directory: string;
  /** 32 hexadecimal digits that change with any byte of the files. */
  readonly hash: string;
  /**
   * Makes sure that the files are those that were hashed, before they are loaded again: sizes and times are compared,
   * and contents where these differ.
   *
   * @throws CuboError `CUBO_MODEL_INVALID` when the contents have changed
   */
  assertUnchanged(): Promise<void>;
}

/** What is read at a time: hashing a mebibyte takes about a millisecond, and then others have their turn. */
const readBytes = 1024 * 1024;

/**
 * Looks at the files of a model and hashes them, once.
 *
 * @param names of the files, relative to the directory
 * @throws CuboError `CUBO_PATH_NOT_FOUND` when one is missing
 */
export async function openModelFiles(directory: string, names: readonly string[]): Promise<ModelFiles> {
  const folder = resolve(directory);
  let stamp = await stampOf(folder, names);
  const hash = await hashOf(folder, names);
  return {
    directory: folder,
    hash,
    async assertUnchanged() {
      const now = await stampOf(folder, names);
      if (now === stamp) return;
      if ((await hashOf(folder, names)) !== hash) {
        throw modelInvalid(
          folder,
          'holds another model than when its embedder was made',
          'Make a new embedder of the folder: it gets a fingerprint of its own, and the library is embedded anew.',
        );
      }
      stamp = now;
    },
  };
}

async function stampOf(directory: string, names: readonly string[]): Promise<string> {
  const stamps: string[] = [];
  for (const name of names) {
    const found = await stat(join(directory, name)).catch(() => undefined);
    if (found === undefined || !found.isFile()) throw fileMissing(directory, name);
    stamps.push(`${found.size}:${found.mtimeMs}`);
  }
  return stamps.join();
}

async function hashOf(directory: string, names: readonly string[]): Promise<string> {
  const all = createHash('sha256');
  for (const name of names) {
    const one = createHash('sha256');
    for await (const bytes of createReadStream(join(directory, name), { highWaterMark: readBytes })) one.update(bytes);
    all.update(`${name.split(sep).join('/')}\n`).update(one.digest());
  }
  return all.digest('hex').slice(0, 32);
}

/** `CUBO_PATH_NOT_FOUND` for a file, or for the folder it should be in. */
export function fileMissing(directory: string, name: string): CuboError {
  return new CuboError({
    code: 'CUBO_PATH_NOT_FOUND',
    message: `There is no model in ${directory}: it has no ${name}.`,
    remedy: 'Pass the folder of a model with all of its files; nothing is downloaded.',
    path: directory,
  });
}
