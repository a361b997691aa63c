import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { constant, integer, node, onnxModel, onnxType, value } from './onnx-bytes.ts';

const special = ['<|endoftext|>', '<|startoftranscript|>', '<|en|>', '<|de|>', '<|transcribe|>', '<|translate|>'];
const timestamps = Array.from({ length: 1501 }, (_, i) => `<|${(i * 0.02).toFixed(2)}|>`);

/**
 * Writes a model in the layout of transformers.js that says the same whatever it hears: after each token comes the one that is
 * told. No model that knows anything, but one that is loaded, gets a spectrogram, is told a language, and gives times.
 */
export async function writeTinyWhisper(
  directory: string,
  options: {
    readonly chains: readonly (readonly string[])[];
    readonly isMultilingual?: boolean;
    /** Of the names of its ONNX files. */
    readonly suffix?: string;
  },
): Promise<void> {
  const { chains, isMultilingual = true, suffix = '' } = options;
  const words = [...new Set(chains.flat())].filter((token) => !token.startsWith('<|'));
  const tokens = [...words, ...special, '<|notimestamps|>', ...timestamps];
  const number = (token: string) => tokens.indexOf(token);
  const following = new Map(chains.flatMap((chain) => chain.slice(1).map((token, i) => [chain[i], token] as const)));
  // A short row for each token: transformers.js takes the best of a row, and the table of all would be large.
  const next = tokens.map((token) => number(following.get(token) ?? '<|endoftext|>'));
  const write = async (name: string, content: object | Uint8Array) => {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), content instanceof Uint8Array ? content : JSON.stringify(content));
  };
  const start = number('<|startoftranscript|>');
  const end = number('<|endoftext|>');
  await write('config.json', {
    ...{ model_type: 'whisper', architectures: ['WhisperForConditionalGeneration'], is_encoder_decoder: true },
    ...{ d_model: 4, encoder_layers: 1, decoder_layers: 1, encoder_attention_heads: 1, decoder_attention_heads: 1 },
    ...{ num_mel_bins: 80, max_source_positions: 1500, max_target_positions: 448, vocab_size: tokens.length },
    ...{ decoder_start_token_id: start, eos_token_id: end, bos_token_id: end, pad_token_id: end },
  });
  await write('generation_config.json', {
    ...{ decoder_start_token_id: start, eos_token_id: end, bos_token_id: end, pad_token_id: end, max_length: 40 },
    ...{ no_timestamps_token_id: number('<|notimestamps|>'), max_initial_timestamp_index: 50, return_timestamps: true },
    ...(isMultilingual && {
      is_multilingual: true,
      lang_to_id: { '<|en|>': number('<|en|>'), '<|de|>': number('<|de|>') },
      task_to_id: { transcribe: number('<|transcribe|>'), translate: number('<|translate|>') },
    }),
  });
  await write('preprocessor_config.json', {
    ...{ feature_extractor_type: 'WhisperFeatureExtractor', processor_class: 'WhisperProcessor', feature_size: 80 },
    ...{
      chunk_length: 30,
      hop_length: 160,
      n_fft: 400,
      n_samples: 480_000,
      nb_max_frames: 3000,
      sampling_rate: 16_000,
    },
  });
  await write('tokenizer_config.json', {
    ...{ tokenizer_class: 'WhisperTokenizer', model_max_length: 1024, unk_token: '<|endoftext|>' },
    ...{ bos_token: '<|endoftext|>', eos_token: '<|endoftext|>', pad_token: '<|endoftext|>' },
  });
  await write('tokenizer.json', {
    version: '1.0',
    added_tokens: tokens.slice(words.length).map((content, i) => ({
      ...{ id: words.length + i, content, special: !timestamps.includes(content) },
      ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
    })),
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: false, use_regex: true },
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
    // A space is written as Ġ.
    model: {
      type: 'BPE',
      vocab: Object.fromEntries(words.map((word, i) => [word.replaceAll(' ', 'Ġ'), i])),
      merges: [],
    },
  });
  await write(`onnx/encoder_model${suffix}.onnx`, encoder());
  await write(`onnx/decoder_model_merged${suffix}.onnx`, decoder(next));
}

/** `last_hidden_state`: a constant, for each piece. */
function encoder(): Uint8Array {
  return onnxModel({
    nodes: [
      node('ReduceSum', ['input_features', 'axes'], 'sum', [integer('keepdims', 1)]),
      node('Mul', ['sum', 'zeros'], 'last_hidden_state'),
    ],
    constants: [
      constant('axes', [2], BigInt64Array.of(1n, 2n)),
      constant('zeros', [1, 1500, 4], new Float32Array(6000)),
    ],
    inputs: [value('input_features', onnxType.float, ['batch', 80, 'frames'])],
    outputs: [value('last_hidden_state', onnxType.float, ['batch', 1500, 4])],
  });
}

/** `logits = one_hot(next[input_ids])`. */
function decoder(next: readonly number[]): Uint8Array {
  return onnxModel({
    nodes: [
      node('Gather', ['next', 'input_ids'], 'following', [integer('axis', 0)]),
      node('OneHot', ['following', 'depth', 'values'], 'hot'),
      node('ReduceSum', ['encoder_hidden_states', 'axes'], 'heard', [integer('keepdims', 1)]),
      node('Add', ['hot', 'heard'], 'logits'),
    ],
    constants: [
      constant('next', [next.length], BigInt64Array.from(next.map(BigInt))),
      constant('depth', [1], BigInt64Array.of(BigInt(next.length))),
      constant('values', [2], Float32Array.of(0, 50)),
      constant('axes', [2], BigInt64Array.of(1n, 2n)),
    ],
    inputs: [
      value('input_ids', onnxType.int64, ['batch', 'tokens']),
      value('encoder_hidden_states', onnxType.float, ['batch', 1500, 4]),
    ],
    outputs: [value('logits', onnxType.float, ['batch', 'tokens', next.length])],
  });
}
