import type { Embedder, EmbedOptions } from '@cubo/contracts';
import { embedChecked, embedQueryChecked } from '../indexes/embed-checked.ts';
import type { ModelHolder } from './model-holder.ts';

/** What is known of an embedder while its model is not loaded. */
export type EmbedderFacts = Pick<Embedder, 'id' | 'fingerprint' | 'dimensions' | 'maxBatch'>;

/**
 * An embedder whose model is loaded when something is embedded. Vectors that are none count as a failure of the model, as
 * well as errors: both are checked here, where they are counted. It takes more texts at once than the model does.
 */
export function heldEmbedder(facts: EmbedderFacts, holder: ModelHolder<Embedder>): Required<Embedder> {
  const { id, fingerprint, dimensions, maxBatch } = facts;
  return {
    ...{ id, fingerprint, dimensions, maxBatch },
    embedDocuments: (texts, options) =>
      holder.use((embedder) => embedInBatches(embedder, texts, options), { signal: options?.signal, insists: true }),
    embedQuery: (text, options) =>
      holder.use((embedder) => embedQueryChecked(embedder, text, options), { signal: options?.signal }),
    async load() {
      (await holder.lease({ insists: true })).end('left');
    },
    unload: holder.unload,
  };
}

async function embedInBatches(
  embedder: Embedder,
  texts: readonly string[],
  options: EmbedOptions | undefined,
): Promise<Float32Array[]> {
  const size = Math.floor(embedder.maxBatch);
  if (texts.length <= size) return embedChecked(embedder, texts, options);
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += size) {
    vectors.push(...(await embedChecked(embedder, texts.slice(from, from + size), options)));
  }
  return vectors;
}
