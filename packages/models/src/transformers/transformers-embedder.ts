import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  assertKnownOptions,
  CuboError,
  describeThrown,
  type Embedder,
  isCuboError,
  type KnownOptions,
} from '@cubo/contracts';
import { fileMissing, openModelFiles } from '../files/model-files.ts';
import { createLoadedModel } from '../loading/loaded-model.ts';
import { findPackage } from '../loading/optional-package.ts';
import { startModel } from '../threads/start-model.ts';
import { unitVectors } from '../vectors/unit-vectors.ts';
import { readSentenceFolder, type SentencePooling } from './sentence-folder.ts';

/** Settings of {@link transformersEmbedder}. What the folder of the model says need not be said again. */
export interface TransformersEmbedderOptions {
  /**
   * Folder of the model, as transformers.js reads it: `config.json`, `tokenizer.json`, `tokenizer_config.json` and
   * `onnx/model.onnx`; beside them what sentence-transformers writes, such as `modules.json` and `1_Pooling/config.json`.
   */
  readonly directory: string;
  /** Which of the model's files: `q8` is `onnx/model_quantized.onnx`. Default `fp32`: `onnx/model.onnx`. */
  readonly dtype?: 'fp32' | 'fp16' | 'q8' | 'int8' | 'uint8' | 'q4' | undefined;
  /**
   * How the vectors of tokens become one: their `mean`, or the one of the `first` or `last` token, …; `model`: the
   * model does it itself and gives it as `sentence_embedding`. Default: what the folder says.
   */
  readonly pooling?: SentencePooling | undefined;
  /** What is put before documents, such as `passage: `. Default: what the folder says, or nothing. */
  readonly documentPrefix?: string | undefined;
  /** What is put before questions, such as `query: `. Default: what the folder says, or nothing. */
  readonly queryPrefix?: string | undefined;
  /**
   * Length of the vectors, if they shall be shorter than the model's: only for models that were trained so that their
   * first dimensions count most (Matryoshka). Default: the model's.
   */
  readonly dimensions?: number | undefined;
  /** The most tokens of a text; what is longer is cut. Default: what the folder says, or 512. */
  readonly maximumTokens?: number | undefined;
  /** Texts that are embedded at a time; those of like length go together. Default 8. */
  readonly batch?: number | undefined;
  /**
   * Whether the model has a thread of its own, so that neither loading nor embedding holds the host up. Default `true`;
   * without its file, which a bundler may leave behind, the model works in the calling thread.
   */
  readonly thread?: boolean | undefined;
}

const known: KnownOptions<TransformersEmbedderOptions> = {
  ...{ directory: true, dtype: true, pooling: true },
  ...{ documentPrefix: true, queryPrefix: true },
  ...{ dimensions: true, maximumTokens: true, batch: true, thread: true },
};
const poolings: readonly unknown[] = ['mean', 'weighted-mean', 'max', 'first', 'last', 'model'];
const suffixes = { fp32: '', fp16: '_fp16', q8: '_quantized', int8: '_int8', uint8: '_uint8', q4: '_q4' } as const;
const maxBatch = 64;

/**
 * Embeds by a model in ONNX, from a folder on this computer. It needs `@huggingface/transformers` beside Cubo, and never
 * fetches anything. The files are hashed here, for the fingerprint; the model is loaded by the first use. Vectors have
 * unit length; a text without content has the zero vector.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`, `CUBO_PATH_NOT_FOUND`, `CUBO_MODEL_INVALID`; embedding, also
 * `CUBO_PACKAGE_MISSING`, `CUBO_EMBEDDER_FAILED`, `CUBO_EMBEDDER_INVALID`
 */
export async function transformersEmbedder(options: TransformersEmbedderOptions): Promise<Embedder> {
  assertOptions(options);
  const { dtype = 'fp32', batch = 8, thread = true } = options;
  const directory = resolve(options.directory);
  const onnx = `model${suffixes[dtype]}.onnx`;
  const needed = ['config.json', 'tokenizer.json', join('onnx', onnx)];
  for (const name of needed) if (!existsSync(join(directory, name))) throw fileMissing(directory, name);
  const folder = await readSentenceFolder(directory);
  const pooling = options.pooling ?? folder.pooling;
  if (pooling === undefined) throw unsaid('pooling', 'Pass the one that the model was trained with: mean for most.');
  const { dimensions = folder.dimensions } = options;
  if (dimensions === undefined) throw unsaid('dimensions', 'Pass the length of its vectors.');
  if (folder.dimensions !== undefined && dimensions > folder.dimensions) {
    throw badOption('dimensions', dimensions, `Pass ${folder.dimensions} at most, which is what the model has.`);
  }
  const { maximumTokens = folder.maximumTokens ?? 512 } = options;
  const { documentPrefix = folder.documentPrefix, queryPrefix = folder.queryPrefix } = options;
  const files = await openModelFiles(directory, [...needed, ...folder.files, ...(await weightFiles(directory, onnx))]);
  const id = `transformers:${basename(directory)}`;

  const model = createLoadedModel({
    async load() {
      await files.assertUnchanged();
      const library = findPackage('@huggingface/transformers', 'transformersEmbedder()');
      const request = { library, directory, dtype, pooling, maximumTokens };
      return await startModel({ kind: 'sentence', options: request }, thread);
    },
    release: (loaded) => loaded.close(),
    isUsable: (loaded) => loaded.isAlive(),
  });

  async function embed(texts: readonly string[], prefix: string, signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions as number));
    // Texts of like length are read together: what is shorter than the longest is filled up with tokens of no use.
    const order = [...texts.keys()].filter((i) => texts[i]?.trim() !== '');
    order.sort((a, b) => (texts[a]?.length ?? 0) - (texts[b]?.length ?? 0));
    if (order.length === 0) return vectors;
    await model.use(async (loaded) => {
      for (let at = 0; at < order.length; at += batch) {
        signal?.throwIfAborted();
        const read = order.slice(at, at + batch);
        const given = await loaded.run(read.map((i) => prefix + (texts[i] as string).toWellFormed()));
        const cut = given.map((vector) => firstOf(vector));
        const units = unitVectors(cut, { count: read.length, dimensions: dimensions as number, embedder: id });
        for (const [place, i] of read.entries()) vectors[i] = units[place] as Float32Array;
      }
    });
    signal?.throwIfAborted();
    return vectors;
  }

  /** The first dimensions, if fewer are wanted; a vector that has too few is left as it is, and refused. */
  function firstOf(vector: ArrayLike<number>): ArrayLike<number> {
    const { dimensions: wanted } = options;
    return wanted !== undefined && vector.length > wanted ? Array.prototype.slice.call(vector, 0, wanted) : vector;
  }

  /** Errors of the package say little by themselves. */
  async function told<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    try {
      return await work;
    } catch (cause) {
      signal?.throwIfAborted();
      throw isCuboError(cause) ? cause : failed(id, directory, cause);
    }
  }

  return {
    id,
    fingerprint: `transformers@1:${files.hash}:${pooling}:${dimensions}:${maximumTokens}:${JSON.stringify([documentPrefix, queryPrefix])}`,
    dimensions,
    maxBatch,
    embedDocuments: (texts, { signal } = {}) => told(embed(texts, documentPrefix, signal), signal),
    async embedQuery(text, { signal } = {}) {
      const [vector] = await told(embed([text], queryPrefix, signal), signal);
      return vector as Float32Array;
    },
    load: () => model.use(async () => {}),
    unload: () => model.release(),
  };

  function unsaid(name: string, remedy: string): CuboError {
    const message = `The folder ${directory} does not say which ${name} its model has.`;
    return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy, path: directory });
  }
}

/** Large models keep their weights in files beside the model: `model.onnx_data`, `model.onnx_data_1`. */
async function weightFiles(directory: string, onnx: string): Promise<string[]> {
  const names = await readdir(join(directory, 'onnx'));
  return names
    .filter((name) => name.startsWith(`${onnx}_data`))
    .sort()
    .map((name) => join('onnx', name));
}

function assertOptions(options: TransformersEmbedderOptions): void {
  assertKnownOptions('transformersEmbedder()', options ?? null, known);
  const { directory, dtype, pooling, documentPrefix, queryPrefix, thread, ...counts } = options as Partial<
    Record<keyof typeof known, unknown>
  >;
  if (typeof directory !== 'string' || directory === '') {
    throw badOption('directory', directory, 'Pass the folder of a model.');
  }
  if (dtype !== undefined && !Object.hasOwn(suffixes, String(dtype))) {
    throw badOption('dtype', dtype, `Pass one of ${Object.keys(suffixes).join(', ')}.`);
  }
  if (pooling !== undefined && !poolings.includes(pooling)) {
    throw badOption('pooling', pooling, `Pass one of ${poolings.join(', ')}.`);
  }
  if (thread !== undefined && typeof thread !== 'boolean') throw badOption('thread', thread, 'Pass true or false.');
  for (const [name, prefix] of Object.entries({ documentPrefix, queryPrefix })) {
    if (prefix === undefined || typeof prefix === 'string') continue;
    throw badOption(name, prefix, 'Pass a text.');
  }
  for (const [name, value] of Object.entries(counts)) {
    if (value === undefined || (Number.isInteger(value) && Number(value) > 0)) continue;
    throw badOption(name, value, 'Pass a whole number from 1 up.');
  }
}

function badOption(name: string, value: unknown, remedy: string): CuboError {
  const message = `The option ${name} of transformersEmbedder() is ${describeThrown(value)}.`;
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}

function failed(id: string, path: string, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_EMBEDDER_FAILED',
    message: `The embedder ${id} failed: ${describeThrown(cause).replace(/\.$/, '')}.`,
    remedy: 'Check that the folder holds a model for feature extraction with transformers.js.',
    path,
    cause,
  });
}
