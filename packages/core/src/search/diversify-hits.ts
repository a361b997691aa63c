import { type Analyzer, indexedText } from '@cubo/contracts';
import type { LibrarySnapshot } from '@cubo/library';
import { type Content, contentSimilarity, type DenseSide, maximalMarginalRelevance } from '@cubo/retrieval';
import { createPacer } from '../embedders/latent/pacer.ts';
import type { RankedHit } from './rerank-hits.ts';

/** How many hits those that are unlike each other are chosen from, at least. */
export const diversityDepth = 100;

/**
 * Orders hits so that they are relevant and unlike each other. They are compared by their vectors, or by their words
 * where one of them has none yet.
 */
export async function diversifyHits(options: {
  readonly hits: readonly RankedHit[];
  readonly limit: number;
  readonly diversity: number;
  readonly snapshot: LibrarySnapshot;
  readonly dense: DenseSide | undefined;
  readonly analyzer: Analyzer;
  readonly signal: AbortSignal | undefined;
}): Promise<RankedHit[]> {
  const { hits, limit, diversity, dense, signal } = options;
  const ids = hits.map(({ id }) => id);
  const vectors = dense === undefined ? ids.map(() => undefined) : await dense.tier.vectors(ids, { signal });
  const terms = vectors.includes(undefined) ? await termsOf(ids, options) : new Map<number, ReadonlySet<string>>();
  const contents = ids.map((id, i): Content => ({ vector: vectors[i], terms: terms.get(id) ?? new Set() }));
  const similarity = (a: number, b: number) => contentSimilarity(contents[a] as Content, contents[b] as Content);
  return maximalMarginalRelevance(hits, { limit, diversity, similarity, signal });
}

async function termsOf(
  ids: readonly number[],
  options: Pick<Parameters<typeof diversifyHits>[0], 'snapshot' | 'analyzer' | 'signal'>,
): Promise<Map<number, ReadonlySet<string>>> {
  const { snapshot, analyzer, signal } = options;
  const pacer = createPacer({ signal });
  const terms = new Map<number, ReadonlySet<string>>();
  for (const [id, chunk] of await snapshot.read(ids)) {
    terms.set(id, new Set(analyzer.analyze(indexedText(chunk))));
    if (pacer.due()) await pacer.rest();
  }
  return terms;
}
