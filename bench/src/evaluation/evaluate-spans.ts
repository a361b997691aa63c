import type { Cubo } from '@cubo/core';
import type { Dataset, JudgedQuery } from '../datasets/index.ts';
import { type JudgedPassages, type SpanMetrics, spanMetrics } from '../metrics/index.ts';
import type { EvaluationOptions } from './evaluate-set.ts';
import { forEachSide, type Side, sides } from './sides.ts';
import { uriOf, withLibrary } from './with-library.ts';

/** Passages asked for. */
export const spanLimit = 5;

/**
 * Where the queries of a set say to the character what answers them: builds a library with the default chunker, asks
 * each query within the scope of its document, and measures what the passages cover. Nothing for other sets.
 */
export async function evaluateSpans(
  dataset: Dataset,
  queries: readonly JudgedQuery[],
  { embedder, report }: EvaluationOptions,
): Promise<Record<Side, SpanMetrics> | undefined> {
  // Vectors from files are those of whole documents.
  if (embedder !== undefined || !queries.some(({ reference }) => reference)) return undefined;
  report(`${dataset.name}: building the library again, cut into passages`);
  return await withLibrary(dataset, {}, ({ cubo }) =>
    forEachSide(async (side) => spanMetrics(await findPassages(cubo, queries, side))),
  );
}

async function findPassages(cubo: Cubo, queries: readonly JudgedQuery[], side: Side): Promise<JudgedPassages[]> {
  const judged: JudgedPassages[] = [];
  for (const { text, reference } of queries) {
    if (reference === undefined) continue;
    const scope = { sources: [uriOf(reference.document)] };
    const hits = await cubo.search(text, { limit: spanLimit, mode: sides[side], scope, syntax: 'plain' });
    judged.push({ passages: hits.map(({ locator }) => locator), reference: reference.spans });
  }
  return judged;
}
