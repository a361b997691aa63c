import { describeThrown } from '@cubo/contracts';
import { CuboError, textTokens } from '@cubo/core';
import type { StoredTurn } from '../conversation/stored-turn.ts';
import { notify, type TurnRun } from './turn-run.ts';
import { writeText } from './write-text.ts';

/** Of a turn that is summarized, so many characters of the answer count. */
const longestAnswer = 4000;

/**
 * The summary of the first turns of a conversation, made anew from the one before and the turns that have left since; the
 * one that is stored where it stands for so many. Where it fails, these turns are left out without one.
 */
export async function summarizeTurns(run: TurnRun, turns: number, budgetTokens: number): Promise<string | undefined> {
  const { earlier, summary, parts, usage, signal } = run;
  const { generator, prompts } = parts;
  if (summary !== undefined && summary.turns >= turns) return summary.text;
  const from = summary?.turns ?? 0;
  let conversation = [summary?.text ?? '', ...earlier.slice(from, turns).map(toldTurn)].join('\n\n').trim();
  const excess = textTokens(conversation) / Math.max(1, budgetTokens - 500);
  // The end of what is too long is what the next turns refer to.
  if (excess > 1) conversation = conversation.slice(-Math.floor(conversation.length / excess));
  try {
    const text = await writeText({ generator, usage }, prompts.fill('summarize', { conversation }), signal);
    if (text.trim() === '') throw noSummary();
    run.store([], { turns, text });
    return text;
  } catch (error) {
    signal.throwIfAborted();
    notify(run, 'no-summary', `Earlier turns were left out: ${describeThrown(error)}`);
    return undefined;
  }
}

function toldTurn({ question, rounds }: StoredTurn): string {
  const answer = rounds.at(-1)?.text ?? '';
  return `User: ${question}\nAnswer: ${answer.slice(0, longestAnswer)}`;
}

function noSummary(): CuboError {
  return new CuboError({
    code: 'CUBO_GENERATOR_FAILED',
    message: 'The generator wrote no summary.',
    remedy: 'It is tried again with the next turn.',
  });
}
