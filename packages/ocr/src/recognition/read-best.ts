import type { Reading } from './reading.ts';

/** How an image is read in one pass. */
export interface Pass {
  /** Tesseract's names. */
  readonly languages: readonly string[];
  /** Whether it is turned upside down first. */
  readonly turned: boolean;
  /** Whether it is drawn larger than usual. */
  readonly enlarged: boolean;
}

/** The best pass over an image, and what it gave. */
export interface BestReading {
  readonly pass: Pass;
  readonly reading: Reading;
}

/**
 * Below this certainty something is wrong with the pass: measured, text that is upright and in a known language is read
 * with 0.7 to 0.96, text that is upside down or in another script with 0.2 to 0.4.
 */
const wrongCertainty = 0.6;
/** Below this a finer image may help. */
const poorCertainty = 0.8;

/**
 * Reads an image as often as it takes. One pass is enough for nearly all: Tesseract straightens small angles and lines
 * that run upwards by itself. Where it is very unsure the image is turned over, then read in other scripts than Latin; where it
 * is somewhat unsure it is read once more from a finer image. The pass that read the most is kept.
 */
export async function readBest(options: {
  /** Groups of languages, likeliest first; at least one. */
  languages: readonly (readonly string[])[];
  /** Whether it can be drawn larger. */
  canEnlarge: boolean;
  read(pass: Pass): Promise<Reading>;
}): Promise<BestReading> {
  const { languages, canEnlarge, read } = options;
  const [first = [], ...others] = languages;

  async function attempt(pass: Pass, before: BestReading | undefined): Promise<BestReading> {
    const reading = await read(pass);
    return before !== undefined && !isBetter(reading, before.reading) ? before : { pass, reading };
  }

  let best = await attempt({ languages: first, turned: false, enlarged: false }, undefined);
  // Nothing that looks like text at all.
  if (best.reading.certainty === 0) return best;
  if (best.reading.certainty < wrongCertainty) best = await attempt({ ...best.pass, turned: true }, best);
  for (const group of others) {
    if (best.reading.certainty >= wrongCertainty) break;
    const other = await attempt({ ...best.pass, languages: group, turned: false }, best);
    // The data of some scripts also reads Latin letters, only worse.
    if (other.reading.beyondLatin > 0.5) best = other;
  }
  if (canEnlarge && best.reading.certainty < poorCertainty && best.reading.certainty >= wrongCertainty / 2)
    best = await attempt({ ...best.pass, enlarged: true }, best);
  return best;
}

function isBetter(one: Reading, other: Reading): boolean {
  return one.legible * one.certainty > other.legible * other.certainty;
}
