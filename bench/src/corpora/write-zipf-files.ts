import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipfText } from './zipf-text.ts';

const megabyte = 1_000_000;
const fileCharacters = 100_000;

/** Writes files of generated text into a new folder, a seed for each, and returns their size in bytes. */
export async function writeZipfFiles(directory: string, megabytes: number): Promise<number> {
  await mkdir(directory);
  let bytes = 0;
  for (let seed = 1; bytes < megabytes * megabyte; seed++) {
    const characters = Math.min(fileCharacters, megabytes * megabyte - bytes);
    const text = zipfText({ seed, characters });
    await writeFile(join(directory, `${String(seed).padStart(6, '0')}.txt`), text);
    bytes += text.length;
  }
  return bytes;
}
