/** A conversation as it is stored, without its parts. */
export interface ConversationRecord {
  /** As its maker named it. */
  readonly id: string;
  readonly title?: string | undefined;
  /** What its maker keeps with it; JSON. */
  readonly details: unknown;
  /** Grows by one with every change. */
  readonly revision: number;
  /** How many turns it has. */
  readonly turns: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A part of a turn: a question, an attachment, what a tool gave, a text, a citation. */
export interface ConversationPart {
  /** Of which turn it is, from 0. */
  readonly turn: number;
  /** As its maker names kinds of parts. */
  readonly kind: string;
  /** JSON. */
  readonly content: unknown;
  /** What a search over conversations looks at. Default: it is not searched. */
  readonly text?: string | undefined;
  /** What an attachment holds. */
  readonly bytes?: Uint8Array | undefined;
  /**
   * URIs of documents whose words it holds. When one of them is erased it loses its text, its bytes and what `content` has
   * under `quoted`; all else of an object stays, and `erased` is set in it.
   */
  readonly quotes?: readonly string[] | undefined;
}

/** What is changed of a conversation, all of it or nothing. */
export interface ConversationChange {
  /**
   * The revision that the change was made for; `CUBO_CONVERSATION_CHANGED` where it is another by now. 0 makes the
   * conversation, which must not exist.
   */
  readonly revision: number;
  /** Removes the turns from this one on. Default: all stay. */
  readonly keepTurns?: number | undefined;
  /** Added behind those that stay. */
  readonly parts?: readonly ConversationPart[] | undefined;
  /** Default: as it is. */
  readonly title?: string | undefined;
  /** Default: as they are. */
  readonly details?: unknown;
}

/** A place in the conversations that a search found. */
export interface ConversationMatch {
  readonly conversation: string;
  readonly title?: string | undefined;
  readonly turn: number;
  readonly kind: string;
  /** The whole text of the part. */
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** What an erased document took with it. */
export interface ForgottenQuotes {
  /** Parts that were emptied. */
  readonly parts: number;
  /** Conversations that had such parts: what was answered in them may say what the document said. */
  readonly conversations: readonly string[];
}

/**
 * Conversations in a library's catalog. Each change is one transaction that waits for no ingest; what is deleted is
 * overwritten.
 */
export interface ConversationStore {
  /** `undefined` where there is none of this id. */
  find(id: string): ConversationRecord | undefined;
  /** The last changed first. Default: all. */
  list(options?: { readonly limit?: number | undefined; readonly offset?: number | undefined }): ConversationRecord[];
  /** The parts in order, of all turns or from one on. Bytes are left out unless they are asked for. */
  parts(
    id: string,
    options?: { readonly fromTurn?: number | undefined; readonly bytes?: boolean | undefined },
  ): ConversationPart[];
  /**
   * Changes a conversation, or makes it, and gives it as it is now.
   *
   * @throws CuboError `CUBO_CONVERSATION_CHANGED`, `CUBO_CONVERSATION_NOT_FOUND`, `CUBO_STORAGE_FAILED`
   */
  change(id: string, change: ConversationChange): ConversationRecord;
  /** Deletes a conversation with all its parts; false where there was none. */
  delete(id: string): boolean;
  /** Parts whose text has all words of a query, as they are or within longer ones, the latest first. Default limit 20. */
  search(query: string, options?: { readonly limit?: number | undefined }): ConversationMatch[];
  /** Empties the parts that hold words of these documents. */
  forget(sources: readonly string[]): ForgottenQuotes;
}
