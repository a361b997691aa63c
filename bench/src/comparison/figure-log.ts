import type { Figure } from '../benchmark.ts';

/** Collects figures, and what could not be measured. */
export interface FigureLog {
  readonly figures: readonly Figure[];
  readonly skipped: readonly string[];
  /** Notes a figure; `digits` behind the point, 2 by default. */
  figure(name: string, value: number, meaning: string, digits?: number): void;
  /** Notes what could not be measured, and why. */
  skip(what: string, reason: string): void;
}

/** Characters of a reason: programs tell long stories. */
const mostOfReason = 300;

/** Makes a log for a set. */
export function figureLog(set: string, message: (text: string) => void): FigureLog {
  const figures: Figure[] = [];
  const skipped: string[] = [];
  return {
    figures,
    skipped,
    figure: (name, value, meaning, digits = 2) => figures.push({ name, value, meaning, digits }),
    skip(what, reason) {
      const why = reason.split('\n', 1)[0]?.slice(0, mostOfReason);
      skipped.push(`${what}: ${why}`);
      message(`${set}: ${what} left out: ${why}`);
    },
  };
}
