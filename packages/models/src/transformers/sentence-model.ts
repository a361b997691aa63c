import { describeThrown } from '@cubo/contracts';
import { modelInvalid } from '../files/model-error.ts';
import { loadPackage } from '../loading/optional-package.ts';
import { halfValues } from '../numbers/half-values.ts';
import type { TextModel } from '../threads/folder-model.ts';
import { poolTokens } from './pool-tokens.ts';
import type { SentencePooling } from './sentence-folder.ts';

/** How {@link loadSentenceModel} loads. */
export interface SentenceModelOptions {
  /** File of `@huggingface/transformers`. */
  readonly library: string;
  readonly directory: string;
  readonly dtype: string;
  readonly pooling: SentencePooling;
  readonly maximumTokens: number;
}

/** What is used of `@huggingface/transformers`. */
interface Transformers {
  readonly AutoTokenizer: { from_pretrained(folder: string, options: object): Promise<Tokenizer> };
  readonly AutoModel: { from_pretrained(folder: string, options: object): Promise<Model> };
}
interface Tokenizer {
  (texts: readonly string[], options: object): Inputs;
  encode(text: string): readonly number[];
}
interface Inputs {
  readonly input_ids: { readonly data: BigInt64Array; readonly dims: readonly number[] };
  readonly attention_mask: { readonly data: BigInt64Array };
}
interface Model {
  (inputs: Inputs): Promise<Readonly<Record<string, Output | undefined>>>;
  dispose(): Promise<unknown>;
}
interface Output {
  readonly data: ArrayLike<number>;
  readonly dims: readonly number[];
}

/**
 * Loads model and tokenizer from their folder; whatever is not there is an error, and never fetched.
 *
 * @throws CuboError `CUBO_MODEL_INVALID`
 */
export async function loadSentenceModel(options: SentenceModelOptions): Promise<TextModel> {
  const { library, directory, dtype, maximumTokens } = options;
  const { AutoTokenizer, AutoModel } = loadPackage<Transformers>(library);
  // An absolute path is no name of the hub; the option forbids to look there all the same.
  const local = { local_files_only: true };
  let tokenizer: Tokenizer;
  let model: Model;
  try {
    tokenizer = await AutoTokenizer.from_pretrained(directory, local);
    model = await AutoModel.from_pretrained(directory, { ...local, dtype });
  } catch (cause) {
    const remedy = 'Check that the folder holds a model for transformers.js with its tokenizer.';
    throw modelInvalid(directory, `cannot be loaded: ${describeThrown(cause).replace(/\.$/, '')}`, remedy, cause);
  }
  const lastToken = tokenizer.encode('').at(-1);
  return {
    async run(texts) {
      const inputs = tokenizer(texts, { padding: true, truncation: true, max_length: maximumTokens });
      if (lastToken !== undefined) endWith(lastToken, inputs, maximumTokens);
      return vectorsOf(await model(inputs), inputs, texts.length, options);
    },
    async close() {
      await model.dispose();
    },
  };

  function endWith(last: number, { input_ids: ids, attention_mask: mask }: Inputs, length: number): void {
    // transformers.js cuts long texts with the token that ends them all, and models were trained to see it.
    if (ids.dims[1] !== length) return;
    for (let end = length - 1; end < ids.data.length; end += length) {
      if (mask.data[end] !== 0n) ids.data[end] = BigInt(last);
    }
  }
}

function vectorsOf(
  outputs: Readonly<Record<string, Output | undefined>>,
  { attention_mask: mask }: Inputs,
  count: number,
  { directory, pooling }: SentenceModelOptions,
): ArrayLike<number>[] {
  const output =
    pooling === 'model' ? outputs.sentence_embedding : (outputs.last_hidden_state ?? outputs.token_embeddings);
  const [texts, ...sizes] = output?.dims ?? [];
  if (output === undefined || texts !== count || sizes.length !== (pooling === 'model' ? 1 : 2)) {
    const wanted = pooling === 'model' ? 'sentence_embedding' : 'last_hidden_state or token_embeddings';
    throw modelInvalid(
      directory,
      `has no output ${wanted}, but ${Object.keys(outputs).join(', ')}`,
      'Export the model for feature extraction, or pass another pooling.',
    );
  }
  const values = floats(output.data);
  const indexes = Array.from({ length: count }, (_, text) => text);
  if (pooling === 'model') {
    const [width = 0] = sizes;
    return indexes.map((text) => Array.prototype.slice.call(values, text * width, (text + 1) * width));
  }
  const [tokens = 0, width = 0] = sizes;
  return indexes.map((text) => poolTokens({ values, mask: mask.data, tokens, width }, text, pooling));
}

/** Floats of 16 bits come as their bits where Node has no array for them. */
function floats(data: ArrayLike<number>): ArrayLike<number> {
  if (!(data instanceof Uint16Array)) return data;
  const value = halfValues();
  return Float32Array.from(data, (bits) => value[bits] as number);
}
