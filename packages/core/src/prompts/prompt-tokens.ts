import type { Generator } from '@cubo/contracts';
import { estimatedTokens } from '@cubo/ingest';

/** Tokenizers make more tokens of some texts than the estimate says. */
const estimateMargin = 1.3;
/** For generators that do not say how much they take. */
const windowUnsaid = 32_768;

/** Tokens that a text has at most, as a rule: the estimate of `estimatedTokens` and a margin. */
export function textTokens(text: string): number {
  return Math.ceil(estimatedTokens.count(text) * estimateMargin);
}

/** The most tokens of prompt and answer together; 32 768 for a generator that does not say. */
export function windowTokens({ contextWindow }: Pick<Generator, 'contextWindow'>): number {
  return Number.isFinite(contextWindow) ? contextWindow : windowUnsaid;
}
