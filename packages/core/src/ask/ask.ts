import {
  type Analyzer,
  type Answer,
  type AnswerEvent,
  type AskOptions,
  CuboError,
  type Generator,
  type Passage,
  type SearchHit,
} from '@cubo/contracts';
import type { Searcher } from '../search/searcher.ts';
import { findCitations } from './citations.ts';
import { citationLabel } from './place-label.ts';
import { answerPrompt } from './prompt.ts';

/** Answers a question from the library, step by step. */
export async function* answerQuestion(
  question: string,
  options: AskOptions & { searcher: Searcher; generator: Generator; analyzer: Analyzer },
): AsyncGenerator<AnswerEvent> {
  const { searcher, generator, analyzer, limit = 7, scope, signal } = options;
  const hits = await searcher.search(question, { limit, scope, signal });
  yield { type: 'passages', hits };
  const passages = hits.map(toPassage);
  const messages = answerPrompt(question, passages);
  let text = '';
  let finish: Answer['finish'] | undefined;
  for await (const event of generator.generate({ question, passages, messages }, { signal })) {
    if (event.type === 'text') {
      text += event.text;
      yield { type: 'text', text: event.text };
    } else if (event.type === 'thinking') {
      yield { type: 'thinking', text: event.text };
    } else if (event.type === 'error') {
      throw generatorFailed(generator, event.error.message, event.error);
    } else if (event.type === 'finish') {
      finish = event.reason;
    }
  }
  signal?.throwIfAborted();
  if (finish === undefined) throw generatorFailed(generator, 'its answer broke off');
  const citations = findCitations(text, hits, analyzer);
  for (const citation of citations) yield { type: 'citation', citation };
  yield { type: 'done', answer: { text, citations, generator: generator.id, finish, hits } };
}

function toPassage(hit: SearchHit, index: number): Passage {
  const { source, locator, kind, context, text, score } = hit;
  return { number: index + 1, text, kind, context, label: citationLabel(source, locator), score };
}

function generatorFailed(generator: Generator, reason: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_GENERATOR_FAILED',
    message: `The generator ${generator.id} failed: ${reason}.`,
    remedy: 'Check that its model is running, then ask again.',
    cause,
  });
}
