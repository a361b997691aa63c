import type { MeasureText } from './text-measure.ts';
import type { TokenCounter } from './token-counter.ts';

/**
 * What is counted at a time: a character of a script that is written without spaces, or a word with the white space
 * before it; words that would never end are divided.
 */
const piece =
  /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,48})/gu;
/** Words whose counts are remembered. */
const rememberedWords = 20_000;

/**
 * Measures in the tokens of a counter. Words are counted one by one, so that a tokenizer that joins words into one token
 * (few do) arrives at a little less.
 */
export function tokenMeasure(counter: TokenCounter): MeasureText {
  const known = new Map<string, number>();

  function tokensOf(word: string): number {
    const before = known.get(word);
    if (before !== undefined) return before;
    const count = counter.count(word);
    if (known.size >= rememberedWords) known.clear();
    known.set(word, count);
    return count;
  }

  return (text) => {
    /** Where pieces end, and the tokens up to there. */
    const ends: number[] = [0];
    const totals: number[] = [0];
    for (const match of text.matchAll(piece)) {
      ends.push(match.index + match[0].length);
      totals.push((totals.at(-1) as number) + tokensOf(match[0].trim()));
    }
    /** Tokens before a place; of a piece that it divides, a share. */
    function before(place: number): number {
      const index = lastAtMost(ends, place);
      const from = ends[index] as number;
      const to = ends[index + 1];
      const total = totals[index] as number;
      if (to === undefined || from === place) return total;
      return total + (((totals[index + 1] as number) - total) * (place - from)) / (to - from);
    }
    return {
      length: (start, end) => before(end) - before(start),
      advance(start, amount) {
        const limit = before(start) + amount;
        const index = lastAtMost(totals, limit);
        const end = ends[index] as number;
        // A single piece that is longer than all of it is divided.
        return end > start ? end : start + share(index, amount);
      },
      retreat(end, amount) {
        const limit = before(end) - amount;
        const index = lastAtMost(totals, limit);
        const exact = totals[index] === limit;
        return Math.min(end, ends[exact ? index : index + 1] ?? end);
      },
    };

    function share(index: number, amount: number): number {
      const length = (ends[index + 1] ?? text.length) - (ends[index] as number);
      const tokens = (totals[index + 1] ?? 0) - (totals[index] as number);
      // At least a pair of surrogates.
      return Math.max(2, Math.floor(tokens > 0 ? (length * amount) / tokens : length));
    }
  };
}

/** Index of the last value that is not above the limit; the values ascend from 0. */
function lastAtMost(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
