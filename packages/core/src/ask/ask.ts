import {
  type Analyzer,
  type Answer,
  type AnswerEvent,
  type AskOptions,
  badArgument,
  CuboError,
  type Generator,
} from '@cubo/contracts';
import { leastAnswerConfidence } from '@cubo/retrieval';
import { describeValue } from '../arguments/describe-value.ts';
import type { Searcher } from '../search/searcher.ts';
import { findCitations } from './citations.ts';
import { generateChecked } from './generate-checked.ts';
import { nothingFound } from './nothing-found.ts';
import { packPassages } from './pack-passages.ts';

/** Answers a question from the library, step by step. */
export async function* answerQuestion(
  question: string,
  options: AskOptions & {
    searcher: Searcher;
    generator: Generator;
    analyzer: Analyzer;
    /** Whether nothing but words tells what a passage is about: the latent embedder knows no others. */
    judgesByWords: boolean;
  },
): AsyncGenerator<AnswerEvent> {
  const { searcher, generator, analyzer, limit = 7, syntax = 'plain', signal } = options;
  const { scope, feedback, diversity, expand } = options;
  assertLeastConfidence(options.leastConfidence);
  const rewrite = options.rewrite && { generator, ...(typeof options.rewrite === 'object' && options.rewrite) };
  const searching = { limit, scope, syntax, feedback, rewrite, diversity, expand, signal };
  const found = await searcher.search(question, searching);
  const { readable, passages, messages, leftOut } = packPassages(question, found, generator.contextWindow);
  if (found.length > 0 && passages.length === 0) throw noRoom(generator);
  const hits = found.filter((hit) => !leftOut.includes(hit));
  const left = leftOut.length > 0 && { leftOut };
  yield { type: 'passages', hits, ...left };
  const confidence = await searcher.confidence(question, { scope, syntax, signal });
  const least = leastConfidenceOf(options);
  const isAnswerless = hits.length === 0 || (confidence !== undefined && confidence < least);
  if (isAnswerless && least > 0) {
    yield { type: 'text', text: nothingFound };
    const nothing = { text: nothingFound, citations: [], generator: 'none', finish: 'stop' } as const;
    yield { type: 'done', answer: { ...nothing, confidence, hits, ...left } };
    return;
  }
  let text = '';
  let finish: Answer['finish'] = 'stop';
  for await (const event of generateChecked(generator, { question, passages, messages }, signal)) {
    if (event.type === 'text') {
      text += event.text;
      yield { type: 'text', text: event.text };
    } else if (event.type === 'thinking') {
      yield { type: 'thinking', text: event.text };
    } else if (event.type === 'finish') {
      finish = event.reason;
    }
  }
  const citations = findCitations(text, readable, analyzer);
  for (const citation of citations) yield { type: 'citation', citation };
  yield { type: 'done', answer: { text, citations, generator: generator.id, finish, confidence, hits, ...left } };
}

function noRoom({ id, contextWindow }: Generator): CuboError {
  return new CuboError({
    code: 'CUBO_GENERATOR_FAILED',
    message: `The generator ${id} was not asked: its context window of ${contextWindow} tokens has no room for a passage.`,
    remedy: 'Choose a model with a larger window, or give it one by its option contextWindow.',
  });
}

function assertLeastConfidence(value: unknown): void {
  if (value === undefined || (typeof value === 'number' && value >= 0 && value <= 1)) return;
  throw badArgument(`The option leastConfidence is ${describeValue(value)}.`, 'Pass a number from 0 to 1.');
}

/** What is found by other words than its own, those do not judge; but without any passage there is nothing to ask of. */
function leastConfidenceOf(options: AskOptions & { judgesByWords: boolean }): number {
  const judgesItself = options.judgesByWords && !options.rewrite && !options.feedback;
  return options.leastConfidence ?? (judgesItself ? leastAnswerConfidence : Number.MIN_VALUE);
}
