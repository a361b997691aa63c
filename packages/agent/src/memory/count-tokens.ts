import type { GenerationMessage, GenerationTool, Generator } from '@cubo/contracts';
import { textTokens, windowTokens } from '@cubo/core';

/** An image has some hundred tokens in most models. */
const tokensOfImage = 1024;
/** What is kept free for the answer: this share of the window, but no more tokens than that. */
const answerShare = 0.25;
const mostAnswerTokens = 1024;

/** Tokens of messages, with all that they carry: calls of tools, images. */
export function messageTokens(messages: readonly GenerationMessage[]): number {
  return messages.reduce((sum, message) => {
    const calls = message.role === 'assistant' && message.toolCalls ? textTokens(JSON.stringify(message.toolCalls)) : 0;
    const images = message.role === 'user' ? (message.images?.length ?? 0) * tokensOfImage : 0;
    return sum + textTokens(message.content) + calls + images;
  }, 0);
}

/** Tokens of the descriptions of tools. */
export function toolTokens(tools: readonly GenerationTool[]): number {
  return tools.length === 0 ? 0 : textTokens(JSON.stringify(tools));
}

/** Tokens that a prompt may have, so that there is room for the answer. */
export function promptBudget(generator: Pick<Generator, 'contextWindow'>, most = Number.POSITIVE_INFINITY): number {
  const window = windowTokens(generator);
  return Math.floor(Math.min(window - Math.min(mostAnswerTokens, window * answerShare), most));
}
