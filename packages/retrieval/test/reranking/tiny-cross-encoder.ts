import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What words add to the score of the tiny model, which is their number in its vocabulary. */
const vocabulary: Readonly<Record<string, number>> = {
  '[PAD]': 0,
  '[UNK]': 1,
  '[CLS]': 2,
  '[SEP]': 3,
  lantern: 4,
  harbour: 5,
  lease: 500,
  tenant: 600,
  notice: 700,
};

/**
 * Writes a model in the layout of transformers.js. It adds up the numbers of all tokens: no cross-encoder that knows
 * anything, but one that loads, is given pairs, and gives a score for each. With two labels the first is 0.
 */
export async function writeTinyCrossEncoder(folder: string, labels: 1 | 2 = 1): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  const json = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value));
  const special = (content: string) => ({
    ...{ id: vocabulary[content], content, special: true },
    ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
  });
  const piece = (id: string, type: number) => ({ SpecialToken: { id, type_id: type } });
  const sequence = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
  const single = [piece('[CLS]', 0), sequence('A', 0), piece('[SEP]', 0)];
  const templateToken = (id: string) => ({ id, ids: [vocabulary[id]], tokens: [id] });
  await json('config.json', { model_type: 'bert', architectures: ['BertForSequenceClassification'] });
  await json('tokenizer_config.json', {
    ...{ tokenizer_class: 'BertTokenizer', model_max_length: 512 },
    ...{ pad_token: '[PAD]', unk_token: '[UNK]', cls_token: '[CLS]', sep_token: '[SEP]' },
  });
  await json('tokenizer.json', {
    version: '1.0',
    added_tokens: ['[PAD]', '[UNK]', '[CLS]', '[SEP]'].map(special),
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single,
      pair: [...single, sequence('B', 1), piece('[SEP]', 1)],
      special_tokens: { '[CLS]': templateToken('[CLS]'), '[SEP]': templateToken('[SEP]') },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      ...{ type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100 },
      vocab: vocabulary,
    },
  });
  await writeFile(join(folder, 'onnx', 'model.onnx'), onnxModel(labels));
}

/** `logits = sum(input_ids * attention_mask)` over the tokens, as ONNX has it in protocol buffers. */
function onnxModel(labels: 1 | 2): Uint8Array {
  const float = 1;
  const int64 = 7;
  const summed = labels === 1 ? 'logits' : 'sum';
  const nodes = [
    node('Mul', ['input_ids', 'attention_mask'], 'numbers'),
    node('Cast', ['numbers'], 'floats', [integer('to', float)]),
    node('ReduceSum', ['floats'], summed, [integers('axes', [1]), integer('keepdims', 1)]),
    ...(labels === 1
      ? []
      : [node('Sub', ['sum', 'sum'], 'zero'), node('Concat', ['zero', 'sum'], 'logits', [integer('axis', 1)])]),
  ];
  const graph = [
    ...nodes.map((each) => field(1, each)),
    field(2, text('tiny')),
    field(11, value('input_ids', int64, ['batch', 'tokens'])),
    field(11, value('attention_mask', int64, ['batch', 'tokens'])),
    field(12, value('logits', float, ['batch', labels])),
  ].flat();
  return Uint8Array.from([...field(1, 8), ...field(8, [...field(1, text('')), ...field(2, 11)]), ...field(7, graph)]);
}

function node(operator: string, inputs: readonly string[], output: string, attributes: readonly number[][] = []) {
  return [
    ...inputs.flatMap((input) => field(1, text(input))),
    ...field(2, text(output)),
    ...field(4, text(operator)),
    ...attributes.flatMap((attribute) => field(5, attribute)),
  ];
}

function integer(name: string, given: number): number[] {
  return [...field(1, text(name)), ...field(3, given), ...field(20, 2)];
}

function integers(name: string, given: readonly number[]): number[] {
  return [...field(1, text(name)), ...given.flatMap((each) => field(8, each)), ...field(20, 7)];
}

function value(name: string, type: number, shape: readonly (string | number)[]): number[] {
  const dimensions = shape.flatMap((each) =>
    field(1, typeof each === 'number' ? field(1, each) : field(2, text(each))),
  );
  const tensor = [...field(1, type), ...field(2, dimensions)];
  return [...field(1, text(name)), ...field(2, field(1, tensor))];
}

function text(given: string): number[] {
  return [...Buffer.from(given)];
}

/** A field of a protocol buffer: a number, or bytes with their length. */
function field(number: number, content: number | readonly number[]): number[] {
  if (typeof content === 'number') return [...variableLength(number * 8), ...variableLength(content)];
  return [...variableLength(number * 8 + 2), ...variableLength(content.length), ...content];
}

function variableLength(given: number): number[] {
  return given < 128 ? [given] : [(given % 128) + 128, ...variableLength(Math.floor(given / 128))];
}
