import sampleRates from '@alexanderolsen/libsamplerate-js';
import type { Source } from '@cubo/contracts';
import type { DecodedAudio } from './audio-decoder.ts';
import { damaged } from './damaged.ts';

/** What transcribers are given. */
export const speechSampleRate = 16_000;

/** Samples that are converted at a time: the converter has room for a million. */
const portion = 65_536;
/** The converter refuses higher rates, and has no room for what it makes of a portion of lower ones. */
const convertible = { least: 1100, most: 192_000 } as const;

/** One channel of 16 000 samples a second, in stretches as they come; what they are given in stays theirs. */
export async function* speechSamples(
  source: Pick<Source, 'uri'>,
  audio: AsyncIterable<DecodedAudio>,
): AsyncGenerator<Float32Array> {
  let converter: Awaited<ReturnType<typeof sampleRates.create>> | undefined;
  let converted = 0;
  try {
    for await (const { sampleRate, channels } of audio) {
      const mono = mixed(channels);
      if (sampleRate === speechSampleRate) {
        yield mono;
        continue;
      }
      if (!(sampleRate >= convertible.least && sampleRate <= convertible.most)) {
        const { least, most } = convertible;
        throw damaged(source, `has ${sampleRate} samples a second, and ${least} to ${most} can be read`);
      }
      // Streams that follow each other may differ.
      if (sampleRate !== converted) {
        converter?.destroy();
        converter = undefined;
        converted = sampleRate;
      }
      converter ??= await sampleRates.create(1, sampleRate, speechSampleRate, {
        converterType: sampleRates.ConverterType.SRC_SINC_FASTEST,
      });
      for (let at = 0; at < mono.length; at += portion) {
        // It gives a view of memory that it uses again.
        yield converter.full(mono.subarray(at, at + portion)).slice();
      }
    }
  } finally {
    converter?.destroy();
  }
}

function mixed(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = channels;
  if (others.length === 0) return first.slice();
  return first.map((sample, i) => others.reduce((sum, other) => sum + (other[i] ?? 0), sample) / channels.length);
}
