import { assertKnownOptions, badArgument, type KnownOptions } from '@cubo/contracts';

/** How the cards of a deck are scheduled. */
export interface DeckSettings {
  /** The share of reviews that shall be remembered, 0.7 to 0.99: higher means more of them. Default 0.9. */
  readonly retention: number;
  /** The most new sides of a day. Default 20. */
  readonly newPerDay: number;
  /** The most reviews of a day, without those of sides that are being learnt. Default 200. */
  readonly reviewsPerDay: number;
  /** In how many minutes a new side comes again, step by step, 1 to 1439 each. Without any it comes on another day. Default 1, 10. */
  readonly learningSteps: readonly number[];
  /** The same of a side that was forgotten. Default 10. */
  readonly relearningSteps: readonly number[];
  /** The longest interval, in days. Default 36500. */
  readonly maximumInterval: number;
  /** After how often being forgotten a side makes its card a leech, and after half as often again; 0 for never. Default 8. */
  readonly leechThreshold: number;
  /** Whether leeches are suspended; they are tagged `leech` in any case. Default true. */
  readonly suspendLeeches: boolean;
  /** Whether intervals vary a little, so that cards of one day part. Default true. */
  readonly fuzz: boolean;
}

/** A deck. */
export interface Deck {
  readonly id: string;
  readonly name: string;
  readonly settings: DeckSettings;
  /** Whether all of its sides have a stability of 21 days or more: that is how long 9 of 10 are remembered. */
  readonly mastered: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** How many sides of a deck are what; without suspended ones but in `suspended` and `cards`. */
export interface DeckCounts {
  /** Cards, not sides. */
  readonly cards: number;
  /** Never reviewed. */
  readonly new: number;
  /** Being learnt or learnt again, due now or within the day. */
  readonly learning: number;
  /** Reviews that are due, whatever the limit of the day. */
  readonly due: number;
  readonly suspended: number;
}

export const defaultSettings: DeckSettings = Object.freeze({
  ...{ retention: 0.9, newPerDay: 20, reviewsPerDay: 200 },
  ...{ learningSteps: Object.freeze([1, 10]), relearningSteps: Object.freeze([10]), maximumInterval: 36_500 },
  ...{ leechThreshold: 8, suspendLeeches: true, fuzz: true },
});

const known: KnownOptions<DeckSettings> = {
  ...{ retention: true, newPerDay: true, reviewsPerDay: true, learningSteps: true, relearningSteps: true },
  ...{ maximumInterval: true, leechThreshold: true, suspendLeeches: true, fuzz: true },
};
const longestStep = 1439;

/** @throws CuboError `CUBO_BAD_ARGUMENT` */
export function checkSettings(settings: Partial<DeckSettings> = {}): Partial<DeckSettings> {
  assertKnownOptions('The settings of a deck', settings, known);
  const { retention, learningSteps, relearningSteps, suspendLeeches, fuzz } = settings;
  if (retention !== undefined && !(retention >= 0.7 && retention <= 0.99)) {
    throw badArgument(`The retention of a deck is ${String(retention)}.`, 'Pass a number from 0.7 to 0.99.');
  }
  const { newPerDay, reviewsPerDay, maximumInterval, leechThreshold } = settings;
  checkWhole('newPerDay', newPerDay, 0, 9999);
  checkWhole('reviewsPerDay', reviewsPerDay, 0, 9999);
  checkWhole('leechThreshold', leechThreshold, 0, 9999);
  checkWhole('maximumInterval', maximumInterval, 1, 36_500);
  for (const [name, steps] of Object.entries({ learningSteps, relearningSteps })) {
    if (steps === undefined) continue;
    if (!Array.isArray(steps)) throw badArgument(`The setting ${name} is no list.`, 'Pass a list of minutes.');
    for (const step of steps) checkWhole(name, step, 1, longestStep);
  }
  for (const [name, flag] of Object.entries({ suspendLeeches, fuzz })) {
    if (flag === undefined || typeof flag === 'boolean') continue;
    throw badArgument(`The setting ${name} is ${String(flag)}.`, 'Pass true or false.');
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function checkWhole(name: string, value: unknown, least: number, most: number): void {
  if (value === undefined) return;
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return;
  throw badArgument(`The setting ${name} is ${String(value)}.`, `Pass a whole number from ${least} to ${most}.`);
}
