import type { Scope, SearchHit } from '@cubo/contracts';
import type { PassageBook } from '../citations/passage-book.ts';
import type { Prompts } from '../prompts/load-prompts.ts';

/** What the agent's own tools use of the turn that they are called in. */
export interface LibraryToolParts {
  readonly book: PassageBook;
  readonly prompts: Prompts;
  /** Searches within the scope of the turn; the same search is made once in a turn. */
  retrieve(query: string, options: { readonly limit: number; readonly scope: Scope }): Promise<readonly SearchHit[]>;
  /** Has the generator write a text, without tools. */
  write(prompt: string, signal: AbortSignal): Promise<string>;
  /** How many tokens a prompt of {@link LibraryToolParts.write} may have. */
  readonly promptTokens: number;
}
