import type { GenerationMessage } from '@cubo/contracts';
import { messageTokens } from './count-tokens.ts';

/** The earlier turns of which there is room. */
export interface FittedHistory {
  /** Messages of the turns that stay, oldest first. */
  readonly messages: readonly GenerationMessage[];
  readonly tokens: number;
  readonly kept: number;
  /** The oldest ones, which have no room. */
  readonly leftOut: number;
}

/** Keeps the latest turns, each as a whole, that fit into a number of tokens. */
export function fitHistory(turns: readonly (readonly GenerationMessage[])[], room: number): FittedHistory {
  let tokens = 0;
  let first = turns.length;
  while (first > 0) {
    const more = messageTokens(turns[first - 1] ?? []);
    if (tokens + more > room) break;
    tokens += more;
    first--;
  }
  return { messages: turns.slice(first).flat(), tokens, kept: turns.length - first, leftOut: first };
}
