import { assertKnownOptions, CuboError, describeThrown, type Embedder, type KnownOptions } from '@cubo/contracts';
import { unitVectors } from '../vectors/unit-vectors.ts';
import { type AiSdkProviderOptions, aiSdkModelId, assertAiSdkModel } from './assert-model.ts';
import { embedInParts } from './embed-in-parts.ts';

/** What {@link aiSdkEmbedder} needs of an `EmbeddingModel` of the AI SDK (specification 2, 3 or 4). */
export interface AiSdkEmbeddingModel {
  readonly specificationVersion: string;
  /** Who runs it: `openai.embedding`. */
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  /** Embeds texts, in their order. */
  doEmbed(options: {
    values: string[];
    abortSignal?: AbortSignal;
    providerOptions?: AiSdkProviderOptions;
  }): PromiseLike<{ readonly embeddings: readonly ArrayLike<number>[] }>;
}

/** Settings of {@link aiSdkEmbedder}. */
export interface AiSdkEmbedderOptions {
  /** Length of the model's vectors: a model of the AI SDK does not say it. */
  readonly dimensions: number;
  /** What is put before documents, for models that were trained so: `passage: `. Default: nothing. */
  readonly documentPrefix?: string | undefined;
  /** What is put before questions, for models that were trained so: `query: `. Default: nothing. */
  readonly queryPrefix?: string | undefined;
  /** What is passed on to the provider with documents. Default: nothing. */
  readonly documentProviderOptions?: AiSdkProviderOptions | undefined;
  /** What is passed on to the provider with questions. Default: nothing. */
  readonly queryProviderOptions?: AiSdkProviderOptions | undefined;
}

const known: KnownOptions<AiSdkEmbedderOptions> = {
  ...{ dimensions: true, documentPrefix: true, queryPrefix: true },
  ...{ documentProviderOptions: true, queryProviderOptions: true },
};
const example = "openai.embedding('text-embedding-3-small')";
const maxBatch = 256;

/**
 * Embeds by an `EmbeddingModel` of the AI SDK, as in
 * `aiSdkEmbedder(openai.embedding('text-embedding-3-small'), { dimensions: 1536 })`. Texts go wherever that model is: to
 * a provider's servers, unless it runs on this computer; in `createCubo` only where `network.allow` names its host. A
 * call has as many texts as the model says it takes, or fewer where its provider refuses so many; calls go side by side
 * where the model says that it bears it.
 *
 * A model's name alone is refused: the AI SDK would send it to its gateway.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`; embedding, also `CUBO_EMBEDDER_INVALID`
 */
export function aiSdkEmbedder(model: AiSdkEmbeddingModel, options: AiSdkEmbedderOptions): Embedder {
  assertAiSdkModel('aiSdkEmbedder()', model, 'doEmbed', example);
  assertOptions(options);
  const { dimensions, documentPrefix = '', queryPrefix = '', documentProviderOptions, queryProviderOptions } = options;
  const documents = { prefix: documentPrefix, providerOptions: documentProviderOptions };
  const queries = { prefix: queryPrefix, providerOptions: queryProviderOptions };
  const id = aiSdkModelId(model);
  const call = embedInParts(model, id);

  async function embed(
    texts: readonly string[],
    { prefix, providerOptions }: typeof documents,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions));
    // Many providers refuse an empty text.
    const meant = [...texts.keys()].filter((i) => texts[i]?.trim() !== '');
    const values = meant.map((i) => prefix + (texts[i] as string).toWellFormed());
    const given = await call(values, { providerOptions, signal });
    signal?.throwIfAborted();
    const units = unitVectors(given, { count: values.length, dimensions, embedder: id });
    for (const [place, i] of meant.entries()) vectors[i] = units[place] as Float32Array;
    return vectors;
  }

  return {
    id,
    fingerprint: `ai-sdk@1:${id}:${dimensions}:${JSON.stringify([documents, queries])}`,
    dimensions,
    maxBatch,
    embedDocuments: (texts, { signal } = {}) => embed(texts, documents, signal),
    async embedQuery(text, { signal } = {}) {
      const [vector] = await embed([text], queries, signal);
      return vector as Float32Array;
    },
  };
}

function assertOptions(options: AiSdkEmbedderOptions): void {
  assertKnownOptions('aiSdkEmbedder()', options ?? null, known);
  const { dimensions, documentPrefix, queryPrefix, documentProviderOptions, queryProviderOptions } = options as Partial<
    Record<keyof AiSdkEmbedderOptions, unknown>
  >;
  if (!Number.isSafeInteger(dimensions) || Number(dimensions) < 1) {
    throw badOption('dimensions', dimensions, "Pass the length of the model's vectors.");
  }
  for (const [name, value] of Object.entries({ documentPrefix, queryPrefix })) {
    if (value !== undefined && typeof value !== 'string') throw badOption(name, value, 'Pass a text.');
  }
  for (const [name, value] of Object.entries({ documentProviderOptions, queryProviderOptions })) {
    if (value === undefined || (typeof value === 'object' && value !== null)) continue;
    throw badOption(name, value, 'Pass an object.');
  }
}

function badOption(name: string, value: unknown, remedy: string): CuboError {
  const message = `The option ${name} of aiSdkEmbedder() is ${describeThrown(value)}.`;
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}
