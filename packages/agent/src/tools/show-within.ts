import { fencePassages, textTokens } from '@cubo/core';
import type { NumberedPassage, PassageBook } from '../citations/passage-book.ts';
import type { ShownPassage } from './agent-tool.ts';

/** Passages that were shown, in the order in which they were given, and the others. */
export interface ShownWithin {
  readonly text: string;
  readonly passages: readonly NumberedPassage[];
  readonly leftOut: number;
}

/** Shows as many of the passages, from the first on, as there is room for; one that is too long gives way to a shorter. */
export function showWithin(
  passages: readonly ShownPassage[],
  book: PassageBook,
  roomTokens: number,
  options: { readonly inOrder?: boolean } = {},
): ShownWithin {
  const fitting: NumberedPassage[] = [];
  let tokens = 0;
  for (const passage of passages) {
    const [numbered] = book.number([passage]) as [NumberedPassage];
    const more = textTokens(fencePassages([numbered]));
    if (tokens + more > roomTokens) {
      if (options.inOrder) break;
      continue;
    }
    tokens += more;
    fitting.push(numbered);
  }
  book.show(fitting);
  return { text: fencePassages(fitting), passages: fitting, leftOut: passages.length - fitting.length };
}
