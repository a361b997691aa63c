import type { Analyzer, Answer, AnswerEvent, AskOptions, Generator, Passage, SearchHit } from '@cubo/contracts';
import type { Searcher } from '../search/searcher.ts';
import { findCitations } from './citations.ts';
import { generateChecked } from './generate-checked.ts';
import { citationLabel } from './place-label.ts';
import { answerPrompt } from './prompt.ts';

/** Answers a question from the library, step by step. */
export async function* answerQuestion(
  question: string,
  options: AskOptions & { searcher: Searcher; generator: Generator; analyzer: Analyzer },
): AsyncGenerator<AnswerEvent> {
  const { searcher, generator, analyzer, limit = 7, syntax = 'plain', signal } = options;
  const { scope, feedback, diversity, expand } = options;
  const rewrite = options.rewrite && { generator, ...(typeof options.rewrite === 'object' && options.rewrite) };
  const searching = { limit, scope, syntax, feedback, rewrite, diversity, expand, signal };
  const hits = await searcher.search(question, searching);
  yield { type: 'passages', hits };
  const readable = hits.map(widen);
  const passages = readable.map(toPassage);
  const messages = answerPrompt(question, passages);
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
  yield { type: 'done', answer: { text, citations, generator: generator.id, finish, hits } };
}

/** The hit with the passage to read in place of the smaller chunk that was found. */
function widen(hit: SearchHit): SearchHit {
  return hit.passage === undefined ? hit : { ...hit, ...hit.passage };
}

function toPassage(hit: SearchHit, index: number): Passage {
  const { source, title, locator, kind, heading, context, text, score } = hit;
  return { number: index + 1, text, kind, title, heading, context, label: citationLabel(source, locator), score };
}
