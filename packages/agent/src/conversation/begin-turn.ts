import { badArgument } from '@cubo/contracts';
import { type Attachment, assertAttachments, mediaTypeOf } from '../attachments/attachment.ts';
import { attachmentUri } from '../attachments/read-attachments.ts';
import { createEventLog } from '../events/event-log.ts';
import { promptBudget } from '../memory/count-tokens.ts';
import { plainScope } from '../scope/agent-scope.ts';
import { narrowScope } from '../scope/narrow-scope.ts';
import type { AgentParts } from '../turn/agent-parts.ts';
import { runTurn } from '../turn/run-turn.ts';
import { assertSignal } from './assert-arguments.ts';
import type { SendOptions } from './conversation.ts';
import { createAppender, readFile, readStoredTurns } from './conversation-file.ts';
import { readLatestTurns } from './latest-turns.ts';
import type { RunningTurn, RunningTurns } from './running-turns.ts';

/** Characters of a question that become the title of its conversation. */
const titleLength = 60;

/**
 * Begins a turn behind so many others, in place of those that followed: checks what was given, stores the question, and lets
 * it run.
 */
export function beginTurn(
  { parts, running }: { readonly parts: AgentParts; readonly running: RunningTurns },
  request: {
    readonly conversation: string;
    readonly text: string;
    /** Turns that stay. Default: all. */
    readonly keepTurns?: number | undefined;
    readonly options: SendOptions;
  },
): RunningTurn {
  const { conversation, text, options } = request;
  const { attachments = [], signal } = options;
  const { cubo, limits, generator, prompts, clock } = parts;
  const { conversations: store } = cubo;
  assertSignal(signal);
  signal?.throwIfAborted();
  running.assertIdle(conversation);
  assertMessage(text);
  assertAttachments(attachments, limits);
  const file = readFile(store, conversation);
  const { details } = file;
  const turn = request.keepTurns ?? file.turns;
  const scope = narrowScope(details.scope, plainScope(options.scope ?? {}));
  const { capabilities } = generator;
  // A summary is made of all that leaves the window.
  const earlier = parts.summarizes
    ? readStoredTurns(store, conversation, { bytes: capabilities.images }).slice(0, turn)
    : readLatestTurns(store, conversation, {
        ...{ before: turn, prompts, capabilities, budgetTokens: promptBudget(generator, parts.budgetTokens) },
      });
  const append = createAppender(store, file);
  const asked = { question: text, scope, generator: generator.id, prompts: prompts.version, askedAt: clock.now() };
  append({
    parts: [
      { turn, kind: 'user', content: asked, text },
      ...attachments.map((attachment) => attachmentPart(turn, attachment)),
    ],
    keepTurns: turn < file.turns ? turn : undefined,
    title: file.title ?? titleOf(text),
  });
  const log = createEventLog(turn);
  const controller = new AbortController();
  const cancel = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', cancel, { once: true });
  const summary = details.summary !== undefined && details.summary.turns <= turn ? details.summary : undefined;
  const work = async () => {
    try {
      await runTurn(parts, {
        ...{ conversation, turn, question: text, scope, attachments, earlier, summary },
        emit: log.add,
        store: (added, newSummary) => append({ parts: added, summary: newSummary }),
        signal: controller.signal,
      });
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  };
  const { askedAt } = asked;
  const started: RunningTurn = { turn, askedAt, log, ended: work(), cancel: (reason) => controller.abort(reason) };
  running.begin(conversation, started);
  return started;
}

/** On one line, and without half of a character at its end. */
function titleOf(text: string): string {
  return [...text.trim().replace(/\s+/g, ' ')].slice(0, titleLength).join('');
}

function attachmentPart(turn: number, attachment: Attachment) {
  const { name, bytes } = attachment;
  const content = { name, mediaType: mediaTypeOf(attachment), size: bytes.byteLength, uri: attachmentUri(turn, name) };
  return { turn, kind: 'attachment', content, bytes, text: name };
}

function assertMessage(text: unknown): void {
  if (typeof text === 'string' && text.trim() !== '') return;
  throw badArgument('The message is empty, or no text.', 'Pass what the user has written.');
}
