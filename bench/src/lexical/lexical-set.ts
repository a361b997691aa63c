import { once } from 'node:events';
import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { zipfText } from '../corpora/zipf-text.ts';
import { openDataset } from '../datasets/index.ts';

/** Texts and queries, as files that every program can read. */
export interface LexicalSet {
  readonly name: string;
  readonly texts: number;
  /** A text a line, in UTF-8; the number of a text is its line, from 0. */
  readonly textFile: string;
  /** A query a line. */
  readonly queryFile: string;
  readonly queries: number;
  /** Size of all texts in UTF-8. */
  readonly bytes: number;
  /** The language of the texts, where it need not be found out. */
  readonly language: string | undefined;
}

/** About a hundred words. */
const textCharacters = 640;
const querySeed = 10_000_000;

/**
 * Writes made-up texts of about a hundred words with the frequencies of real ones (Zipf's law), and queries of 2 to 12
 * words that are drawn from such texts, so that frequent words are among them.
 */
export async function writeSyntheticTexts(
  directory: string,
  { texts, queries }: { texts: number; queries: number },
): Promise<LexicalSet> {
  const name = `synthetic-${texts}`;
  const files = filesOf(directory, name);
  const textAt = (seed: number) => oneLine(zipfText({ seed: seed + 1, characters: textCharacters }));
  const bytes = await writeLines(files.textFile, texts, textAt);
  const lines = Array.from({ length: queries }, (_, number) => {
    const words = textAt(querySeed + number)
      .split(/\W+/)
      .filter(Boolean);
    const length = 2 + (number % 11);
    return Array.from({ length }, (_, i) => words[(i * 17 + number) % words.length]).join(' ');
  });
  await writeFile(files.queryFile, lines.join('\n'));
  return { name, texts, ...files, queries, bytes, language: 'en' };
}

/** The names of evaluation sets in a folder, which may be missing. */
export function realTextNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'corpus.jsonl')))
    .map(({ name }) => name)
    .sort();
}

/** Writes the texts and at most so many of the queries of an evaluation set. */
export async function writeRealTexts(
  directory: string,
  options: { folder: string; name: string; queries: number },
): Promise<LexicalSet> {
  const { folder, name } = options;
  const files = filesOf(directory, name);
  const dataset = await openDataset(folder, name);
  const texts: string[] = [];
  for await (const { text } of dataset.documents()) texts.push(oneLine(text));
  const bytes = await writeLines(files.textFile, texts.length, (number) => texts[number] as string);
  const queries = (await dataset.queries()).map(({ text }) => oneLine(text)).slice(0, options.queries);
  await writeFile(files.queryFile, queries.join('\n'));
  return { name, texts: texts.length, ...files, queries: queries.length, bytes, language: undefined };
}

function filesOf(directory: string, name: string) {
  return { textFile: join(directory, `${name}.txt`), queryFile: join(directory, `${name}.queries.txt`) };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const linesAtOnce = 1000;

async function writeLines(path: string, count: number, lineAt: (number: number) => string): Promise<number> {
  const output = createWriteStream(path);
  let bytes = 0;
  for (let first = 0; first < count; first += linesAtOnce) {
    const lines = Array.from({ length: Math.min(linesAtOnce, count - first) }, (_, i) => lineAt(first + i));
    const block = Buffer.from(`${lines.join('\n')}\n`);
    bytes += block.length - lines.length;
    if (!output.write(block)) await once(output, 'drain');
  }
  output.end();
  await finished(output);
  return bytes;
}
