import type { AnswerStream, AskOptions } from './answer.ts';
import type { SearchHit } from './search-hit.ts';
import type { SearchOptions } from './search-options.ts';

/** What can be asked of a library: all that an agent, a study tool or a server needs to know of it. */
export interface KnowledgeBase {
  /** Passages that fit a query best, best first. A query without any word finds nothing. */
  search(query: string, options?: SearchOptions): Promise<SearchHit[]>;
  /** Answers a question from the documents, with citations. `await` it, or iterate over its steps. */
  ask(question: string, options?: AskOptions): AnswerStream;
}
