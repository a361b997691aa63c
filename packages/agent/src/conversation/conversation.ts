import type { Metadata } from '@cubo/contracts';
import type { IngestStream } from '@cubo/core';
import type { Attachment } from '../attachments/attachment.ts';
import type { AgentEvent } from '../events/agent-event.ts';
import type { AgentScope } from '../scope/agent-scope.ts';
import type { Turn } from './turn.ts';

/** Options of a turn. */
export interface SendOptions {
  /** Files that come with the message. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** A scope within that of the conversation, for this turn. Default: that of the conversation. */
  readonly scope?: AgentScope | undefined;
  /** Cancels the turn. What was said until then stays in the history. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a turn that takes the place of another. */
export interface RepeatOptions extends SendOptions {
  /** Default: those of the turn that is repeated. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** Default: that of the turn that is repeated. */
  readonly scope?: AgentScope | undefined;
}

/**
 * A turn on its way: iterate over it for the events, or `await` it for the whole, or both. It begins with the first of these,
 * and goes on to its end also where a reader leaves, who can come back by {@link Conversation.events}: the signal, `stop()`
 * and `agent.close()` end it. An event `error` tells of what failed in it; what cannot be begun is thrown.
 */
export interface TurnStream extends Promise<Turn>, AsyncIterable<AgentEvent> {}

/** Where a reader left off. */
export interface EventPosition {
  /** Number of the turn. Default: the latest. */
  readonly turn?: number | undefined;
  /** Sequence number of the last event that was seen. Default 0: all are given. */
  readonly after?: number | undefined;
}

/** Options of {@link Conversation.branch}. */
export interface BranchOptions {
  /** How many turns it begins with. Default: all. */
  readonly turns?: number | undefined;
  /** Default: a random one. */
  readonly id?: string | undefined;
}

/** Options of {@link Conversation.keep}. */
export interface KeepOptions {
  /** URI of the document in the library. Default `attachment:<conversation>/<turn>/<name>`. */
  readonly uri?: string | undefined;
  /** Its labels. Default: none. */
  readonly metadata?: Metadata | undefined;
}

/** A conversation about the documents of a library. What it is made of is read from the library with each call. */
export interface Conversation {
  readonly id: string;
  /**
   * Asks something, and streams what comes of it.
   *
   * @throws CuboError `CUBO_CONVERSATION_BUSY` while another turn is being answered, `CUBO_CONVERSATION_NOT_FOUND`,
   * `CUBO_SCOPE_EXCEEDED`, `CUBO_LIMIT_EXCEEDED`, `CUBO_SOURCE_TOO_LARGE`, `CUBO_BAD_ARGUMENT`
   */
  send(text: string, options?: SendOptions): TurnStream;
  /** Asks something else in place of a turn, with its attachments and scope. That turn and those behind it are gone. */
  edit(turn: number, text: string, options?: RepeatOptions): TurnStream;
  /** Asks the same again, with its attachments and scope. Default: the last turn. */
  regenerate(turn?: number, options?: RepeatOptions): TurnStream;
  /**
   * Keeps the first so many turns, and removes the others for good.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT`, `CUBO_CONVERSATION_BUSY`, `CUBO_CONVERSATION_NOT_FOUND`
   */
  rewind(turns: number): void;
  /**
   * Another conversation that begins with the turns of this one.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT`, also for an id that another conversation has; `CUBO_CONVERSATION_NOT_FOUND`
   */
  branch(options?: BranchOptions): Conversation;
  /**
   * The turns, from the first on.
   *
   * @throws CuboError `CUBO_CONVERSATION_NOT_FOUND`
   */
  history(): Turn[];
  /**
   * The events of a turn behind the last that was seen, and those to come. Of a turn that another process made, or that was
   * made long ago, the events are told anew from its `start`, each text as a whole: who meets a `start` begins anew.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT`, `CUBO_CONVERSATION_NOT_FOUND` with the first step
   */
  events(position?: EventPosition): AsyncIterable<AgentEvent>;
  /** Cancels the turn that is being answered, if there is one, and waits until it has ended. */
  stop(): Promise<void>;
  /**
   * Brings a document that came with a turn into the library.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT` where the turn has no such attachment, `CUBO_CONVERSATION_NOT_FOUND`
   */
  keep(turn: number, attachment: string, options?: KeepOptions): IngestStream;
}
