import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CuboError } from '@cubo/contracts';
import type { Relevance } from '../metrics/index.ts';
import { readJudgements } from './read-judgements.ts';
import { type Reference, type Row, readRows } from './read-rows.ts';

/** A query and the documents that answer it, at least one of them relevant. */
export interface JudgedQuery {
  readonly id: string;
  readonly text: string;
  readonly relevance: Relevance;
  /** Where the set says to the character what answers the query. */
  readonly reference?: Reference | undefined;
}

/** A test collection: documents, queries, and which documents answer which query. */
export interface Dataset {
  readonly name: string;
  /** The documents, read from disk as they are taken. */
  documents(): AsyncIterable<Row>;
  /** All queries, in the order of their file. */
  questions(): AsyncIterable<Row>;
  /** The queries with at least one relevant document; others say nothing about a ranking. */
  queries(): Promise<JudgedQuery[]>;
}

/**
 * The names of the sets in a folder, sorted: its folders that hold queries.
 *
 * @throws CuboError `CUBO_PATH_NOT_FOUND` when there is no such folder or no set in it
 */
export async function listDatasets(directory: string): Promise<string[]> {
  const entries = existsSync(directory) ? await readdir(directory, { withFileTypes: true }).catch(() => []) : [];
  const names = entries
    .filter((entry) => existsSync(join(directory, entry.name, 'queries.jsonl')))
    .map((entry) => entry.name)
    .sort();
  if (names.length > 0) return names;
  throw new CuboError({
    code: 'CUBO_PATH_NOT_FOUND',
    message: `The folder ${directory} does not exist or holds no set.`,
    remedy: 'Give with --data a folder whose folders hold corpus.jsonl, queries.jsonl and qrels.tsv.',
    path: directory,
  });
}

/**
 * Opens a set. One without documents of its own, such as `scifact-train`, shares those of the set whose name its own
 * begins with (`scifact`).
 *
 * @throws CuboError `CUBO_PATH_NOT_FOUND` when the set, or a file of it, does not exist
 */
export async function openDataset(directory: string, name: string): Promise<Dataset> {
  const names = await listDatasets(directory);
  if (!names.includes(name)) {
    throw new CuboError({
      code: 'CUBO_PATH_NOT_FOUND',
      message: `There is no set "${name}" in ${directory}.`,
      remedy: `The sets are: ${names.join(', ')}.`,
      path: join(directory, name),
    });
  }
  const judgements = join(directory, name, 'qrels.tsv');
  if (!existsSync(judgements))
    throw incomplete(name, judgements, 'Add the judgements or leave the set out with --sets.');
  const corpus = corpusOf(directory, name, names);
  if (!corpus) {
    const remedy = 'Add the documents, or the set that has them: it must be named like the beginning of this one.';
    throw incomplete(name, join(directory, name, 'corpus.jsonl'), remedy);
  }
  const questions = join(directory, name, 'queries.jsonl');
  return {
    name,
    documents: () => readRows(corpus),
    questions: () => readRows(questions),
    async queries() {
      const relevances = await readJudgements(judgements);
      const queries: JudgedQuery[] = [];
      for await (const { id, text, reference } of readRows(questions)) {
        const relevance = relevances.get(id);
        if (!relevance || ![...relevance.values()].some((grade) => grade > 0)) continue;
        queries.push({ id, text, relevance, ...(reference && { reference }) });
      }
      return queries;
    },
  };
}

function corpusOf(directory: string, name: string, names: readonly string[]): string | undefined {
  const siblings = names.filter((other) => name.startsWith(`${other}-`)).sort((a, b) => b.length - a.length);
  return [name, ...siblings].map((other) => join(directory, other, 'corpus.jsonl')).find((path) => existsSync(path));
}

function incomplete(name: string, path: string, remedy: string): CuboError {
  return new CuboError({
    code: 'CUBO_PATH_NOT_FOUND',
    message: `The set "${name}" has no file ${path}.`,
    remedy,
    path,
  });
}
