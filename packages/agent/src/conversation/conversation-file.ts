import type { ConversationPart, ConversationStore, Scope } from '@cubo/contracts';
import { CuboError } from '@cubo/core';
import type { ConversationSummary } from '../turn/turn-run.ts';
import { readTurns, type StoredTurn } from './stored-turn.ts';

/** What is kept with a conversation beside its turns. */
export interface ConversationDetails {
  readonly scope: Scope;
  readonly summary?: ConversationSummary | undefined;
  /** Id of the conversation that it was branched from. */
  readonly branchedFrom?: string | undefined;
}

/** A conversation as it stands in the store now. */
export interface ConversationFile {
  readonly id: string;
  readonly title: string | undefined;
  readonly revision: number;
  readonly turns: number;
  readonly details: ConversationDetails;
}

/**
 * Reads what is stored of a conversation, without its turns.
 *
 * @throws CuboError `CUBO_CONVERSATION_NOT_FOUND`
 */
export function readFile(store: ConversationStore, id: string): ConversationFile {
  const found = store.find(id);
  if (found === undefined) {
    throw new CuboError({
      code: 'CUBO_CONVERSATION_NOT_FOUND',
      message: `There is no conversation ${id} in this library.`,
      remedy: 'It may have been deleted: list the conversations, or begin a new one.',
    });
  }
  const { title, revision, turns, details } = found;
  return { id, title, revision, turns, details: details as ConversationDetails };
}

/** The turns of a conversation, with the bytes of attachments where they are asked for. */
export function readStoredTurns(
  store: ConversationStore,
  id: string,
  options: { readonly fromTurn?: number; readonly bytes?: boolean } = {},
): StoredTurn[] {
  return readTurns(store.parts(id, options));
}

/** Adds to a conversation one change after the other, each for the revision that the one before has left. */
export function createAppender(
  store: ConversationStore,
  file: ConversationFile,
): (change: {
  readonly parts: readonly ConversationPart[];
  readonly keepTurns?: number | undefined;
  readonly title?: string | undefined;
  readonly summary?: ConversationSummary | undefined;
}) => void {
  let { revision, details } = file;
  return ({ parts, keepTurns, title, summary }) => {
    if (summary !== undefined) details = { ...details, summary };
    if (keepTurns !== undefined) details = keptDetails(details, keepTurns);
    ({ revision } = store.change(file.id, { revision, parts, keepTurns, title, details }));
  };
}

/** A summary of turns that are gone is gone with them. */
export function keptDetails({ summary, ...details }: ConversationDetails, turns: number): ConversationDetails {
  return summary !== undefined && summary.turns <= turns ? { ...details, summary } : details;
}
