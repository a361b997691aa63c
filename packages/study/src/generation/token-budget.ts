import type { Generator } from '@cubo/contracts';
import { windowTokens } from '@cubo/core';

/** An answer may take this share of a window. */
const answerShare = 0.5;

/** How the window of a generator is divided. */
export interface TokenBudget {
  /** For the whole prompt. */
  readonly prompt: number;
  /** For the answer. */
  readonly answer: number;
}

/** Divides a window so that an answer of so many tokens has room, as far as half of the window goes. */
export function tokenBudget(generator: Pick<Generator, 'contextWindow'>, answerTokens: number): TokenBudget {
  const window = windowTokens(generator);
  const answer = Math.max(1, Math.min(answerTokens, Math.floor(window * answerShare)));
  return { answer, prompt: Math.max(1, Math.floor(window - answer)) };
}
