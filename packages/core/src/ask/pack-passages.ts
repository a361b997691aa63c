import type { GenerationMessage, Passage, SearchHit } from '@cubo/contracts';
import { estimatedTokens } from '@cubo/ingest';
import { citationLabel } from './place-label.ts';
import { answerPrompt } from './prompt.ts';

/** What of the hits goes into a prompt. */
export interface PackedPassages {
  /** The hits whose passages are in it, each as it is read: with its wider passage where there was room for that. */
  readonly readable: readonly SearchHit[];
  readonly passages: readonly Passage[];
  readonly messages: readonly GenerationMessage[];
  /** The hits for which there was no room. */
  readonly leftOut: readonly SearchHit[];
}

/** What is kept free for the answer: this share of the window, but no more tokens than that. */
const answerShare = 0.25;
const mostAnswerTokens = 1024;
/** Tokenizers make more tokens of some texts than the estimate says. */
const estimateMargin = 1.3;

/**
 * Packs the passages of hits, best first, into a prompt that fits into the context window. A hit whose wider passage is too
 * long comes with what was found alone; one that is too long even so is left out, and a shorter one behind it may fit.
 */
export function packPassages(question: string, hits: readonly SearchHit[], contextWindow: number): PackedPassages {
  const free = promptTokens(contextWindow) - tokensOf(answerPrompt(question, []));
  const readable: SearchHit[] = [];
  const leftOut: SearchHit[] = [];
  let taken = 0;
  for (const hit of hits) {
    const fitting = [widen(hit), hit].find((one) => taken + passageTokens(one) <= free);
    if (fitting === undefined) leftOut.push(hit);
    else {
      taken += passageTokens(fitting);
      readable.push(fitting);
    }
  }
  const passages = readable.map(toPassage);
  return { readable, passages, messages: answerPrompt(question, passages), leftOut };
}

/** A generator of a host that does not say takes what it gets. */
function promptTokens(contextWindow: number): number {
  if (!(contextWindow < Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
  return contextWindow - Math.min(mostAnswerTokens, contextWindow * answerShare);
}

function passageTokens(hit: SearchHit): number {
  const without = tokensOf(answerPrompt('', []));
  return tokensOf(answerPrompt('', [toPassage(hit, 0)])) - without;
}

function tokensOf(messages: readonly GenerationMessage[]): number {
  return messages.reduce((sum, { content }) => sum + estimatedTokens.count(content) * estimateMargin, 0);
}

/** The hit with the passage to read in place of the smaller chunk that was found. */
function widen(hit: SearchHit): SearchHit {
  return hit.passage === undefined ? hit : { ...hit, ...hit.passage };
}

function toPassage(hit: SearchHit, index: number): Passage {
  const { source, title, locator, kind, heading, context, text, score } = hit;
  return { number: index + 1, text, kind, title, heading, context, label: citationLabel(source, locator), score };
}
