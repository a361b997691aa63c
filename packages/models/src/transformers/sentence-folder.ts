import { join } from 'node:path';
import { modelInvalid } from '../files/model-error.ts';
import { readJson, readJsonIfThere } from '../files/read-json.ts';
import type { TokenPooling } from './pool-tokens.ts';

/** How vectors are taken from what a model gives: from its tokens, or as its own `sentence_embedding`. */
export type SentencePooling = TokenPooling | 'model';

/** What the folder of a model says of how it is used. */
export interface SentenceFolder {
  /** `undefined` where the folder does not say. */
  readonly pooling: SentencePooling | undefined;
  readonly documentPrefix: string;
  readonly queryPrefix: string;
  /** `undefined` where the folder does not say. */
  readonly maximumTokens: number | undefined;
  /** `undefined` where the folder does not say. */
  readonly dimensions: number | undefined;
  /** The files that say it, relative to the folder. */
  readonly files: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the configuration of a model in the layout of sentence-transformers: `modules.json` with a pooling of its own,
 * `config_sentence_transformers.json` with what is put before texts, `sentence_bert_config.json` with the length.
 *
 * @throws CuboError `CUBO_PATH_NOT_FOUND`, `CUBO_MODEL_INVALID`
 */
export async function readSentenceFolder(directory: string): Promise<SentenceFolder> {
  const files: string[] = [];
  const read = async (name: string): Promise<Json | undefined> => {
    const json = await readJsonIfThere(join(directory, name));
    if (json !== undefined) files.push(name);
    return json;
  };
  const config = await readJson(join(directory, 'config.json'));
  const tokenizer = await read('tokenizer_config.json');
  const sentences = await read('config_sentence_transformers.json');
  const length = await read('sentence_bert_config.json');
  const modules = await readModules(directory, read);
  const { prompts, default_prompt_name: usual } = sentences ?? {};
  const prompt = (...names: unknown[]): string => {
    const found = names.map((name) => (prompts as Json | undefined)?.[String(name)]);
    return found.find((text) => typeof text === 'string') ?? '';
  };
  return {
    ...modules,
    dimensions: modules.dimensions ?? count(config.hidden_size, config.d_model, config.dim, config.n_embd),
    // The names that encode_document() and encode_query() of sentence-transformers look for.
    documentPrefix: prompt('document', 'passage', 'corpus', usual),
    queryPrefix: prompt('query', usual),
    maximumTokens: count(length?.max_seq_length) ?? least(tokenizer?.model_max_length, config.max_position_embeddings),
    files,
  };
}

/** What is left of the model behind its transformer: how tokens become one vector, and whether layers follow. */
async function readModules(
  directory: string,
  read: (name: string) => Promise<Json | undefined>,
): Promise<Pick<SentenceFolder, 'pooling' | 'dimensions'>> {
  const list = await read('modules.json');
  const modules = Array.isArray(list) ? (list as readonly Json[]) : [];
  const kinds = modules.map(({ type }) => String(type).split('.').at(-1));
  const own = await read(join(String(modules[kinds.indexOf('Pooling')]?.path ?? '1_Pooling'), 'config.json'));
  // Dense layers behind the pooling are a part of the ONNX model, or are not there at all.
  const dense = kinds.lastIndexOf('Dense');
  if (dense >= 0) {
    const layer = await read(join(String(modules[dense]?.path), 'config.json'));
    return { pooling: 'model', dimensions: count(layer?.out_features) };
  }
  if (own === undefined) return { pooling: undefined, dimensions: undefined };
  const pooling = poolingOf(own);
  if (pooling !== undefined)
    return { pooling, dimensions: count(own.word_embedding_dimension, own.embedding_dimension) };
  throw modelInvalid(
    directory,
    'pools the vectors of tokens in a way that is not known here',
    'Export the model with its pooling, so that its ONNX file has an output sentence_embedding, and pass pooling: "model".',
  );
}

const poolings: Readonly<Record<string, TokenPooling>> = {
  cls: 'first',
  cls_token: 'first',
  max: 'max',
  max_tokens: 'max',
  mean: 'mean',
  mean_tokens: 'mean',
  // It differs from the mean in its length alone.
  mean_sqrt_len_tokens: 'mean',
  weightedmean: 'weighted-mean',
  weightedmean_tokens: 'weighted-mean',
  lasttoken: 'last',
};

function poolingOf(config: Json): TokenPooling | undefined {
  if (typeof config.pooling_mode === 'string') return poolings[config.pooling_mode];
  const modes = Object.keys(config).filter((name) => name.startsWith('pooling_mode_') && config[name] === true);
  return modes.length === 1 ? poolings[String(modes[0]).slice('pooling_mode_'.length)] : undefined;
}

/** The first that is a count. */
function count(...values: unknown[]): number | undefined {
  return values.find((value): value is number => Number.isSafeInteger(value) && Number(value) > 0);
}

/** The least of those that are counts: tokenizers without a limit have a number that is none. */
function least(...values: unknown[]): number | undefined {
  const counts = values.flatMap((value) => count(value) ?? []);
  return counts.length > 0 ? Math.min(...counts) : undefined;
}
