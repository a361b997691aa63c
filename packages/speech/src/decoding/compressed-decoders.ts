import type { AudioDecoder, DecodedAudio } from './audio-decoder.ts';
import { damaged } from './damaged.ts';
import { oggPortions, type Portion } from './ogg-portions.ts';

/** What a decoder of the WebAssembly packages gives for some bytes. */
interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
}

/** What is used of a decoder of the WebAssembly packages. */
interface WebAssemblyDecoder {
  readonly ready: Promise<void>;
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>;
  flush?(): Promise<Decoded>;
  free(): void;
}

/** Bytes that are decoded at a time: some decoders give all their sound at once. */
const portion = 32 * 1024;

/** MPEG audio, by mpg123. */
export const mp3Decoder = compressedDecoder({
  ...{ id: 'mp3@1', mediaTypes: ['audio/mpeg', 'audio/mp3'], extensions: ['.mp3'] },
  create: async () => new (await import('mpg123-decoder')).MPEGDecoder(),
});

/** FLAC, by libFLAC. */
export const flacDecoder = compressedDecoder({
  ...{ id: 'flac@1', mediaTypes: ['audio/flac', 'audio/x-flac'], extensions: ['.flac'] },
  create: async () => new (await import('@wasm-audio-decoders/flac')).FLACDecoder(),
});

/** Opus and Vorbis in Ogg, by libopus and libvorbis. */
export const oggDecoder = compressedDecoder({
  cut: oggPortions,
  ...{ id: 'ogg@1', mediaTypes: ['audio/ogg', 'audio/opus', 'application/ogg'], extensions: ['.ogg', '.oga', '.opus'] },
  async create(first) {
    // The first page of a stream names its codec.
    if (Buffer.from(first).includes('OpusHead')) return new (await import('ogg-opus-decoder')).OggOpusDecoder();
    return new (await import('@wasm-audio-decoders/ogg-vorbis')).OggVorbisDecoder();
  },
});

function compressedDecoder(options: {
  id: string;
  mediaTypes: readonly string[];
  extensions: readonly string[];
  /** @param first the first bytes of the recording */
  create(first: Uint8Array): Promise<WebAssemblyDecoder>;
  /** Cuts the bytes of a recording into portions of about so many. Default: of just so many. */
  cut?(stream: AsyncIterable<Uint8Array>, size: number): AsyncIterable<Portion>;
}): AudioDecoder {
  const { create, cut = portions, ...named } = options;
  return {
    ...named,
    async *decode(source, given = {}) {
      let decoder: WebAssemblyDecoder | undefined;
      let isAny = false;
      try {
        for await (const { bytes, begins } of cut(source.open(given), portion)) {
          given.signal?.throwIfAborted();
          if (begins) {
            yield* await attempt(source, () => decoder?.flush?.());
            decoder?.free();
            decoder = undefined;
          }
          decoder ??= await opened(create, bytes);
          const decoded = await attempt(source, () => decoder?.decode(bytes));
          isAny ||= decoded.length > 0;
          yield* decoded;
        }
        const last = await attempt(source, () => decoder?.flush?.());
        yield* last;
        if (!isAny && last.length === 0) throw damaged(source, 'holds no sound that can be read');
      } finally {
        decoder?.free();
      }
    },
  };
}

/** The bytes in portions of one size, but the last: a codec is known by the first ones, however they arrive. */
async function* portions(stream: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Portion> {
  let held = new Uint8Array(size);
  let length = 0;
  for await (const bytes of stream) {
    for (let at = 0; at < bytes.length; ) {
      const some = bytes.subarray(at, at + size - length);
      held.set(some, length);
      length += some.length;
      at += some.length;
      if (length < size) continue;
      yield { bytes: held, begins: false };
      held = new Uint8Array(size);
      length = 0;
    }
  }
  if (length > 0) yield { bytes: held.subarray(0, length), begins: false };
}

async function opened(
  create: (first: Uint8Array) => Promise<WebAssemblyDecoder>,
  first: Uint8Array,
): Promise<WebAssemblyDecoder> {
  const decoder = await create(first);
  await decoder.ready;
  return decoder;
}

async function attempt(
  source: Parameters<typeof damaged>[0],
  decode: () => Decoded | Promise<Decoded> | undefined,
): Promise<DecodedAudio[]> {
  let decoded: Decoded | undefined;
  try {
    decoded = await decode();
  } catch (cause) {
    throw damaged(source, 'cannot be decoded', cause);
  }
  if (decoded === undefined || decoded.samplesDecoded === 0) return [];
  const { channelData, samplesDecoded, sampleRate } = decoded;
  return [{ sampleRate, channels: channelData.map((samples) => samples.subarray(0, samplesDecoded)) }];
}
