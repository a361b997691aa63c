import type { Analyzer } from '@cubo/contracts';
import { numbersToldIn, overlapOf } from '@cubo/core';

/** This share of the words of a claim that name something must stand in what supports it: the rest may be paraphrased. */
const leastShare = 0.35;

/** Words that are a number in one language and something else in another: `sei`, `neuf`, `once`. */
const ambiguous = /(?<![\p{L}])(?:null|ein|eine|einen|one|un|une|uno|una|sei|neuf|once|dos|elf|tre|acht)(?![\p{L}])/giu;

/**
 * Whether a quote carries a claim: its numbers must stand in the quote, its names in the quote or in what it stands under,
 * and enough of its other words too. Wrong numbers and names are found so; a sentence turned into its opposite is not.
 *
 * @param options.context title and headings of the passage
 */
export function supportsClaim(
  quote: string,
  claim: string,
  analyzer: Analyzer,
  options: { readonly context?: string | undefined } = {},
): boolean {
  const told = numbersToldIn(quote);
  const claimed = numbersToldIn(claim.replace(ambiguous, ' '));
  if ([...claimed].some((number) => !told.has(number))) return false;
  const { context } = options;
  const { share, missesName } = overlapOf(claim, context === undefined ? quote : `${context}\n${quote}`, analyzer);
  return share >= leastShare && !missesName;
}
