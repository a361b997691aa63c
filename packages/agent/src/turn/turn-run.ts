import type { ConversationPart, Scope } from '@cubo/contracts';
import type { Attachment } from '../attachments/attachment.ts';
import type { PassageBook } from '../citations/passage-book.ts';
import type { StoredTurn } from '../conversation/stored-turn.ts';
import type { MemoryUse, TurnEvent } from '../events/agent-event.ts';
import type { AgentParts } from './agent-parts.ts';
import type { CountedUsage, SpokenRound } from './stream-round.ts';

/** A summary of the first turns of a conversation. */
export interface ConversationSummary {
  /** How many turns it stands for. */
  readonly turns: number;
  readonly text: string;
}

/** What a turn is made of. */
export interface TurnRequest {
  readonly conversation: string;
  /** Number of the turn. */
  readonly turn: number;
  readonly question: string;
  readonly scope: Scope;
  readonly attachments: readonly Attachment[];
  /** The latest turns before it, all that a prompt can hold, with the bytes of their images. */
  readonly earlier: readonly StoredTurn[];
  readonly summary: ConversationSummary | undefined;
  emit(event: TurnEvent): void;
  /** Stores parts of the turn durably, and a summary where there is a new one. */
  store(parts: readonly ConversationPart[], summary?: ConversationSummary): void;
  /** Aborted when the turn is cancelled. */
  readonly signal: AbortSignal;
}

/** A turn that is under way. */
export interface TurnRun extends TurnRequest {
  readonly parts: AgentParts;
  readonly book: PassageBook;
  readonly usage: CountedUsage;
  /** What is said in the round that is not stored yet. */
  spoken: SpokenRound;
  /** Rounds of calls before it. */
  round: number;
  /** What is to be stored with the end of the turn. */
  readonly pending: ConversationPart[];
  memory: MemoryUse | undefined;
  /** Whether the documents were looked at. */
  hasLooked: boolean;
}

/** Tells the reader something, and keeps it with the turn. */
export function notify(run: TurnRun, notice: Extract<TurnEvent, { type: 'notice' }>['notice'], message: string): void {
  run.emit({ type: 'notice', notice, message });
  run.pending.push({ turn: run.turn, kind: 'notice', content: { notice, message } });
}
