import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Words of one meaning have one direction here; those of real models have several hundred. */
const meanings = [
  ['animals', 'dog', 'dogs', 'cat', 'cats', 'puppy', 'kitten', 'pets'],
  ['rubbish', 'waste', 'paper', 'containers', 'garbage', 'trash'],
  ['noise', 'music', 'volume', 'loud', 'party', 'evening'],
];

/** Writes a tiny model as model2vec does: a vocabulary, and a vector for each of its words. */
export async function makeModel(directory: string): Promise<void> {
  const words = ['[PAD]', '[UNK]', ...meanings.flat()];
  const vectors = words.map((word) => meanings.map((group) => (group.includes(word) ? 1 : 0)));
  const values = Buffer.from(Float32Array.from(vectors.flat()).buffer);
  const shape = [words.length, meanings.length];
  const header = Buffer.from(JSON.stringify({ embeddings: { dtype: 'F32', shape, data_offsets: [0, values.length] } }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'model.safetensors'), Buffer.concat([length, header, values]));
  await writeFile(join(directory, 'tokenizer.json'), JSON.stringify(tokenizer(words)));
}

function tokenizer(words: readonly string[]): object {
  return {
    version: '1.0',
    added_tokens: [],
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, number) => [word, number])),
    },
  };
}
