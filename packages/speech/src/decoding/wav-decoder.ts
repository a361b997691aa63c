import type { AudioDecoder, DecodedAudio } from './audio-decoder.ts';
import { damaged } from './damaged.ts';

/** How the samples of a WAV file are stored. */
interface WavFormat {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bytes: number;
  readonly isFloat: boolean;
}

/** More than any recorder has. */
const mostChannels = 256;
/** Samples of each channel that are given at a time. */
const stretch = 16_384;
const formats = { pcm: 1, float: 3, extensible: 0xfffe } as const;

/**
 * Decodes WAV files of whole numbers (8, 16, 24 or 32 bits) and floats (32 or 64 bits), as they are read. A size that was never
 * filled in, as recorders leave it that were switched off, means: to the end.
 *
 * Format: RIFF WAVE, Microsoft Multimedia Programming Interface and Data Specifications 1.0 (1991), and
 * WAVE_FORMAT_EXTENSIBLE.
 */
export const wavDecoder: AudioDecoder = {
  id: 'wav@1',
  mediaTypes: ['audio/wav', 'audio/x-wav', 'audio/vnd.wave', 'audio/wave'],
  extensions: ['.wav', '.wave'],
  async *decode(source, options = {}) {
    let held = new Uint8Array(0);
    let format: WavFormat | undefined;
    let state = 'start' as 'start' | 'chunks' | 'samples' | 'end';
    /** Bytes of the data that are still to come. */
    let left = 0;
    let skip = 0;

    /** Goes on as far as the bytes that are held reach. */
    function* read(): Generator<DecodedAudio> {
      for (;;) {
        const passed = Math.min(skip, held.length);
        held = held.subarray(passed);
        skip -= passed;
        if (skip > 0 || state === 'end') return;
        if (state === 'samples') {
          const { bytes, channels } = format as WavFormat;
          const frames = Math.min(Math.floor(Math.min(held.length, left) / (bytes * channels)), stretch);
          if (frames === 0) {
            if (left >= bytes * channels) return;
            state = 'end';
            continue;
          }
          yield samplesOf(held, frames, format as WavFormat);
          held = held.subarray(frames * bytes * channels);
          left -= frames * bytes * channels;
          continue;
        }
        const header = state === 'start' ? 12 : 8;
        if (held.length < header) return;
        const name = text(held, 0);
        if (state === 'start') {
          if (name !== 'RIFF' || text(held, 8) !== 'WAVE') throw damaged(source, 'is no WAV file');
          skip = header;
          state = 'chunks';
          continue;
        }
        const size = view(held).getUint32(4, true);
        if (name === 'fmt ') {
          if (held.length < header + Math.min(size, 40)) return;
          format = formatOf(held.subarray(header, header + size), (reason) => damaged(source, reason));
        } else if (name === 'data') {
          if (format === undefined) throw damaged(source, 'has samples before it says how they are stored');
          held = held.subarray(header);
          left = size === 0 || size === 0xffffffff ? Number.POSITIVE_INFINITY : size;
          state = 'samples';
          continue;
        }
        skip = header + size + (size % 2);
      }
    }

    for await (const bytes of source.open(options)) {
      options.signal?.throwIfAborted();
      if (state === 'end') break;
      held = concat(held, bytes);
      yield* read();
    }
    if (state === 'start' || state === 'chunks') throw damaged(source, 'ends before its samples begin');
  },
};

function formatOf(bytes: Uint8Array, refuse: (reason: string) => Error): WavFormat {
  if (bytes.length < 16) throw refuse('does not say how its samples are stored');
  const at = view(bytes);
  const given = at.getUint16(0, true);
  const kind = given === formats.extensible && bytes.length >= 26 ? at.getUint16(24, true) : given;
  const format: WavFormat = {
    channels: at.getUint16(2, true),
    sampleRate: at.getUint32(4, true),
    bytes: at.getUint16(14, true) / 8,
    isFloat: kind === formats.float,
  };
  const sizes = format.isFloat ? [4, 8] : [1, 2, 3, 4];
  if ((kind !== formats.pcm && !format.isFloat) || !sizes.includes(format.bytes)) {
    throw refuse(`holds samples of a kind that is not read here (format ${kind}, ${format.bytes * 8} bits)`);
  }
  if (format.channels > mostChannels)
    throw refuse(`has ${format.channels} channels, of which ${mostChannels} can be read`);
  if (format.channels === 0 || format.sampleRate === 0) throw refuse('has no channels or no sample rate');
  return format;
}

function samplesOf(
  bytes: Uint8Array,
  frames: number,
  { sampleRate, channels, bytes: size, isFloat }: WavFormat,
): DecodedAudio {
  const at = view(bytes);
  const read = readerOf(at, size, isFloat);
  return {
    sampleRate,
    channels: Array.from({ length: channels }, (_, channel) =>
      Float32Array.from({ length: frames }, (_frame, i) => read((i * channels + channel) * size)),
    ),
  };
}

function readerOf(at: DataView, size: number, isFloat: boolean): (offset: number) => number {
  if (isFloat) {
    return size === 4 ? (offset) => sound(at.getFloat32(offset, true)) : (offset) => sound(at.getFloat64(offset, true));
  }
  // Of eight bits they have no sign.
  if (size === 1) return (offset) => (at.getUint8(offset) - 128) / 128;
  if (size === 2) return (offset) => at.getInt16(offset, true) / 2 ** 15;
  if (size === 3) return (offset) => (at.getUint16(offset, true) + at.getInt8(offset + 2) * 2 ** 16) / 2 ** 23;
  return (offset) => at.getInt32(offset, true) / 2 ** 31;
}

/** Floats that are no sound, of a damaged file, would spoil what is made of their neighbours. */
function sound(sample: number): number {
  return Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) : 0;
}

function text(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
