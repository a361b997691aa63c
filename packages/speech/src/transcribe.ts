import { extname } from 'node:path';
import { CuboError, isCuboError, type Source, type Transcriber, type TranscriptSegment } from '@cubo/contracts';
import type { AudioDecoder } from './decoding/audio-decoder.ts';
import { builtinDecoders } from './decoding/builtin-decoders.ts';
import { speechSampleRate, speechSamples } from './decoding/speech-samples.ts';
import { cutAtPauses } from './pieces/cut-at-pauses.ts';

/** A recording in memory, such as a question that was spoken. */
export interface Recording {
  readonly bytes: Uint8Array;
  /** File name, by whose extension the decoder is found where no media type is given. */
  readonly name?: string | undefined;
  readonly mediaType?: string | undefined;
}

/** Options of {@link transcribe}. */
export interface TranscribeOptions {
  readonly transcriber: Transcriber;
  /** More decoders; they go before those that are built in. */
  readonly decoders?: readonly AudioDecoder[] | undefined;
  /** BCP 47 tag of the language that is spoken. Default: as the transcriber decides. */
  readonly language?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What most transcribers are made for. */
const usualSeconds = 30;

/**
 * What is said in a recording, as it is understood: a source, or one in memory. Sound is decoded, mixed to one channel of
 * 16 000 samples a second, and given to the transcriber in pieces that end in pauses, one after the other; memory is
 * that of a piece. Times count from the beginning of the recording; those outside of a piece become its beginning or end.
 *
 * @throws CuboError `CUBO_FORMAT_UNSUPPORTED`, `CUBO_FORMAT_INVALID`, `CUBO_TRANSCRIBER_FAILED`, and those of the transcriber
 */
export async function* transcribe(
  recording: Recording | Source,
  { transcriber, decoders = [], language, signal }: TranscribeOptions,
): AsyncGenerator<TranscriptSegment> {
  const source = 'bytes' in recording ? sourceOf(recording) : recording;
  const decoder = decoderOf(source, [...decoders, ...builtinDecoders()]);
  const sound = speechSamples(source, decoder.decode(source, { signal }));
  const { maximumSeconds = usualSeconds } = transcriber;
  for await (const { start, samples } of cutAtPauses(sound, maximumSeconds)) {
    signal?.throwIfAborted();
    const seconds = samples.length / speechSampleRate;
    for await (const segment of heard(transcriber, source, samples, { language, signal })) {
      const text = segment.text.trim();
      if (text === '') continue;
      const from = within(segment.start, seconds) ?? 0;
      const to = Math.max(from, within(segment.end, seconds) ?? seconds);
      yield { text, start: start + from, end: start + to };
    }
  }
}

/** What a transcriber hears. Its own `CuboError`s say more than this one could. */
async function* heard(
  transcriber: Transcriber,
  { uri }: Source,
  samples: Float32Array,
  options: Parameters<Transcriber['transcribe']>[1],
): AsyncGenerator<TranscriptSegment> {
  try {
    yield* transcriber.transcribe(samples, options);
  } catch (cause) {
    options?.signal?.throwIfAborted();
    if (isCuboError(cause)) throw cause;
    throw transcriberFailed(transcriber, uri, cause);
  }
}

function transcriberFailed({ id }: Transcriber, uri: string, cause: unknown): CuboError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CuboError({
    code: 'CUBO_TRANSCRIBER_FAILED',
    message: `The transcriber ${id} failed on the recording ${uri} (${reason}).`,
    remedy: 'Check that its model is available, and ingest the recording again.',
    path: uri,
    cause,
  });
}

/** A time in a piece; nothing where it is no number, as with models that leave the end of the last segment open. */
function within(time: number, seconds: number): number | undefined {
  return Number.isFinite(time) ? Math.max(0, Math.min(seconds, time)) : undefined;
}

function sourceOf({ bytes, name = 'recording', mediaType }: Recording): Source {
  return {
    uri: `recording:${name}`,
    name,
    mediaType,
    async *open() {
      yield bytes;
    },
  };
}

function decoderOf(source: Source, decoders: readonly AudioDecoder[]): AudioDecoder {
  const extension = extname(source.name).toLowerCase();
  const mediaType = source.mediaType?.split(';')[0]?.trim().toLowerCase();
  const decoder =
    decoders.find(({ mediaTypes }) => mediaType !== undefined && mediaTypes.includes(mediaType)) ??
    decoders.find(({ extensions }) => extensions.includes(extension));
  if (decoder !== undefined) return decoder;
  throw new CuboError({
    code: 'CUBO_FORMAT_UNSUPPORTED',
    message: `No decoder reads the recording ${source.uri}.`,
    remedy: 'Give its name or media type, or a decoder for it: ffmpegDecoder() reads most.',
    path: source.uri,
  });
}
