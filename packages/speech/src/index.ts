export { type AudioExtractorOptions, audioExtractor } from './audio-extractor.ts';
export type { AudioDecoder, DecodedAudio } from './decoding/audio-decoder.ts';
export { builtinDecoders } from './decoding/builtin-decoders.ts';
export { type FfmpegDecoderOptions, ffmpegDecoder } from './decoding/ffmpeg-decoder.ts';
export { type Recording, type TranscribeOptions, transcribe } from './transcribe.ts';
