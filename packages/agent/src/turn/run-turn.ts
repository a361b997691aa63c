import { CuboError, describeThrown } from '@cubo/contracts';
import { isCuboError } from '@cubo/core';
import { createPassageBook, type NumberedPassage } from '../citations/passage-book.ts';
import { raiseSupport } from '../citations/raise-support.ts';
import { roundParts, sentencePart } from '../conversation/stored-turn.ts';
import type { CheckedSentence, FinishReason } from '../events/agent-event.ts';
import { withinScope } from '../scope/turn-scope.ts';
import type { AgentParts } from './agent-parts.ts';
import { answerQuestion } from './answer-question.ts';
import { judgeAnswer } from './judge-answer.ts';
import { silentRound } from './stream-round.ts';
import { notify, type TurnRequest, type TurnRun } from './turn-run.ts';

/**
 * Makes a turn, from its first event to its last. It always ends, and leaves a history that a model can be given: what was
 * said until it was cancelled or failed, and no call of a tool without its result.
 */
export async function runTurn(parts: AgentParts, request: TurnRequest): Promise<void> {
  const { emit, signal } = request;
  const run: TurnRun = {
    ...request,
    parts,
    book: createPassageBook(earlierPassages(request), ({ kind: _, heading: __, context: ___, ...source }) => {
      emit({ type: 'source', ...source });
    }),
    usage: { inputTokens: 0, outputTokens: 0, requests: 0 },
    spoken: silentRound(),
    round: 0,
    pending: [],
    memory: undefined,
    hasLooked: false,
  };
  const { conversation, scope } = run;
  const { generator, prompts } = parts;
  emit({ type: 'start', conversation, generator: generator.id, prompts: prompts.version, scope });
  let reason: FinishReason;
  try {
    reason = await withinScope(scope, () => answerQuestion(run));
    await checkText(run);
  } catch (error) {
    reason = signal.aborted ? 'cancelled' : 'error';
    if (reason === 'error') tellError(run, error);
  }
  finish(run, reason);
}

function earlierPassages({ earlier }: TurnRequest): { passages: NumberedPassage[]; last: number } {
  const passages = earlier.flatMap(({ attached, retrieved = [], rounds }) => [
    ...attached,
    ...retrieved,
    ...rounds.flatMap(({ calls }) => calls.flatMap((call) => call.passages)),
  ]);
  return { passages, last: Math.max(0, ...earlier.map(({ lastPassage = 0 }) => lastPassage)) };
}

async function checkText(run: TurnRun): Promise<void> {
  const { book, parts, hasLooked, turn, spoken } = run;
  const nothing = parts.prompts.fill('nothing', {});
  const raise = (judged: readonly CheckedSentence[]) => raiseByMeaning(run, judged);
  const options = { book, analyzer: parts.cubo.analyzer, nothing, hasLooked, raise };
  const { sentences, isNotInDocuments, admitsIt } = await judgeAnswer(spoken.text, options);
  for (const sentence of sentences) {
    run.emit({ type: 'citation', ...sentence });
    run.pending.push(sentencePart(turn, sentence));
  }
  if (!isNotInDocuments) return;
  if (!admitsIt) {
    const said = `\n\n${nothing}`;
    spoken.text += said;
    run.emit({ type: 'text', text: said, round: run.round });
  }
  notify(run, 'not-in-documents', 'No passage of the documents carries this answer.');
}

/** Where vectors cannot be had, the words have the last word. */
async function raiseByMeaning(
  run: TurnRun,
  sentences: readonly CheckedSentence[],
): Promise<readonly CheckedSentence[]> {
  const { parts, book, spoken, signal } = run;
  const { cubo, leastSimilarity: least } = parts;
  if (least === undefined) return sentences;
  let why = 'The library has no embedder that can be asked yet.';
  try {
    const raised = await raiseSupport(spoken.text, sentences, book, { cubo, least, signal });
    if (raised !== undefined) return raised;
  } catch (error) {
    signal.throwIfAborted();
    why = isCuboError(error) ? error.summary : describeThrown(error);
  }
  notify(run, 'no-similarity', `The answer was checked by its words alone. ${why}`);
  return sentences;
}

function tellError(run: TurnRun, error: unknown): void {
  const { code, summary: message, remedy } = isCuboError(error) ? error : unexpected(error);
  run.emit({ type: 'error', code, message, remedy });
  run.pending.push({ turn: run.turn, kind: 'error', content: { code, message, remedy } });
}

function unexpected(error: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_GENERATOR_FAILED',
    message: `The turn failed: ${describeThrown(error)}.`,
    remedy: 'Try again.',
    cause: error,
  });
}

/** Stores what is left to store, and tells the end. Where nothing can be stored, that is the error. */
function finish(run: TurnRun, reason: FinishReason): void {
  const { emit, spoken, memory, usage, turn, pending } = run;
  let ended = reason;
  const { text, thinking } = spoken;
  const answer = text === '' && thinking === '' ? [] : roundParts(turn, { text, thinking, calls: [] });
  try {
    run.store([
      ...answer,
      ...pending,
      ...(memory === undefined ? [] : [{ turn, kind: 'memory', content: memory }]),
      { turn, kind: 'usage', content: usage },
      { turn, kind: 'finish', content: { reason, lastPassage: run.book.last() } },
    ]);
  } catch (error) {
    if (reason !== 'error') tellError(run, error);
    ended = 'error';
  }
  if (memory !== undefined) emit({ type: 'memory', ...memory });
  emit({ type: 'usage', ...usage });
  emit({ type: 'finish', reason: ended });
}
