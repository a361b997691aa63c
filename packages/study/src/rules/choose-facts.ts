import { type Fact, type FactKind, wordsOf } from './facts.ts';

/** What is worth more to be asked comes first. */
const worth: readonly FactKind[] = ['definition', 'answer', 'term', 'number'];

/**
 * The facts in the order in which they are asked: the best of each passage first, then the second best of each. Those of
 * the same worth come from all over the documents, however few of them are taken.
 */
export function inOrderOfWorth(facts: readonly Fact[]): Fact[] {
  const byChunk = Map.groupBy(facts, ({ grounding }) => grounding.chunk);
  const ranked = [...byChunk.values()].flatMap((ofChunk) =>
    ofChunk
      .toSorted((one, other) => worth.indexOf(one.kind) - worth.indexOf(other.kind))
      .map((fact, rank) => ({ fact, rank })),
  );
  return scattered(ranked)
    .toSorted((one, other) => one.rank - other.rank || worth.indexOf(one.fact.kind) - worth.indexOf(other.fact.kind))
    .map(({ fact }) => fact);
}

/** The first, the middle one, those at the quarters, and so on: each beginning of the row is spread over the whole. */
function scattered<Entry>(entries: readonly Entry[]): Entry[] {
  const bits = Math.ceil(Math.log2(Math.max(2, entries.length)));
  return entries
    .map((entry, index) => ({ entry, place: reversedBits(index, bits) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ entry }) => entry);
}

function reversedBits(number: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit++) reversed |= ((number >> bit) & 1) << (bits - 1 - bit);
  return reversed;
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
