import { resolve } from 'node:path';
import {
  assertKnownOptions,
  CuboError,
  compareHits,
  describeThrown,
  type Hit,
  isCuboError,
  type KnownOptions,
  type RerankCandidate,
  type Reranker,
} from '@cubo/contracts';
import { type CrossEncoder, loadCrossEncoder } from './load-cross-encoder.ts';

/** Settings of {@link crossEncoderReranker}. */
export interface CrossEncoderOptions {
  /**
   * Folder of the model, as transformers.js reads it: `config.json`, `tokenizer.json`, `tokenizer_config.json` and
   * `onnx/model.onnx`.
   */
  readonly folder: string;
  /** Which of the model's files: `q8` is `onnx/model_quantized.onnx`. Default `fp32`: `onnx/model.onnx`. */
  readonly dtype?: 'fp32' | 'fp16' | 'q8' | 'int8' | 'uint8' | 'q4' | undefined;
  /** The most tokens of query and passage together; what is longer is cut. Default 512. */
  readonly maximumTokens?: number | undefined;
  /** Passages that are read at a time. Default 8. */
  readonly batch?: number | undefined;
}

/** A reranker that holds a model in memory. */
export interface CrossEncoderReranker extends Reranker {
  load(): Promise<void>;
  unload(): Promise<void>;
}

const known: KnownOptions<CrossEncoderOptions> = { folder: true, dtype: true, maximumTokens: true, batch: true };

/**
 * Reranks by a cross-encoder, a model that reads query and passage together, from a folder on this computer. It needs
 * `@huggingface/transformers` beside Cubo, and never fetches anything. The model is loaded by the first search; a
 * knowledge base lets it go when it is idle, elsewhere `unload()` does.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`; loading and reranking `CUBO_PACKAGE_MISSING`, `CUBO_PATH_NOT_FOUND`, `CUBO_RERANKER_FAILED`
 */
export function crossEncoderReranker(options: CrossEncoderOptions): CrossEncoderReranker {
  assertOptions(options);
  const { dtype = 'fp32', maximumTokens = 512, batch = 8 } = options;
  const folder = resolve(options.folder);
  let loading: Promise<CrossEncoder> | undefined;

  function loadOnce(): Promise<CrossEncoder> {
    if (loading === undefined) {
      const started = loadCrossEncoder({ folder, dtype, maximumTokens });
      loading = started;
      started.catch(() => {
        if (loading === started) loading = undefined;
      });
    }
    return loading;
  }

  async function score(
    query: string,
    candidates: readonly RerankCandidate[],
    signal: AbortSignal | undefined,
  ): Promise<Hit[]> {
    const encoder = await loadOnce();
    const hits: Hit[] = [];
    for (let at = 0; at < candidates.length; at += batch) {
      signal?.throwIfAborted();
      const read = candidates.slice(at, at + batch);
      const scores = await encoder.score(
        query,
        read.map(({ text }) => text),
      );
      hits.push(...read.map(({ id }, i) => ({ id, score: scores[i] ?? Number.NaN })));
    }
    if (hits.every((hit) => Number.isFinite(hit.score))) return hits.sort(compareHits);
    throw new Error('it gave a score that is not finite');
  }

  return {
    id: `cross-encoder:${folder}`,
    async rerank(query, candidates, { signal } = {}) {
      signal?.throwIfAborted();
      if (candidates.length === 0) return [];
      try {
        return await score(query, candidates, signal);
      } catch (error) {
        signal?.throwIfAborted();
        throw isCuboError(error) ? error : failed(folder, error);
      }
    },
    async load() {
      try {
        await loadOnce();
      } catch (error) {
        throw isCuboError(error) ? error : failed(folder, error);
      }
    },
    async unload() {
      const loaded = loading;
      loading = undefined;
      await (await loaded?.catch(() => undefined))?.close();
    },
  };
}

function assertOptions(options: CrossEncoderOptions): void {
  assertKnownOptions('crossEncoderReranker()', options ?? null, known);
  const { folder, maximumTokens, batch } = options as Partial<Record<keyof CrossEncoderOptions, unknown>>;
  if (typeof folder !== 'string' || folder === '') {
    throw badOption('folder', folder, 'Pass the folder of a model.');
  }
  for (const [name, value] of Object.entries({ maximumTokens, batch })) {
    if (value === undefined || (Number.isInteger(value) && Number(value) > 0)) continue;
    throw badOption(name, value, 'Pass a whole number from 1 up.');
  }
}

function badOption(name: string, value: unknown, remedy: string): CuboError {
  const message = `The option ${name} of crossEncoderReranker() is ${describeThrown(value)}.`;
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}

function failed(folder: string, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_RERANKER_FAILED',
    message: `The cross-encoder of ${folder} failed: ${describeThrown(cause).replace(/\.$/, '')}.`,
    remedy: 'Check that the folder holds a model for transformers.js, with its tokenizer and onnx/model.onnx.',
    path: folder,
    cause,
  });
}
