import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sampleTexts } from '@cubo/contracts/testing';
import { constant, integer, node, onnxModel, onnxType, value } from './onnx-bytes.ts';

/** How the tiny model is written. */
export interface TinySentenceModel {
  /** Vectors of words beside those of the sample texts, all of one length. */
  readonly vectors?: Readonly<Record<string, readonly number[]>>;
  /** Names of the outputs; `sentence_embedding` is the sum over all tokens, others are the tokens. */
  readonly outputs?: readonly string[];
  /** Gives the tokens as floats of 16 bits. */
  readonly half?: boolean;
  /** Files beside the model, as they are or as JSON. */
  readonly files?: Readonly<Record<string, object | string>>;
  /** `model_max_length` of the tokenizer. */
  readonly maximumTokens?: number;
  readonly onnx?: string;
}

const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

/** The layout of sentence-transformers, with the mean of the tokens. */
export const meanPooling = {
  'modules.json': [
    { idx: 0, name: '0', path: '', type: 'sentence_transformers.models.Transformer' },
    { idx: 1, name: '1', path: '1_Pooling', type: 'sentence_transformers.models.Pooling' },
    { idx: 2, name: '2', path: '2_Normalize', type: 'sentence_transformers.models.Normalize' },
  ],
  '1_Pooling/config.json': {
    word_embedding_dimension: 4,
    pooling_mode_mean_tokens: true,
    pooling_mode_cls_token: false,
  },
};

/**
 * Writes a model in the layout of transformers.js. It gives each token its vector from a table: no model that knows
 * anything, but one that loads, is given batches, and gives what can be calculated by hand.
 */
export async function writeTinySentenceModel(directory: string, model: TinySentenceModel = {}): Promise<void> {
  const { vectors = {}, outputs = ['last_hidden_state'], files = meanPooling, maximumTokens = 512 } = model;
  const found = sampleTexts(12).flatMap((text) => text.toLowerCase().match(/[a-z]+/g) ?? []);
  const words = [...new Set([...special, ...Object.keys(vectors), ...found])];
  const width = Object.values(vectors)[0]?.length ?? 4;
  const rows = words.map((word, at) => vectors[word] ?? hashedVector(word, at, width));
  const write = async (name: string, content: object | string | Uint8Array) => {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    const isData = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(join(directory, name), isData ? content : JSON.stringify(content));
  };
  await write('config.json', { model_type: 'bert', architectures: ['BertModel'], hidden_size: width });
  await write('tokenizer_config.json', {
    ...{ tokenizer_class: 'BertTokenizer', model_max_length: maximumTokens },
    ...{ pad_token: '[PAD]', unk_token: '[UNK]', cls_token: '[CLS]', sep_token: '[SEP]' },
  });
  await write('tokenizer.json', tokenizer(words));
  await write(join('onnx', model.onnx ?? 'model.onnx'), table(rows, outputs, model.half === true));
  for (const [name, content] of Object.entries(files)) await write(name, content);
}

/** Those of special tokens are zero, unless they are given. */
function hashedVector(word: string, at: number, width: number): number[] {
  const isSpecial = special.includes(word);
  return Array.from({ length: width }, (_, i) => (isSpecial ? 0 : ((at * (i + 3) * 37) % 19) - 9));
}

function tokenizer(words: readonly string[]): object {
  const number = (word: string) => words.indexOf(word);
  const piece = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const template = [piece('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, piece('[SEP]')];
  return {
    version: '1.0',
    added_tokens: special.map((content) => ({
      ...{ id: number(content), content, special: true },
      ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
    })),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      ...{ type: 'TemplateProcessing', single: template, pair: template },
      special_tokens: Object.fromEntries(['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [number(id)], tokens: [id] }])),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      ...{ type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100 },
      vocab: Object.fromEntries(words.map((word, i) => [word, i])),
    },
  };
}

/** `token = table[input_ids]`, and its sum over the tokens. */
function table(rows: readonly (readonly number[])[], outputs: readonly string[], half: boolean): Uint8Array {
  const width = rows[0]?.length ?? 0;
  const type = half ? onnxType.float16 : onnxType.float;
  return onnxModel({
    nodes: [
      node('Gather', ['table', 'input_ids'], 'tokens', [integer('axis', 0)]),
      ...outputs.map((name) =>
        name === 'sentence_embedding'
          ? node('ReduceSum', ['tokens', 'axes'], name, [integer('keepdims', 0)])
          : node('Cast', ['tokens'], name, [integer('to', type)]),
      ),
    ],
    constants: [
      constant('table', [rows.length, width], Float32Array.from(rows.flat())),
      constant('axes', [1], BigInt64Array.of(1n)),
    ],
    inputs: ['input_ids', 'attention_mask'].map((name) => value(name, onnxType.int64, ['batch', 'tokens'])),
    outputs: outputs.map((name) =>
      name === 'sentence_embedding'
        ? value(name, onnxType.float, ['batch', width])
        : value(name, type, ['batch', 'tokens', width]),
    ),
  });
}
