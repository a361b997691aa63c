import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  assertKnownOptions,
  CuboError,
  describeThrown,
  isCuboError,
  type KnownOptions,
  type Transcriber,
} from '@cubo/contracts';
import { fileMissing, openModelFiles } from '../files/model-files.ts';
import { readJson } from '../files/read-json.ts';
import { abortable } from '../loading/abortable.ts';
import { createLoadedModel } from '../loading/loaded-model.ts';
import { findPackage } from '../loading/optional-package.ts';
import { startModel } from '../threads/start-model.ts';

/** Settings of {@link whisperTranscriber}. */
export interface WhisperTranscriberOptions {
  /**
   * Folder of the model, as transformers.js reads it: `config.json`, `generation_config.json`, `preprocessor_config.json`,
   * `tokenizer.json`, `tokenizer_config.json`, `onnx/encoder_model.onnx` and `onnx/decoder_model_merged.onnx`.
   */
  readonly directory: string;
  /** Which of the model's files: `q8` are those that end in `_quantized.onnx`. Default `fp32`. */
  readonly dtype?: 'fp32' | 'fp16' | 'q8' | 'int8' | 'uint8' | 'q4' | undefined;
  /**
   * BCP 47 tag of the language that is spoken, where a call says none. A model of several languages needs one: transformers.js
   * does not find it out, and would hear English.
   */
  readonly language?: string | undefined;
  /**
   * Whether the model has a thread of its own, so that it does not hold the host up. Default `true`; without its file, which a
   * bundler may leave behind, the model works in the calling thread.
   */
  readonly thread?: boolean | undefined;
}

/** Whisper in ONNX, and what holds it. */
export interface WhisperTranscriber extends Transcriber {
  /** Frees the memory of the model as soon as nothing is transcribed; the next use loads it again. */
  unload(): Promise<void>;
}

const known: KnownOptions<WhisperTranscriberOptions> = { directory: true, dtype: true, language: true, thread: true };
const suffixes = { fp32: '', fp16: '_fp16', q8: '_quantized', int8: '_int8', uint8: '_uint8', q4: '_q4' } as const;

/**
 * Transcribes by a Whisper model in ONNX, from a folder on this computer (Radford et al. 2022, Robust Speech Recognition via
 * Large-Scale Weak Supervision). It needs `@huggingface/transformers` beside Cubo, and never fetches anything. The model is
 * loaded by the first use.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`, `CUBO_PATH_NOT_FOUND`, `CUBO_MODEL_INVALID`; transcribing, also
 * `CUBO_PACKAGE_MISSING`, `CUBO_TRANSCRIBER_FAILED`
 */
export async function whisperTranscriber(options: WhisperTranscriberOptions): Promise<WhisperTranscriber> {
  assertOptions(options);
  const { dtype = 'fp32', language: usual, thread = true } = options;
  const directory = resolve(options.directory);
  const onnx = ['encoder_model', 'decoder_model_merged'].map((name) => `${name}${suffixes[dtype]}.onnx`);
  const settings = ['config.json', 'generation_config.json', 'preprocessor_config.json', 'tokenizer.json'];
  const needed = [...settings, 'tokenizer_config.json', ...onnx.map((name) => join('onnx', name))];
  for (const name of needed) if (!existsSync(join(directory, name))) throw fileMissing(directory, name);
  const { is_multilingual: isMultilingual } = await readJson(join(directory, 'generation_config.json'));
  const weights = (await readdir(join(directory, 'onnx'))).filter((name) =>
    onnx.some((file) => name.startsWith(`${file}_data`)),
  );
  const files = await openModelFiles(directory, [...needed, ...weights.map((name) => join('onnx', name))]);
  const id = `whisper:${basename(directory)}:${files.hash.slice(0, 16)}${usual === undefined ? '' : `:${usual}`}`;

  const model = createLoadedModel({
    async load() {
      await files.assertUnchanged();
      const library = findPackage('@huggingface/transformers', 'whisperTranscriber()');
      return await startModel({ kind: 'speech', options: { library, directory, dtype } }, thread);
    },
    release: (loaded) => loaded.close(),
    isUsable: (loaded) => loaded.isAlive(),
  });

  function spoken(language: string | undefined): string | undefined {
    if (isMultilingual !== true) return undefined;
    // Whisper names languages by their first subtag.
    if (isLanguage(language)) return new Intl.Locale(language).language;
    if (language !== undefined) throw badLanguage(language);
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The model in ${directory} knows several languages, and none is given.`,
      remedy: 'Pass the one that is spoken: whisperTranscriber({ directory, language: "de" }).',
    });
  }

  return {
    id,
    maximumSeconds: 30,
    async *transcribe(audio, { language = usual, signal } = {}) {
      signal?.throwIfAborted();
      const input = { audio, language: spoken(language) };
      try {
        yield* await abortable(
          model.use((loaded) => loaded.run(input)),
          signal,
        );
      } catch (cause) {
        signal?.throwIfAborted();
        throw isCuboError(cause) ? cause : failed(id, directory, cause);
      }
    },
    unload: model.release,
  };
}

function assertOptions(options: Partial<WhisperTranscriberOptions> | undefined): void {
  assertKnownOptions('whisperTranscriber()', options, known);
  const { directory, dtype, language } = options ?? {};
  const remedies = {
    directory: [typeof directory === 'string' && directory !== '', 'Pass the folder of the model.'],
    dtype: [dtype === undefined || Object.hasOwn(suffixes, dtype), `Pass one of ${Object.keys(suffixes).join(', ')}.`],
    language: [language === undefined || isLanguage(language), 'Pass a tag such as "de" or "en-GB".'],
  } as const;
  for (const [name, [isGood, remedy]] of Object.entries(remedies)) {
    if (isGood) continue;
    const given = JSON.stringify(options?.[name as keyof typeof remedies]);
    throw new CuboError({ code: 'CUBO_BAD_ARGUMENT', message: `The option ${name} is ${given}.`, remedy });
  }
}

function isLanguage(tag: unknown): tag is string {
  try {
    return typeof tag === 'string' && new Intl.Locale(tag).language !== 'und';
  } catch {
    return false;
  }
}

function badLanguage(language: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `The language ${JSON.stringify(language)} is no language tag.`,
    remedy: 'Pass a tag such as "de" or "en-GB".',
  });
}

function failed(id: string, path: string, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_TRANSCRIBER_FAILED',
    message: `The transcriber ${id} failed: ${describeThrown(cause).replace(/\.$/, '')}.`,
    remedy: 'Check that the folder holds a whole Whisper model for transformers.js, and that there is memory for it.',
    path,
    cause,
  });
}
