import { CuboError, type GenerationMessage, type GenerationTool, type Generator } from '@cubo/contracts';
import { textTokens } from '@cubo/core';
import { messageTokens, promptBudget, toolTokens } from '../memory/count-tokens.ts';
import { fitHistory } from '../memory/fit-history.ts';
import { turnMessages } from '../memory/turn-messages.ts';
import { summarizeTurns } from './summarize-turns.ts';
import type { TurnRun } from './turn-run.ts';

/** What a prompt is made of beside earlier turns. */
export interface PromptParts {
  readonly system: string;
  readonly tools: readonly GenerationTool[];
  /** The turn itself. */
  readonly current: readonly GenerationMessage[];
}

/** Tokens that results of tools may add to a prompt, if all earlier turns make way; below 0 it has no room itself. */
export function roomFor({ parts }: TurnRun, { system, tools, current }: PromptParts): number {
  const fixed = messageTokens([{ role: 'system', content: system }, ...current]) + toolTokens(tools);
  return promptBudget(parts.generator, parts.budgetTokens) - fixed;
}

/**
 * Puts a prompt together: instructions, as many of the latest earlier turns as there is room for, and the turn itself. All of
 * it counts: tools, their results, images.
 *
 * @throws CuboError `CUBO_LIMIT_EXCEEDED` where the turn alone has no room
 */
export async function composePrompt(run: TurnRun, promptParts: PromptParts): Promise<readonly GenerationMessage[]> {
  const { parts, earlier, turn } = run;
  const { generator, prompts } = parts;
  const { system, tools, current } = promptParts;
  const { tools: knowsTools, images } = generator.capabilities;
  const budgetTokens = promptBudget(generator, parts.budgetTokens);
  const room = roomFor(run, promptParts);
  if (room < 0) throw tooLong(generator, budgetTokens);
  const instructions = (more = ''): GenerationMessage => ({ role: 'system', content: system + more });
  const turns = earlier.map((one) => turnMessages(one, { prompts, tools: knowsTools, images }));
  let history = fitHistory(turns, room);
  let summary: string | undefined;
  if (history.leftOut > 0 && parts.summarizes) {
    summary = await summarizeTurns(run, history.leftOut, budgetTokens);
    const withSummary = summary === undefined ? 0 : textTokens(prompts.fill('earlier', { summary }));
    // A summary that leaves no room for the turn is none.
    if (withSummary > room) summary = undefined;
    if (summary !== undefined) {
      history = fitHistory(turns, room - withSummary);
    }
  }
  const messages = [
    instructions(summary === undefined ? '' : `\n\n${prompts.fill('earlier', { summary })}`),
    ...history.messages,
    ...current,
  ];
  run.memory = {
    usedTokens: messageTokens(messages) + toolTokens(tools),
    budgetTokens,
    turnsKept: history.kept,
    turnsLeftOut: turn - history.kept,
    isSummarized: summary !== undefined,
  };
  return messages;
}

function tooLong({ id }: Generator, budgetTokens: number): CuboError {
  return new CuboError({
    code: 'CUBO_LIMIT_EXCEEDED',
    message: `The message, with instructions, tools and what they gave, is longer than the ${budgetTokens} tokens that a prompt for the generator ${id} may have.`,
    remedy:
      'Write a shorter one, attach the long part as a document, choose a model with a larger window, or allow more by memory.budgetTokens.',
  });
}
