import { type GenerationMessage, type Generator, type Passage, unlessAborted } from '@cubo/contracts';
import { textTokens } from '@cubo/core';
import { mediaTypeOf } from '../attachments/attachment.ts';
import type { NumberedPassage } from '../citations/passage-book.ts';
import { passagesPart, roundParts } from '../conversation/stored-turn.ts';
import type { FinishReason } from '../events/agent-event.ts';
import { messageTokens, promptBudget } from '../memory/count-tokens.ts';
import { roundMessages, userMessage } from '../memory/turn-messages.ts';
import { scopedLibrary } from '../scope/scoped-library.ts';
import type { AgentTool } from '../tools/agent-tool.ts';
import { generationTool } from '../tools/assert-tools.ts';
import type { LibraryToolParts } from '../tools/library-tool-parts.ts';
import { libraryTools } from '../tools/library-tools.ts';
import { searchAttachmentsTool } from '../tools/search-attachments-tool.ts';
import { defaultLimit } from '../tools/search-tool.ts';
import { showWithin } from '../tools/show-within.ts';
import { attachDocuments } from './attach-documents.ts';
import { composePrompt, roomFor } from './compose-prompt.ts';
import { questionCoverage } from './coverage.ts';
import { describeScope } from './describe-scope.ts';
import { type Retrieve, retrieveOnce } from './retrieve-once.ts';
import { type CallParts, runCalls } from './run-calls.ts';
import { fewestResultTokens, silentRound, streamRound } from './stream-round.ts';
import { notify, type TurnRun } from './turn-run.ts';
import { writeText } from './write-text.ts';

/** What looks into the documents. */
const lookingTools = ['search_knowledge_base', 'read_document', 'analyze_document', 'compare_documents'];

/**
 * Answers the question of a turn, from what was attached, what the model looks up, or, where it can call no tools, what is
 * found for the question. When it has come to its end, `run.spoken` holds the answer.
 */
export async function answerQuestion(run: TurnRun): Promise<FinishReason> {
  const { parts, question, book, turn, signal } = run;
  const { generator, prompts, cubo } = parts;
  await unlessAborted(Promise.resolve(generator.load?.()), signal);
  const canCall = generator.capabilities.tools;
  const nothing = prompts.fill('nothing', {});
  const system = prompts.fill(canCall ? 'system' : 'system-without-tools', {
    nothing,
    scope: describeScope(run.scope),
  });
  const budget = promptBudget(generator, parts.budgetTokens) - textTokens(system);
  const library = scopedLibrary(cubo);
  const retrieve = retrieveOnce(library, { explain: !canCall && parts.leastCoverage > 0, signal });

  // Half of the window at most, so that there is room for what was said before.
  const attached = await attachDocuments(run, budget / 2);
  if (attached.shown.length > 0) run.store([passagesPart(turn, 'attached', attached.shown)]);
  let retrieved: readonly NumberedPassage[] | undefined;
  if (!canCall) {
    retrieved = await retrieveFirst(run, retrieve, budget / 2);
    if (retrieved === undefined && attached.shown.length === 0) {
      run.spoken.text = nothing;
      run.emit({ type: 'text', text: nothing, round: 0 });
      return 'stop';
    }
  }

  const toolsOf: CallParts['tools'] = (ownBook) => {
    const toolParts: LibraryToolParts = {
      ...{ book: ownBook, prompts, retrieve, promptTokens: promptBudget(generator, parts.budgetTokens) },
      write: (prompt, toolSignal) => writeText({ generator, usage: run.usage }, prompt, toolSignal),
    };
    const { searched } = attached;
    const searchesAttachments = searched.length > 0;
    return [
      ...libraryTools(toolParts),
      ...(searchesAttachments
        ? [searchAttachmentsTool({ passages: searched, book: ownBook, analyzer: cubo.analyzer })]
        : []),
      ...parts.tools,
    ];
  };
  const images = imagesFor(run, generator);
  const current: GenerationMessage[] = [
    userMessage({ question, attached: attached.shown, retrieved, images }, prompts),
  ];
  const misfits = new Map<string, number>();
  const ids = new Set<string>();
  for (let round = 0; ; round++) {
    const usable = canCall ? toolsOf(book).filter(({ name }) => (misfits.get(name) ?? 0) < 2) : [];
    let offered: readonly AgentTool[] = usable;
    if (canCall && round >= parts.maximumRounds) {
      notify(run, 'round-limit', `Tools were called in ${round} rounds, as often as they may.`);
      offered = [];
    }
    const isCrowded = roomFor(run, { system, tools: offered.map(generationTool), current }) < fewestResultTokens;
    if (offered.length > 0 && round > 0 && isCrowded) {
      notify(run, 'no-room', 'There is no room in the window for more results of tools.');
      offered = [];
    }
    const isClosing = canCall && offered.length === 0;
    const told = isClosing ? `${system}\n\n${prompts.fill('round-limit', {})}` : system;
    const prompt = { system: told, tools: offered.map(generationTool), current };
    const messages = await composePrompt(run, prompt);
    const roomTokens = roomFor(run, prompt);
    run.spoken = silentRound();
    run.round = round;
    const request = {
      ...{ question, passages: passagesFor(book.shown()), messages, thinking: parts.thinking },
      ...(offered.length > 0 && { tools: prompt.tools }),
    };
    await streamRound(generator, request, { ...run, spoken: run.spoken, round, roomTokens, ids });
    const { text, thinking, calls, callsLeftOut, finish } = run.spoken;
    if (callsLeftOut > 0) notify(run, 'no-room', `There was no room for ${callsLeftOut} more calls of tools.`);
    if (calls.length === 0) {
      if (finish === 'length') return 'length';
      return text.trim() === '' ? 'empty' : 'stop';
    }
    const context = { signal, conversation: run.conversation, scope: run.scope, library };
    const names = new Set(offered.map(({ name }) => name));
    const saidTokens = messageTokens([{ role: 'assistant', content: text, toolCalls: calls }]);
    const callParts = { book, tools: toolsOf, offered: names, context, misfits, round, emit: run.emit };
    const done = await runCalls(calls, { ...callParts, roomTokens: Math.max(0, roomTokens - saidTokens) });
    run.hasLooked ||= calls.some(({ name }) => lookingTools.includes(name));
    const stored = { thinking, text, calls: done };
    run.store(roundParts(turn, stored));
    run.spoken = silentRound();
    current.push(...roundMessages(stored));
  }
}

/** What is found for a question; `undefined` where that hardly answers it. */
async function retrieveFirst(
  run: TurnRun,
  retrieve: Retrieve,
  roomTokens: number,
): Promise<readonly NumberedPassage[] | undefined> {
  const { parts, question, scope, book, turn } = run;
  run.hasLooked = true;
  const hits = await retrieve(question, { limit: defaultLimit, scope });
  const { leastCoverage, cubo } = parts;
  if (hits.length === 0 || (leastCoverage > 0 && questionCoverage(hits, cubo.analyzer) < leastCoverage))
    return undefined;
  const { passages } = showWithin(hits, book, roomTokens);
  run.store([passagesPart(turn, 'retrieved', passages)]);
  return passages;
}

function imagesFor(run: TurnRun, { capabilities }: Generator) {
  const images = run.attachments.flatMap((attachment) => {
    const mediaType = mediaTypeOf(attachment);
    if (!mediaType.startsWith('image/')) return [];
    if (attachment.bytes.byteLength > 0) return [{ mediaType, bytes: attachment.bytes }];
    notify(run, 'attachment-unread', `${attachment.name}: It is empty.`);
    return [];
  });
  if (images.length === 0 || capabilities.images) return images;
  notify(run, 'images-ignored', `The generator ${run.parts.generator.id} sees no images.`);
  return [];
}

function passagesFor(shown: readonly NumberedPassage[]): Passage[] {
  return shown.map(({ number, text, kind, title, heading, context, label, score = 0 }) => {
    return { number, text, kind, title, heading, context, label, score };
  });
}
