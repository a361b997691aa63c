import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const directories: string[] = [];

afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true });
});

/** Writes sets, given by the content of their files, into a new folder that is removed after the test. */
export async function writeDatasets(sets: Record<string, Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cubo-eval-test-'));
  directories.push(directory);
  for (const [name, files] of Object.entries(sets)) {
    await mkdir(join(directory, name));
    for (const [file, content] of Object.entries(files)) await writeFile(join(directory, name, file), content);
  }
  return directory;
}

/** Rows as they stand in a `.jsonl` file. */
export function jsonl(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Judgements as they stand in `qrels.tsv`. */
export function qrels(rows: readonly (readonly [query: string, document: string, grade: number])[]): string {
  return ['query-id\tcorpus-id\tscore', ...rows.map((row) => row.join('\t')), ''].join('\n');
}
