import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CuboError } from '@cubo/contracts';
import type { Environment } from './environment.ts';
import type { PageContent } from './page-content.ts';
import { withoutPaths } from './without-paths.ts';

/** The last results of a benchmark, as they are kept in the folder of a report. */
export interface SavedResult {
  /** Tells the file from others, and this form of it from later ones. */
  readonly format: 'cubo-benchmark-1';
  /** Names the file: `lexical`. */
  readonly name: string;
  /** What it measures, in a line. */
  readonly summary: string;
  /** The day: `2026-12-01`. */
  readonly measured: string;
  readonly environment: Environment;
  /** As `--json` prints it. */
  readonly result: Readonly<Record<string, unknown>>;
  readonly page: PageContent;
}

const format: SavedResult['format'] = 'cubo-benchmark-1';
const kind = /^cubo-benchmark-/;
const extension = '.json';

/** Name of the file of a benchmark. */
export function resultFile(name: string): string {
  return name + extension;
}

/** Keeps the results of a benchmark in a folder, in place of older ones of the same name; paths are left out. */
export async function saveResult(directory: string, saved: Omit<SavedResult, 'format'>): Promise<void> {
  const clean = (_: string, value: unknown) => (typeof value === 'string' ? withoutPaths(value) : value);
  const text = JSON.stringify({ format, ...saved }, clean, 2);
  // Lists of numbers in a line each: a curve has hundreds.
  const lines = text.replace(/\[[\s\d.,e+-]+\]/g, (list) => list.replace(/\s+/g, ' '));
  await writeFile(join(directory, resultFile(saved.name)), `${lines}\n`);
}

/**
 * The results that a folder holds, by name. Other files are passed over.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` for results in another form
 */
export async function readResults(directory: string): Promise<SavedResult[]> {
  if (!existsSync(directory)) return [];
  const files = (await readdir(directory)).filter((file) => file.endsWith(extension)).sort();
  const results: SavedResult[] = [];
  for (const file of files) {
    const saved = parse(await readFile(join(directory, file), 'utf8'));
    if (saved === undefined) continue;
    if (saved.format !== format || resultFile(saved.name) !== file) {
      throw new CuboError({
        code: 'CUBO_FORMAT_INVALID',
        message: `${file} holds results in another form or under another name.`,
        remedy: 'Remove the file, or measure what it holds anew.',
        path: join(directory, file),
      });
    }
    results.push(saved);
  }
  return results.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function parse(text: string): SavedResult | undefined {
  try {
    const value = JSON.parse(text) as Partial<SavedResult> | null;
    return typeof value?.format === 'string' && kind.test(value.format) ? (value as SavedResult) : undefined;
  } catch {
    return undefined;
  }
}
