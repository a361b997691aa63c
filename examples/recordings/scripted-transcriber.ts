import type { Transcriber } from '@cubo/contracts';

/** Stands in for a speech model: it notices where there is sound, and says the next line of its script. */
export function scriptedTranscriber(lines: readonly string[]): Transcriber {
  let next = 0;
  return {
    id: 'scripted',
    async *transcribe(audio) {
      const window = 800;
      let begun: number | undefined;
      for (let at = 0; at <= audio.length; at += window) {
        const sounds = audio.subarray(at, at + window).some((sample) => Math.abs(sample) > 0.01);
        if (sounds) begun ??= at;
        else if (begun !== undefined) {
          yield { text: lines[next++ % lines.length] as string, start: begun / 16_000, end: at / 16_000 };
          begun = undefined;
        }
      }
    },
  };
}
