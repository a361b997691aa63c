import type { Embedder, EmbedOptions } from '@cubo/contracts';
import { embedChecked, embedQueryChecked, forDocuments, forTexts } from '../indexes/embed-checked.ts';
import type { ModelHolder } from './model-holder.ts';

/** How a held embedder is asked for the vectors of texts. */
export interface HeldEmbedOptions extends EmbedOptions {
  /**
   * Whether somebody waits for them, as for a search: then they go before work that nobody waits for, and are not asked for
   * while it is early after failures. Default false.
   */
  readonly isWaitedFor?: boolean | undefined;
}

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
    embedDocuments: (texts, { signal, isWaitedFor = false }: HeldEmbedOptions = {}) =>
      holder.use((embedder) => embedInBatches(embedder, texts, { signal, isWaitedFor }), {
        signal,
        insists: !isWaitedFor,
      }),
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
  { signal, isWaitedFor }: HeldEmbedOptions,
): Promise<Float32Array[]> {
  const remedies = isWaitedFor ? forTexts : forDocuments;
  const size = Math.floor(embedder.maxBatch);
  if (texts.length <= size) return embedChecked(embedder, texts, { signal }, remedies);
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += size) {
    vectors.push(...(await embedChecked(embedder, texts.slice(from, from + size), { signal }, remedies)));
  }
  return vectors;
}
