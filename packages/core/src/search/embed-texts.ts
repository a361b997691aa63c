import { badArgument } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import { describeValue } from '../arguments/describe-value.ts';
import { readConsistently } from '../indexes/read-consistently.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import type { HeldEmbedOptions } from '../models/held-embedder.ts';

/** Options of `cubo.embed`. */
export interface EmbedTextsOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Texts as vectors. */
export interface EmbeddedTexts {
  /** Id of the embedder: `latent`, unless the host gave one of its own. */
  readonly embedder: string;
  /** Vectors can be compared with those of the same fingerprint only. A library that grows trains its embedder anew. */
  readonly fingerprint: string;
  readonly dimensions: number;
  /**
   * One for each text, of unit length, so that the inner product of two is their cosine; zeros for a text of which the
   * embedder knows nothing.
   */
  readonly vectors: readonly Float32Array[];
}

/** Embeds texts as documents, by the embedder whose vectors the library has; `undefined` where it has none. */
export async function embedTexts(
  texts: readonly string[],
  { library, vectors }: { readonly library: Library; readonly vectors: VectorSpaces | undefined },
  signal: AbortSignal | undefined,
): Promise<EmbeddedTexts | undefined> {
  await library.readSnapshot({ signal });
  // Another process may train it anew, and remove the model that is just being read.
  return readConsistently(library, async () => {
    const embedder = vectors?.embedder();
    const isComplete = () => true;
    if (embedder === undefined) return { value: undefined, isComplete };
    const { id, fingerprint, dimensions } = embedder;
    const options: HeldEmbedOptions = { signal, isWaitedFor: true };
    const made = texts.length === 0 ? [] : await embedder.embedDocuments(texts, options);
    return { value: { embedder: id, fingerprint, dimensions, vectors: made }, isComplete };
  });
}

/**
 * Refuses what cannot be embedded.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertTexts(texts: unknown): asserts texts is readonly string[] {
  if (Array.isArray(texts) && texts.every((text) => typeof text === 'string')) return;
  const given = Array.isArray(texts) ? 'a list with something that is no text' : describeValue(texts);
  throw badArgument(`The texts of embed() are ${given}.`, "Pass a list of texts, as in cubo.embed(['A text.']).");
}
