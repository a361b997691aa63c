import { describeThrown } from '@cubo/contracts';
import { copyAgain, modelInvalid } from '../files/model-error.ts';
import { readJson } from '../files/read-json.ts';
import { loadPackage } from '../loading/optional-package.ts';

/** Cuts texts into the tokens of a vocabulary. */
export interface StaticTokenizer {
  /** The highest number of a token, and one more. */
  readonly size: number;
  /** Numbers of the tokens that count: unknown ones say nothing, and those beyond the most are left out. */
  tokens(text: string): readonly number[];
}

/** What is used of `@huggingface/tokenizers`. */
interface Tokenizers {
  readonly Tokenizer: new (
    tokenizer: object,
    config: object,
  ) => {
    encode(text: string, options: { add_special_tokens: false }): { readonly ids: readonly number[] };
    get_vocab(): ReadonlyMap<string, number>;
  };
}

/**
 * Reads a `tokenizer.json`.
 *
 * As in model2vec (`StaticModel.tokenize`), a text is first cut to as many characters as the most tokens would have at
 * the median length of the vocabulary's tokens, then unknown tokens are taken out, then what goes beyond the most.
 *
 * @see https://github.com/MinishLab/model2vec/blob/main/model2vec/model.py
 * @param library file of `@huggingface/tokenizers`
 * @throws CuboError `CUBO_MODEL_INVALID`
 */
export async function readStaticTokenizer(
  path: string,
  library: string,
  maximumTokens: number,
): Promise<StaticTokenizer> {
  const { Tokenizer } = loadPackage<Tokenizers>(library);
  const json = await readJson(path);
  let vocabulary: ReadonlyMap<string, number>;
  let encode: (text: string) => readonly number[];
  try {
    const tokenizer = new Tokenizer(json, {});
    vocabulary = tokenizer.get_vocab();
    encode = (text) => tokenizer.encode(text, { add_special_tokens: false }).ids;
  } catch (cause) {
    const reason = describeThrown(cause).replace(/\.$/, '');
    throw modelInvalid(path, `is no tokenizer that @huggingface/tokenizers can read: ${reason}`, copyAgain, cause);
  }
  const unknown = unknownToken(json.model, vocabulary);
  const maximumCharacters = maximumTokens * medianLength(vocabulary.keys());
  let size = 0;
  for (const number of vocabulary.values()) size = Math.max(size, number + 1);
  return {
    size,
    tokens(text) {
      const known = encode(firstCharacters(text.toWellFormed(), maximumCharacters)).filter((id) => id !== unknown);
      return known.length > maximumTokens ? known.slice(0, maximumTokens) : known;
    },
  };
}

/** WordPiece and BPE name it, Unigram gives its number. */
function unknownToken(model: unknown, vocabulary: ReadonlyMap<string, number>): number | undefined {
  const { unk_token: token, unk_id: id } = (model ?? {}) as { unk_token?: unknown; unk_id?: unknown };
  if (typeof token === 'string') return vocabulary.get(token);
  return typeof id === 'number' ? id : undefined;
}

/** In characters, rounded down where it lies between two. */
function medianLength(tokens: Iterable<string>): number {
  // Where a vocabulary leaves numbers out, the package counts tokens that are none.
  const written = [...tokens].filter((token) => typeof token === 'string');
  const lengths = Uint32Array.from(written, (token) => [...token].length).sort();
  const upper = lengths[lengths.length >> 1] ?? 1;
  const lower = lengths[(lengths.length - 1) >> 1] ?? upper;
  return Math.max(1, Math.floor((lower + upper) / 2));
}

/** The beginning of a text that has more characters (code points) than a maximum. */
function firstCharacters(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  let end = 0;
  for (let count = 0; count < maximum && end < text.length; count++)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
