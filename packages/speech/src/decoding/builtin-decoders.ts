import type { AudioDecoder } from './audio-decoder.ts';
import { flacDecoder, mp3Decoder, oggDecoder } from './compressed-decoders.ts';
import { wavDecoder } from './wav-decoder.ts';

/** The decoders that need nothing else: WAV, FLAC, MP3, and Opus and Vorbis in Ogg. */
export function builtinDecoders(): AudioDecoder[] {
  return [wavDecoder, flacDecoder, mp3Decoder, oggDecoder];
}
