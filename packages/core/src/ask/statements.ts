import type { Passage } from '@cubo/contracts';
import { sentencesOf, statementText } from './sentences.ts';

/** A sentence that may be an answer. */
export interface Statement {
  readonly text: string;
  /** The best passage that says it. */
  readonly passage: Passage;
  /** Whether it is a line of a mail's header, which says something about the mail rather than what the mail says. */
  readonly isHeader: boolean;
}

/** What passages state, each sentence once. */
export function statementsOf(passages: readonly Passage[]): Statement[] {
  const statements = new Map<string, Statement>();
  for (const passage of passages) {
    const { title, heading = [] } = passage;
    const names = new Set([...(title === undefined ? [] : [title]), ...heading].map(plain));
    for (const { text, isHeader = false } of sentencesOf(passage.text, passage.kind)) {
      const said = statementText(text);
      // Overlapping passages hold the same sentence: the better passage is cited.
      if (statements.has(said) || !isStatement(text, passage) || isName(text, passage, names)) continue;
      statements.set(said, { text: said, passage, isHeader });
    }
  }
  return [...statements.values()];
}

/** Headings, questions and the header of a table answer nothing. */
function isStatement(text: string, passage: Passage): boolean {
  return text !== passage.context && !/^#{1,6}\s/.test(text) && !/[?？]["'»”)]*$/.test(text);
}

/** Whether a text only repeats what its document, or a part of it, is called. A cell of a table may be a name as well. */
function isName(text: string, { kind }: Passage, names: ReadonlySet<string>): boolean {
  if (kind === 'table' || kind === 'code') return false;
  return text.split('\n').every((line) => names.has(plain(line)));
}

function plain(text: string): string {
  return statementText(text).normalize('NFKC').toLowerCase();
}
