import { speechSampleRate } from '../decoding/speech-samples.ts';

/** A piece of a recording. */
export interface AudioPiece {
  /** Where it begins, in seconds. */
  readonly start: number;
  readonly samples: Float32Array;
}

/** Sound is looked at by windows of so many samples (20 ms). */
const window = speechSampleRate / 50;
/** A pause is looked for in the last part of a piece. */
const lastPart = 1 / 3;
/** As long as a pause between words may be, in windows (200 ms): shorter ones lie within words too. */
const pauseWindows = 10;
/** Memory is that of a piece, whatever a transcriber takes. */
const mostSeconds = 600;
/** Root mean square below which nobody speaks: -60 dB of full scale. */
const silence = 0.001;

/**
 * Cuts sound into pieces of `maximumSeconds` at most (1 to 600), each in the most quiet fifth of a second of its last third, so that words are not cut.
 * Pieces in which nobody speaks are left out: transcribers tend to hear words in silence.
 */
export async function* cutAtPauses(
  stretches: AsyncIterable<Float32Array>,
  maximumSeconds: number,
): AsyncGenerator<AudioPiece> {
  const most = Math.floor(Math.min(mostSeconds, Math.max(1, Number(maximumSeconds) || 1)) * speechSampleRate);
  const held = new Float32Array(most);
  let length = 0;
  let begun = 0;
  const take = (end: number): AudioPiece => {
    const piece = { start: begun / speechSampleRate, samples: held.slice(0, end) };
    held.copyWithin(0, end, length);
    length -= end;
    begun += end;
    return piece;
  };
  for await (const stretch of stretches) {
    for (let at = 0; at < stretch.length; ) {
      const some = stretch.subarray(at, at + most - length);
      held.set(some, length);
      length += some.length;
      at += some.length;
      if (length < most) continue;
      const piece = take(quietest(held));
      if (!isSilent(piece.samples)) yield piece;
    }
  }
  if (length > 0) {
    const piece = take(length);
    if (!isSilent(piece.samples)) yield piece;
  }
}

/** The middle of the most quiet stretch of the last part that is as long as a pause; of several the last. */
function quietest(samples: Float32Array): number {
  const from = Math.floor(samples.length * (1 - lastPart));
  const energies: number[] = [];
  for (let at = from; at + window <= samples.length; at += window) {
    energies.push(energyOf(samples.subarray(at, at + window)));
  }
  let best = samples.length;
  let least = Number.POSITIVE_INFINITY;
  for (let first = 0; first + pauseWindows <= energies.length; first++) {
    const energy = energies.slice(first, first + pauseWindows).reduce((sum, each) => sum + each, 0);
    if (energy > least) continue;
    least = energy;
    best = from + (first + pauseWindows / 2) * window;
  }
  return best;
}

function isSilent(samples: Float32Array): boolean {
  for (let at = 0; at < samples.length; at += window) {
    if (energyOf(samples.subarray(at, at + window)) > silence ** 2) return false;
  }
  return true;
}

/** The mean square. */
function energyOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : sum / samples.length;
}
