import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CuboError } from '@cubo/contracts';

/** A loaded cross-encoder. */
export interface CrossEncoder {
  /** How well each text answers the query; higher is better. */
  score(query: string, texts: readonly string[]): Promise<number[]>;
  /** Frees its memory. */
  close(): Promise<void>;
}

/** What is used of `@huggingface/transformers`. */
interface Transformers {
  readonly AutoTokenizer: { from_pretrained(folder: string, options: object): Promise<Tokenizer> };
  readonly AutoModelForSequenceClassification: { from_pretrained(folder: string, options: object): Promise<Model> };
}
type Tokenizer = (texts: readonly string[], options: object) => object;
interface Model {
  (
    inputs: object,
  ): Promise<{ readonly logits: { readonly data: ArrayLike<number>; readonly dims: readonly number[] } }>;
  dispose(): Promise<unknown>;
}

const packageName = '@huggingface/transformers';

/**
 * Loads model and tokenizer from their folder; whatever is not there is an error, and never fetched.
 *
 * @throws CuboError `CUBO_PACKAGE_MISSING`, `CUBO_PATH_NOT_FOUND`
 */
export async function loadCrossEncoder(options: {
  readonly folder: string;
  readonly dtype: string;
  readonly maximumTokens: number;
}): Promise<CrossEncoder> {
  const { folder, dtype, maximumTokens } = options;
  if (!existsSync(join(folder, 'config.json'))) throw noModel(folder);
  const { AutoTokenizer, AutoModelForSequenceClassification } = loadTransformers();
  // An absolute path is no name of the hub; the option forbids to look there all the same.
  const local = { local_files_only: true };
  const tokenizer = await AutoTokenizer.from_pretrained(folder, local);
  const model = await AutoModelForSequenceClassification.from_pretrained(folder, { ...local, dtype });
  return {
    async score(query, texts) {
      const inputs = tokenizer(
        texts.map(() => query),
        { text_pair: [...texts], padding: true, truncation: true, max_length: maximumTokens },
      );
      const { data, dims } = (await model(inputs)).logits;
      const labels = dims.at(-1) ?? 1;
      // One label is the score; of two the second says that the text answers the query.
      return texts.map((_, i) => {
        const last = data[i * labels + labels - 1] as number;
        return labels === 2 ? last - (data[i * labels] as number) : last;
      });
    },
    async close() {
      await model.dispose();
    },
  };
}

/** From beside this package, or from the application; by `require`, which bundlers leave alone. */
function loadTransformers(): Transformers {
  let cause: unknown;
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from)(packageName) as Transformers;
    } catch (error) {
      cause = error;
    }
  }
  throw new CuboError({
    code: 'CUBO_PACKAGE_MISSING',
    message: `A cross-encoder needs the package ${packageName}, which cannot be loaded.`,
    remedy: `Install it: npm install ${packageName}.`,
    cause,
  });
}

function noModel(folder: string): CuboError {
  return new CuboError({
    code: 'CUBO_PATH_NOT_FOUND',
    message: `There is no model in ${folder}: it has no config.json.`,
    remedy: 'Pass the folder of a cross-encoder for transformers.js; nothing is downloaded.',
    path: folder,
  });
}
