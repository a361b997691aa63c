/** Where two words of a query stand near each other in a text. */
export interface PairCounts {
  /** How often the second follows the first, with at most one word between. */
  readonly ordered: number;
  /** How often both stand within a window of eight words, in any order. */
  readonly unordered: number;
}

/** Words of a window, its first and last among them (Metzler and Croft 2005 take eight). */
const windowWords = 8;
/** A pair counts as following if so many words, at most, are from one to the other. */
const orderedStep = 2;

/**
 * Counts how often two words stand near each other. Each place of the first is counted once at most.
 *
 * @param first ascending positions of the first word
 * @param second of the second
 */
export function countWindows(first: readonly number[], second: readonly number[]): PairCounts {
  let ordered = 0;
  let unordered = 0;
  let from = 0;
  for (const at of first) {
    while (from < second.length && (second[from] as number) <= at - windowWords) from++;
    let isNear = false;
    let isOrdered = false;
    for (let i = from; i < second.length && (second[i] as number) < at + windowWords; i++) {
      const step = (second[i] as number) - at;
      if (step === 0) continue;
      isNear = true;
      isOrdered ||= step > 0 && step <= orderedStep;
    }
    if (isNear) unordered++;
    if (isOrdered) ordered++;
  }
  return { ordered, unordered };
}
