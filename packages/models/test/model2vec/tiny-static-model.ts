import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleTexts } from '@cubo/contracts/testing';
import { type WrittenTensor, writeSafetensors } from '../files/write-safetensors.ts';

/** How the tiny model is written. */
export interface TinyStaticModel {
  /** Words beside those of the sample texts. */
  readonly words?: readonly string[];
  /** The vector of each token; default: one that is hashed from the word. */
  readonly vectorOf?: (word: string) => readonly number[];
  readonly type?: 'F64' | 'F32' | 'F16' | 'I8' | 'BF16';
  /** Name of the tensor; default `embeddings`. */
  readonly tensor?: string;
  /** Where in the folder the files are. */
  readonly place?: string;
  /** Tensors beside the vectors. */
  readonly others?: Readonly<Record<string, WrittenTensor>>;
  /** What `tokenizer.json` is written with instead. */
  readonly tokenizer?: object;
}

export const dimensions = 16;

/** Writes a static model whose tokens are words of the sample texts, and gives these words in their order. */
export async function writeTinyStaticModel(directory: string, model: TinyStaticModel = {}): Promise<readonly string[]> {
  const { vectorOf = hashedVector, type = 'F32', tensor = 'embeddings', place = '', others = {} } = model;
  const folder = join(directory, place);
  await mkdir(folder, { recursive: true });
  const found = sampleTexts(12).flatMap((text) => text.toLowerCase().match(/[a-z]+/g) ?? []);
  const words = [...new Set(['[PAD]', '[UNK]', ...(model.words ?? []), ...found])];
  const rows = words.map(vectorOf);
  await writeSafetensors(join(folder, 'model.safetensors'), {
    [tensor]: { type, shape: [rows.length, rows[0]?.length ?? 0], values: stored(type, rows.flat()) },
    ...others,
  });
  const tokenizer = model.tokenizer ?? wordTokenizer(words);
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer));
  return words;
}

/** Whole words of a vocabulary, in lower case; others are unknown. */
export function wordTokenizer(words: readonly string[]): object {
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      ...{ type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100 },
      vocab: Object.fromEntries(words.map((word, number) => [word, number])),
    },
  };
}

function hashedVector(word: string): number[] {
  let state = 7;
  for (const letter of word) state = (state * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return Array.from({ length: dimensions }, () => {
    state = (state * 75 + 74) % 65_537;
    return (state % 17) - 8;
  });
}

function stored(type: string, values: readonly number[]): ArrayBufferView {
  if (type === 'F64') return new Float64Array(values);
  if (type === 'F32') return new Float32Array(values);
  if (type === 'I8') return new Int8Array(values);
  return new Uint16Array(values.map(half));
}

/** The bits of a 16-bit float that holds a small whole number. */
function half(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = Math.round((Math.abs(value) / 2 ** exponent - 1) * 1024);
  return (value < 0 ? 0x8000 : 0) + ((exponent + 15) << 10) + fraction;
}
