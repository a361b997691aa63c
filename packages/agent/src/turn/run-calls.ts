import type { ToolCall } from '@cubo/contracts';
import { fencePassages, textTokens } from '@cubo/core';
import type { NumberedPassage, PassageBook } from '../citations/passage-book.ts';
import type { StoredCall } from '../conversation/stored-turn.ts';
import type { TurnEvent } from '../events/agent-event.ts';
import type { ScopedLibrary } from '../scope/scoped-library.ts';
import type { AgentTool, ToolContext } from '../tools/agent-tool.ts';
import { callTool } from '../tools/call-tool.ts';

/** What calls of a turn are made with. */
export interface CallParts {
  readonly book: PassageBook;
  /** The tools, made for one call, so that it is known which passages it showed. */
  tools(book: PassageBook): readonly AgentTool[];
  /** Names of the tools that the model was offered: no other is called. */
  readonly offered: ReadonlySet<string>;
  readonly context: Omit<ToolContext, 'show' | 'roomTokens'>;
  /** How often each tool was called with what does not fit. */
  readonly misfits: Map<string, number>;
  readonly round: number;
  /** Tokens that there is room for: the results of a round may take half, so that there can be another. */
  readonly roomTokens: number;
  emit(event: TurnEvent): void;
}

/**
 * Makes the calls of a round: neighbours whose tools allow it at once, others one after the other. Results are in the order
 * of the calls.
 *
 * @throws the reason of the signal when the turn is cancelled
 */
export async function runCalls(calls: readonly ToolCall[], parts: CallParts): Promise<StoredCall[]> {
  const parallel = new Set(parts.tools(parts.book).flatMap((tool) => (tool.parallel ? [tool.name] : [])));
  const done: StoredCall[] = [];
  const roomTokens = Math.floor(parts.roomTokens / 2 / calls.length);
  for (let next = 0; next < calls.length; ) {
    let end = next + 1;
    const isParallel = (call: ToolCall | undefined) => call !== undefined && parallel.has(call.name);
    if (isParallel(calls[next])) while (isParallel(calls[end])) end++;
    const group = calls.slice(next, end).map((call) => runCall(call, { ...parts, roomTokens }));
    // All are waited for, so that none goes on when the turn is over.
    const settled = await Promise.allSettled(group);
    for (const one of settled) {
      if (one.status === 'rejected') throw one.reason;
      done.push(one.value);
    }
    next = end;
  }
  return done;
}

async function runCall(call: ToolCall, parts: CallParts): Promise<StoredCall> {
  const { book, offered, context, misfits, round, roomTokens, emit } = parts;
  const shown: NumberedPassage[] = [];
  const quotes = new Set<string>();
  let isOver = false;
  const ownBook: PassageBook = {
    ...book,
    show(passages) {
      // What a tool shows that was given up is not what the model has seen.
      if (isOver) return;
      shown.push(...passages);
      book.show(passages);
    },
    quote: (source) => void quotes.add(source),
  };
  const began = performance.now();
  const tool = parts.tools(ownBook).find(({ name }) => name === call.name && offered.has(name));
  const result = await callTool(tool, call, {
    ...context,
    library: noting(context.library, ownBook),
    roomTokens,
    show(passages) {
      const numbered = ownBook.number(passages);
      ownBook.show(numbered);
      return fencePassages(numbered);
    },
  });
  isOver = true;
  let content = fitting(result.content, roomTokens);
  if (result.outcome === 'invalid') {
    const times = (misfits.get(call.name) ?? 0) + 1;
    misfits.set(call.name, times);
    if (times > 1) content += ' It cannot be called again in this turn.';
  }
  const { outcome } = result;
  const milliseconds = Math.round(performance.now() - began);
  const { id, name, input } = call;
  emit({ type: 'tool-result', id, name, outcome, content, milliseconds, round });
  return { id, name, input, outcome, content, passages: shown, quotes: [...quotes], milliseconds };
}

/** The library, noting which documents a tool was given words of: what it tells of them must go when they are erased. */
function noting(library: ScopedLibrary, book: PassageBook): ScopedLibrary {
  return {
    ...library,
    async search(query, options) {
      const hits = await library.search(query, options);
      for (const { source } of hits) book.quote(source);
      return hits;
    },
    read(source, options) {
      book.quote(source);
      return library.read(source, options);
    },
  };
}

/** A result that is longer than there is room for is cut, and says so. */
function fitting(content: string, roomTokens: number): string {
  const tokens = textTokens(content);
  if (tokens <= roomTokens) return content;
  const length = Math.max(0, Math.floor((content.length * (roomTokens - 20)) / tokens));
  return `${content.slice(0, length)}\n(Cut: there was no room for ${content.length - length} more characters.)`;
}
