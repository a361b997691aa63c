import { copyAgain, modelInvalid } from '../files/model-error.ts';
import { readTensors } from '../files/safetensors.ts';
import { createPacer } from '../pacer.ts';
import type { TextModel } from '../threads/folder-model.ts';
import { readStaticTable } from './static-table.ts';
import { readStaticTokenizer } from './static-tokenizer.ts';

/** How {@link loadStaticModel} loads. */
export interface StaticModelOptions {
  /** File of `@huggingface/tokenizers`. */
  readonly library: string;
  readonly tensors: string;
  readonly tokenizer: string;
  readonly dimensions: number;
  readonly maximumTokens: number;
}

/**
 * Loads tokenizer and vectors.
 *
 * @throws CuboError `CUBO_MODEL_INVALID`
 */
export async function loadStaticModel(options: StaticModelOptions): Promise<TextModel> {
  const { library, tensors, tokenizer, dimensions, maximumTokens } = options;
  const words = await readStaticTokenizer(tokenizer, library, maximumTokens);
  const table = await readStaticTable(await readTensors(tensors), tensors);
  if (words.size > table.tokens) {
    throw modelInvalid(tokenizer, `has ${words.size} tokens, of which ${table.tokens} have a vector`, copyAgain);
  }
  return {
    async run(texts) {
      const giveWay = createPacer();
      const sums: ArrayLike<number>[] = [];
      for (const text of texts) {
        await giveWay();
        sums.push(table.sum(words.tokens(text), dimensions));
      }
      return sums;
    },
    async close() {},
  };
}
