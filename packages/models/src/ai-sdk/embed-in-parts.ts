import { CuboError } from '@cubo/contracts';
import type { AiSdkEmbeddingModel } from './ai-sdk-embedder.ts';
import type { AiSdkProviderOptions } from './assert-model.ts';

/** Embeds any number of texts, in calls of as many as the model takes. */
type EmbedInParts = (
  values: readonly string[],
  options: { readonly providerOptions: AiSdkProviderOptions | undefined; readonly signal: AbortSignal | undefined },
) => Promise<ArrayLike<number>[]>;

/** Calls at a time where a model bears several. */
const sideBySide = 4;
/** What providers answer to a request that is too large, among others. */
const refusals: readonly unknown[] = [400, 413, 422];

/** Makes the function; what it learns of the model it keeps for later calls. */
export function embedInParts(model: AiSdkEmbeddingModel, id: string): EmbedInParts {
  /** Fewer than the model says, once its provider has refused as many: some advertise a limit that is not theirs. */
  let learnt = Number.POSITIVE_INFINITY;

  return async (values, { providerOptions, signal }) => {
    if (values.length === 0) return [];
    const limit = await model.maxEmbeddingsPerCall;
    const isParallel = (await model.supportsParallelCalls) === true;
    const vectors: ArrayLike<number>[] = [];
    let next = 0;

    async function work(): Promise<void> {
      while (next < values.length) {
        signal?.throwIfAborted();
        const at = next;
        const part = values.slice(at, at + Math.min(learnt, limit !== undefined && limit >= 1 ? limit : Infinity));
        next += part.length;
        for (const [place, vector] of (await embed(part)).entries()) vectors[at + place] = vector;
      }
    }

    async function embed(part: readonly string[]): Promise<readonly ArrayLike<number>[]> {
      try {
        const { embeddings } = await model.doEmbed({
          values: [...part],
          ...(providerOptions && { providerOptions }),
          ...(signal && { abortSignal: signal }),
        });
        // Counted here: a text too few in one call must not be made up for by one too many in another.
        if (Array.isArray(embeddings) && embeddings.length === part.length) return embeddings;
        throw countWrong(id, embeddings, part.length);
      } catch (error) {
        signal?.throwIfAborted();
        if (part.length === 1 || !refusals.includes((error as { statusCode?: unknown } | null)?.statusCode))
          throw error;
        const half = Math.ceil(part.length / 2);
        const first = await embed(part.slice(0, half));
        // Not before a half has gone through: the reason may have been another one.
        learnt = Math.min(learnt, half);
        return [...first, ...(await embed(part.slice(half)))];
      }
    }

    try {
      await Promise.all(Array.from({ length: isParallel ? sideBySide : 1 }, work));
    } finally {
      // When one has failed, the others begin no more calls: nobody reads what they give.
      next = values.length;
    }
    return vectors;
  };
}

function countWrong(id: string, embeddings: unknown, count: number): CuboError {
  const given = Array.isArray(embeddings) ? `${embeddings.length} vectors` : 'no list of vectors';
  return new CuboError({
    code: 'CUBO_EMBEDDER_INVALID',
    message: `The embedder ${id} gave ${given} for ${count} texts.`,
    remedy: 'Check the model and its provider package.',
  });
}
