import type { Generator } from '@cubo/contracts';
import { estimatedTokens } from '@cubo/core';

/** Tokenizers make more tokens of some texts than the estimate says. */
const estimateMargin = 1.3;
/** For generators that do not say how much they take. */
const windowUnsaid = 32_768;
/** An answer may take this share of a window. */
const answerShare = 0.5;

/** Tokens that a text has at most, as a rule. */
export function textTokens(text: string): number {
  return Math.ceil(estimatedTokens.count(text) * estimateMargin);
}

/** How the window of a generator is divided. */
export interface TokenBudget {
  /** For the whole prompt. */
  readonly prompt: number;
  /** For the answer. */
  readonly answer: number;
}

/** Divides a window so that an answer of so many tokens has room, as far as half of the window goes. */
export function tokenBudget({ contextWindow }: Pick<Generator, 'contextWindow'>, answerTokens: number): TokenBudget {
  const window = Number.isFinite(contextWindow) ? contextWindow : windowUnsaid;
  const answer = Math.max(1, Math.min(answerTokens, Math.floor(window * answerShare)));
  return { answer, prompt: Math.max(1, Math.floor(window - answer)) };
}
