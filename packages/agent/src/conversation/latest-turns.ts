import type { ConversationStore } from '@cubo/contracts';
import { messageTokens } from '../memory/count-tokens.ts';
import { turnMessages } from '../memory/turn-messages.ts';
import type { Prompts } from '../prompts/load-prompts.ts';
import { readStoredTurns } from './conversation-file.ts';
import type { StoredTurn } from './stored-turn.ts';

/** So many are read first; most prompts hold no more. */
const firstTurns = 16;

/**
 * The latest turns before one, so many that a prompt can hold no more: a conversation of years begins its turns as fast as a
 * new one. They reach back as far as to one that tells which numbers passages were given, so that none is given twice.
 */
export function readLatestTurns(
  store: ConversationStore,
  id: string,
  options: {
    /** The turns before this one. */
    readonly before: number;
    /** Tokens that a prompt may have. */
    readonly budgetTokens: number;
    readonly prompts: Prompts;
    /** What the generator can be told of: tools, images. */
    readonly capabilities: { readonly tools: boolean; readonly images: boolean };
  },
): StoredTurn[] {
  const { before, budgetTokens, prompts, capabilities } = options;
  for (let count = firstTurns; ; count *= 2) {
    const fromTurn = Math.max(0, before - count);
    const read = readStoredTurns(store, id, { fromTurn, bytes: capabilities.images });
    const turns = read.filter(({ number }) => number < before);
    if (fromTurn === 0) return turns;
    const tokens = turns.reduce((sum, turn) => {
      return sum + messageTokens(turnMessages(turn, { prompts, ...capabilities }));
    }, 0);
    if (tokens > budgetTokens && turns.some(({ lastPassage }) => lastPassage !== undefined)) return turns;
  }
}
