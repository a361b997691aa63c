import { basename, join } from 'node:path';
import { assertKnownOptions, CuboError, describeThrown, type Embedder, type KnownOptions } from '@cubo/contracts';
import { openModelFiles } from '../files/model-files.ts';
import { readTensors } from '../files/safetensors.ts';
import { createLoadedModel } from '../loading/loaded-model.ts';
import { findPackage } from '../loading/optional-package.ts';
import { startModel } from '../threads/start-model.ts';
import { unitVectors } from '../vectors/unit-vectors.ts';
import { findStaticFolder } from './static-folder.ts';
import { vectorsOf } from './static-table.ts';

/** Settings of {@link model2vecEmbedder}. */
export interface Model2vecOptions {
  /** Folder of the model: `model.safetensors` and `tokenizer.json`, or these in `0_StaticEmbedding`. */
  readonly directory: string;
  /**
   * Length of the vectors, if they shall be shorter than the model's: their first dimensions count most in models that
   * were made with a principal component analysis, as those of model2vec are. Default: the model's.
   */
  readonly dimensions?: number | undefined;
  /** The most tokens of a text that count; what follows is left out. Default 512, as in model2vec. */
  readonly maximumTokens?: number | undefined;
  /**
   * Whether the model has a thread of its own, so that neither loading nor embedding holds the host up. Default `true`;
   * without its file, which a bundler may leave behind, the model works in the calling thread.
   */
  readonly thread?: boolean | undefined;
}

const known: KnownOptions<Model2vecOptions> = { directory: true, dimensions: true, maximumTokens: true, thread: true };
const maxBatch = 256;
/** Between so many texts the work can be stopped. */
const textsAtOnce = 32;

/**
 * Embeds by a static model of [model2vec](https://github.com/MinishLab/model2vec): the vector of a text is the mean of
 * those of its tokens, brought to unit length. That takes no accelerator and little time. It needs
 * `@huggingface/tokenizers` beside Cubo, and fetches nothing. The files are hashed here, for the fingerprint, and read by
 * the first use.
 *
 * Vectors are those of the Python package, whatever `normalize` in the model's configuration says: Cubo compares
 * directions only. Unknown words count nothing; a text without known ones has the zero vector.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`, `CUBO_PATH_NOT_FOUND`, `CUBO_MODEL_INVALID`; embedding, also `CUBO_PACKAGE_MISSING`
 */
export async function model2vecEmbedder(options: Model2vecOptions): Promise<Embedder> {
  assertOptions(options);
  const { maximumTokens = 512, thread = true } = options;
  const { directory, tensors, tokenizer } = await findStaticFolder(options.directory);
  const tensorsPath = join(directory, tensors);
  const width = vectorsOf(await readTensors(tensorsPath), tensorsPath).shape[1] as number;
  const { dimensions = width } = options;
  if (dimensions > width) {
    throw badOption('dimensions', dimensions, `Pass ${width} at most, which is what the model has.`);
  }
  const files = await openModelFiles(directory, [tensors, tokenizer]);
  const id = `model2vec:${basename(directory)}`;

  const model = createLoadedModel({
    async load() {
      await files.assertUnchanged();
      const library = findPackage('@huggingface/tokenizers', 'model2vecEmbedder()');
      const request = {
        library,
        tensors: tensorsPath,
        tokenizer: join(directory, tokenizer),
        dimensions,
        maximumTokens,
      };
      return await startModel({ kind: 'static', options: request }, thread);
    },
    release: (started) => started.close(),
    isUsable: (started) => started.isAlive(),
  });

  function embed(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    return model.use(async (started) => {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += textsAtOnce) {
        signal?.throwIfAborted();
        const read = texts.slice(at, at + textsAtOnce);
        vectors.push(...unitVectors(await started.run(read), { count: read.length, dimensions, embedder: id }));
      }
      signal?.throwIfAborted();
      return vectors;
    });
  }

  return {
    id,
    fingerprint: `model2vec@1:${files.hash}:${dimensions}:${maximumTokens}`,
    dimensions,
    maxBatch,
    async embedDocuments(texts, { signal } = {}) {
      signal?.throwIfAborted();
      return await embed(texts, signal);
    },
    async embedQuery(text, { signal } = {}) {
      signal?.throwIfAborted();
      const [vector] = await embed([text], signal);
      return vector as Float32Array;
    },
    load: () => model.use(async () => {}),
    unload: () => model.release(),
  };
}

function assertOptions(options: Model2vecOptions): void {
  assertKnownOptions('model2vecEmbedder()', options ?? null, known);
  const { directory, dimensions, maximumTokens, thread } = options as Partial<Record<keyof Model2vecOptions, unknown>>;
  if (typeof directory !== 'string' || directory === '') {
    throw badOption('directory', directory, 'Pass the folder of a model.');
  }
  if (thread !== undefined && typeof thread !== 'boolean') throw badOption('thread', thread, 'Pass true or false.');
  for (const [name, value] of Object.entries({ dimensions, maximumTokens })) {
    if (value === undefined || (Number.isInteger(value) && Number(value) > 0)) continue;
    if (name === 'maximumTokens' && value === Number.POSITIVE_INFINITY) continue;
    throw badOption(name, value, 'Pass a whole number from 1 up.');
  }
}

function badOption(name: string, value: unknown, remedy: string): CuboError {
  const message = `The option ${name} of model2vecEmbedder() is ${describeThrown(value)}.`;
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}
