import type { Analyzer } from '@cubo/contracts';
import { numbersToldIn, overlapOf, withoutNumberWords } from '@cubo/core';

/** This share of the words of a claim that name something must stand in what supports it: the rest may be paraphrased. */
const leastShare = 0.35;

/** Words that are a number in one language and something else in another: `sei`, `neuf`, `seize`. */
const ambiguous =
  /(?<![\p{L}])(?:null|seize|quince|ein|eine|einen|one|un|une|uno|una|sei|neuf|once|dos|elf|tre|acht)(?![\p{L}])/giu;

/** Words for larger numbers, with what they are multiplied by: those are compared as words. */
const multiplied =
  /(?<!\p{L})(?:\p{L}+[\s-])?(?:hundred|thousand|hundert|tausend|cent|cents|mille|cento|mila|cien|ciento|mil|(?:m|b)ill?i[oa]n\p{L}*|mili?ard\p{L}*)(?!\p{L})/giu;

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
  const claimed = numbersToldIn(claim.replace(multiplied, ' ').replace(ambiguous, ' '));
  if ([...claimed].some((number) => !told.has(number))) return false;
  const { context } = options;
  const text = context === undefined ? quote : `${context}\n${quote}`;
  const { share, missesName } = overlapOf(withoutNumberWords(claim), text, analyzer);
  return share >= leastShare && !missesName;
}
