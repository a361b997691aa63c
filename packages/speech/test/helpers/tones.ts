import type { Transcriber } from '@cubo/contracts';

/** Seconds of a letter, of the pause behind it, and of a space. */
const letterSeconds = 0.2;
const pauseSeconds = 0.08;
const spaceSeconds = 0.4;
const windowSeconds = 0.02;
const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const frequencyOf = (letter: string) => 500 + 100 * alphabet.indexOf(letter);

/** Plays a text: a tone for each letter, silence for a space. */
export function tones(text: string, sampleRate = 16_000): Float32Array {
  const parts = [...text].map((letter) => {
    if (letter === ' ') return new Float32Array(Math.round(spaceSeconds * sampleRate));
    const samples = new Float32Array(Math.round((letterSeconds + pauseSeconds) * sampleRate));
    const sounding = Math.round(letterSeconds * sampleRate);
    for (let i = 0; i < sounding; i++) {
      samples[i] = 0.4 * Math.sin((2 * Math.PI * frequencyOf(letter) * i) / sampleRate);
    }
    return samples;
  });
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Hears the letters of tones. In place of a model, which knows real speech: what it gets must be the sound, at 16 kHz. */
export function toneTranscriber(options: { maximumSeconds?: number } = {}): Transcriber & { pieces: number[] } {
  const sampleRate = 16_000;
  const window = windowSeconds * sampleRate;
  const pieces: number[] = [];
  return {
    id: 'tones',
    maximumSeconds: options.maximumSeconds,
    pieces,
    async *transcribe(audio, { signal } = {}) {
      pieces.push(audio.length);
      let word = '';
      let begun = 0;
      let last = '';
      let silent = 0;
      for (let at = 0; at + window <= audio.length; at += window) {
        signal?.throwIfAborted();
        const heard = loudest(audio.subarray(at, at + window), sampleRate);
        if (heard === '') silent++;
        else {
          if (word === '') begun = at / sampleRate;
          if (silent > 1 || heard !== last) word += heard;
          silent = 0;
        }
        last = heard || last;
        if (silent * windowSeconds < pauseSeconds + spaceSeconds / 2 || word === '') continue;
        yield { text: ` ${word} `, start: begun, end: (at - silent * window) / sampleRate };
        word = '';
      }
      if (word !== '') yield { text: word, start: begun, end: audio.length / sampleRate };
    },
  };
}

/** The letter whose frequency is strongest, by the Goertzel algorithm; '' in silence. */
function loudest(samples: Float32Array, sampleRate: number): string {
  let letter = '';
  let most = samples.length * 0.5;
  for (const candidate of alphabet) {
    const turn = 2 * Math.cos((2 * Math.PI * frequencyOf(candidate)) / sampleRate);
    let before = 0;
    let now = 0;
    for (const sample of samples) [before, now] = [now, sample + turn * now - before];
    const power = now * now + before * before - turn * now * before;
    if (power <= most) continue;
    most = power;
    letter = candidate;
  }
  return letter;
}
