import {
  assertKnownOptions,
  badArgument,
  type ConversationMatch,
  type ConversationStore,
  type KnownOptions,
} from '@cubo/contracts';
import type { Scope } from '@cubo/core';
import { assertCount, assertId, assertText } from './assert-arguments.ts';
import { type ConversationDetails, readFile, readStoredTurns } from './conversation-file.ts';
import { markdownOf } from './markdown-of.ts';
import type { RunningTurns } from './running-turns.ts';
import { type Turn, toTurn } from './turn.ts';

/** A conversation in a list. */
export interface ConversationSummaryLine {
  readonly id: string;
  /** The beginning of its first question, unless the host gave one. */
  readonly title: string | undefined;
  readonly scope: Scope;
  readonly turns: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Id of the conversation that it was branched from. */
  readonly branchedFrom?: string | undefined;
}

/** A conversation as it is exported as JSON. */
export interface ExportedConversation extends ConversationSummaryLine {
  readonly history: readonly Turn[];
}

/** The conversations of a library. */
export interface Conversations {
  /** The last changed first. Default: all. */
  list(options?: {
    readonly limit?: number | undefined;
    readonly offset?: number | undefined;
  }): ConversationSummaryLine[];
  /** Questions, answers and names of attachments that have all words of a query, the latest first. Default limit 20. */
  search(query: string, options?: { readonly limit?: number | undefined }): ConversationMatch[];
  /** Deletes a conversation, attachments and all, for good; false where there was none. One that is being answered is stopped. */
  delete(id: string): Promise<boolean>;
  /**
   * The whole conversation, as an object for JSON.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT`, `CUBO_CONVERSATION_NOT_FOUND`
   */
  export(id: string, format: 'json'): ExportedConversation;
  /** The same as Markdown for people. */
  export(id: string, format: 'markdown'): string;
}

const searchOptions: KnownOptions<NonNullable<Parameters<Conversations['search']>[1]>> = { limit: true };
const listOptions: KnownOptions<NonNullable<Parameters<Conversations['list']>[0]>> = { limit: true, offset: true };

/** Makes the list of an agent's conversations. */
export function createConversations(store: ConversationStore, running: RunningTurns): Conversations {
  const lineOf = (record: ReturnType<ConversationStore['list']>[number]): ConversationSummaryLine => {
    const { id, title, turns, createdAt, updatedAt } = record;
    const { scope, branchedFrom } = record.details as ConversationDetails;
    return { id, title, scope, turns, createdAt, updatedAt, ...(branchedFrom !== undefined && { branchedFrom }) };
  };
  function exported(id: string): ExportedConversation {
    readFile(store, id);
    const record = store.find(id) as NonNullable<ReturnType<ConversationStore['find']>>;
    return { ...lineOf(record), history: readStoredTurns(store, id).map(toTurn) };
  }
  function exportAs(id: string, format: 'json'): ExportedConversation;
  function exportAs(id: string, format: 'markdown'): string;
  function exportAs(id: string, format: 'json' | 'markdown'): ExportedConversation | string {
    if (format === 'json') return exported(id);
    if (format === 'markdown') return markdownOf(exported(id));
    throw badArgument(`There is no format ${String(format)}.`, 'Pass json or markdown.');
  }
  return {
    list(options) {
      assertKnownOptions('list()', options, listOptions);
      assertCount('limit', options?.limit);
      assertCount('offset', options?.offset);
      return store.list(options).map(lineOf);
    },
    search(query, options) {
      assertText('query', query);
      assertKnownOptions('search()', options, searchOptions);
      assertCount('limit', options?.limit);
      return store.search(query, options);
    },
    async delete(id) {
      assertId(id);
      await running.cancel(new DOMException('The conversation was deleted.', 'AbortError'), id);
      running.forget(id);
      return store.delete(id);
    },
    export: exportAs,
  };
}
