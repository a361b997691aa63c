import { type Fact, type FactKind, wordsOf } from './facts.ts';

/** What is worth more to be asked comes first. */
const worth: readonly FactKind[] = ['definition', 'answer', 'term', 'number'];

/** The facts in the order in which they are asked: the best of each passage first, then the second best of each. */
export function inOrderOfWorth(facts: readonly Fact[]): Fact[] {
  const byChunk = Map.groupBy(facts, ({ grounding }) => grounding.chunk);
  const ranked = [...byChunk.values()].flatMap((ofChunk) =>
    ofChunk
      .toSorted((one, other) => worth.indexOf(one.kind) - worth.indexOf(other.kind))
      .map((fact, rank) => ({ fact, rank })),
  );
  return ranked
    .toSorted((one, other) => one.rank - other.rank || worth.indexOf(one.fact.kind) - worth.indexOf(other.fact.kind))
    .map(({ fact }) => fact);
}

/** A definition that does not tell its term. */
export function withoutTerm(definition: string, term: string): string {
  return definition.replace(wordsOf(term), '…');
}

/** A sentence with a gap in place of its term or number. */
export function withGap(fact: Extract<Fact, { kind: 'term' | 'number' }>, gap: string): string {
  if (fact.kind === 'term') return fact.text.replace(wordsOf(fact.term), () => gap);
  const { start, end } = fact.number;
  return `${fact.text.slice(0, start)}${gap}${fact.text.slice(end)}`;
}

/** What stands in the gap. */
export function answerOf(fact: Extract<Fact, { kind: 'term' | 'number' }>): string {
  return fact.kind === 'term' ? fact.term : fact.number.text;
}
