import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CuboError } from '@cubo/contracts';
import { type Cubo, type CuboOptions, createCubo, type SkippedFile, type Source, textSource } from '@cubo/core';
import type { Dataset, Row } from '../datasets/index.ts';

/** A library of a set's documents. */
export interface EvaluatedLibrary {
  readonly cubo: Cubo;
  /** Documents that can be found. */
  readonly documents: number;
  /** Documents of the set that hold no text. */
  readonly skipped: number;
  /** Seconds it took to make it. */
  readonly seconds: number;
}

const scheme = 'eval:';

/** The URI that a document of a set has in the library. */
export function uriOf(id: string): string {
  return scheme + id;
}

/** The id that a document of the library has in its set. */
export function idOf(uri: string): string {
  return uri.slice(scheme.length);
}

/** Builds a library of a set's documents in a temporary folder, which is removed when the work with it is done. */
export async function withLibrary<Result>(
  dataset: Dataset,
  options: Omit<CuboOptions, 'path'>,
  work: (library: EvaluatedLibrary) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'cubo-eval-'));
  try {
    const cubo = await createCubo({ workers: 0, ...options, path: join(directory, 'library') });
    try {
      const started = performance.now();
      const counts = await ingest(cubo, dataset);
      return await work({ cubo, ...counts, seconds: (performance.now() - started) / 1000 });
    } finally {
      await cubo.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function ingest(cubo: Cubo, dataset: Dataset): Promise<{ documents: number; skipped: number }> {
  let documents = 0;
  let skipped: readonly SkippedFile[] = [];
  for await (const event of cubo.ingest(sources(dataset.documents()))) {
    if (event.type !== 'done') continue;
    documents = event.outcomes.indexed;
    skipped = event.skipped;
  }
  const failed = skipped.find(({ code }) => code !== 'CUBO_SOURCE_EMPTY');
  if (failed) throw notIngested(dataset.name, failed);
  return { documents, skipped: skipped.length };
}

async function* sources(rows: AsyncIterable<Row>): AsyncGenerator<Source> {
  for await (const { id, title, text } of rows) yield textSource({ uri: uriOf(id), title: title ?? '', text });
}

function notIngested(set: string, { path, reason }: SkippedFile): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_UNREADABLE',
    message: `The document ${idOf(path)} of the set "${set}" was not ingested: ${reason}`,
    remedy: 'A figure without it would not be comparable; correct the document or leave the set out with --sets.',
  });
}
