import { describeThrown, type TranscriptSegment } from '@cubo/contracts';
import { modelInvalid } from '../files/model-error.ts';
import { loadPackage } from '../loading/optional-package.ts';
import type { FolderModel } from '../threads/folder-model.ts';

/** How {@link loadSpeechModel} loads. */
export interface SpeechModelOptions {
  /** File of `@huggingface/transformers`. */
  readonly library: string;
  readonly directory: string;
  readonly dtype: string;
}

/** A piece of a recording, 16 kHz mono. */
export interface SpeechInput {
  readonly audio: Float32Array;
  /** As Whisper names it, for models of several languages. */
  readonly language: string | undefined;
}

/** What is said in it. */
export type SpeechOutput = readonly TranscriptSegment[];

/** What is used of `@huggingface/transformers`. */
interface Transformers {
  pipeline(task: 'automatic-speech-recognition', folder: string, options: object): Promise<Recognizer>;
}
interface Recognizer {
  (audio: Float32Array, options: object): Promise<Recognized>;
  dispose(): Promise<unknown>;
}
interface Recognized {
  readonly chunks?: readonly { readonly text: string; readonly timestamp: readonly [number, number | null] }[];
}

const sampleRate = 16_000;

/**
 * Loads a Whisper model from its folder; whatever is not there is an error, and never fetched.
 *
 * @throws CuboError `CUBO_MODEL_INVALID`
 */
export async function loadSpeechModel(options: SpeechModelOptions): Promise<FolderModel<SpeechInput, SpeechOutput>> {
  const { library, directory, dtype } = options;
  const { pipeline } = loadPackage<Transformers>(library);
  let recognizer: Recognizer;
  try {
    // An absolute path is no name of the hub; the option forbids to look there all the same.
    recognizer = await pipeline('automatic-speech-recognition', directory, { local_files_only: true, dtype });
  } catch (cause) {
    const remedy = 'Check that the folder holds a Whisper model for transformers.js with its tokenizer.';
    throw modelInvalid(directory, `cannot be loaded: ${describeThrown(cause).replace(/\.$/, '')}`, remedy, cause);
  }
  return {
    async run({ audio, language }) {
      const spoken = language === undefined ? {} : { language, task: 'transcribe' };
      const { chunks = [] } = await recognizer(audio, { return_timestamps: true, ...spoken });
      const end = audio.length / sampleRate;
      // The last one has no end where the speech goes on beyond the piece.
      return chunks.map(({ text, timestamp: [from, to] }) => ({
        text,
        start: Math.min(from, end),
        end: Math.min(to ?? end, end),
      }));
    },
    async close() {
      await recognizer.dispose();
    },
  };
}
