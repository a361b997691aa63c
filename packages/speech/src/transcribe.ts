import { extname } from 'node:path';
import { CuboError, type Source, type Transcriber, type TranscriptSegment } from '@cubo/contracts';
import type { AudioDecoder } from './decoding/audio-decoder.ts';
import { builtinDecoders } from './decoding/builtin-decoders.ts';
import { speechSamples } from './decoding/speech-samples.ts';
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
 * that of a piece. Times count from the beginning of the recording.
 *
 * @throws CuboError `CUBO_FORMAT_UNSUPPORTED`, `CUBO_FORMAT_INVALID`, and what the transcriber throws
 */
export async function* transcribe(
  recording: Recording | Source,
  { transcriber, decoders = [], language, signal }: TranscribeOptions,
): AsyncGenerator<TranscriptSegment> {
  const source = 'bytes' in recording ? sourceOf(recording) : recording;
  const decoder = decoderOf(source, [...decoders, ...builtinDecoders()]);
  const sound = speechSamples(decoder.decode(source, { signal }));
  const { maximumSeconds = usualSeconds } = transcriber;
  for await (const { start, samples } of cutAtPauses(sound, maximumSeconds)) {
    signal?.throwIfAborted();
    for await (const segment of transcriber.transcribe(samples, { language, signal })) {
      const text = segment.text.trim();
      if (text !== '') yield { text, start: start + segment.start, end: start + segment.end };
    }
  }
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
