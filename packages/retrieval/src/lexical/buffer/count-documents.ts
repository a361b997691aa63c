import type { LoggedTexts } from './invert-tokens.ts';
import { visitTokens } from './token-log.ts';

/** In how many texts each term stands, by its number: goes through all texts once. */
export function countDocuments({ entries, starts, order, terms }: LoggedTexts): Uint32Array {
  const counts = new Uint32Array(terms);
  /** One more than the rank of the last text that each term was seen in. */
  const seen = new Uint32Array(terms);
  for (let rank = 0; rank < order.length; rank++) {
    const text = order[rank] as number;
    visitTokens(entries, starts[text] as number, starts[text + 1] as number, (term) => {
      if (seen[term] === rank + 1) return;
      seen[term] = rank + 1;
      counts[term] = (counts[term] as number) + 1;
    });
  }
  return counts;
}
