import { type Fact, wordsOf } from './facts.ts';

/** Terms of the same document that can be mistaken for the one of a fact, without any that its sentence tells. */
export function otherTerms(fact: Extract<Fact, { kind: 'definition' | 'term' }>, facts: readonly Fact[]): string[] {
  const sentence = fact.kind === 'term' ? fact.text : fact.definition;
  const terms = facts.flatMap((other) =>
    other.kind === fact.kind && other.grounding.source === fact.grounding.source ? [other.term] : [],
  );
  return distinct(terms, fold).filter((term) => {
    const [one, other] = [fold(term), fold(fact.term)];
    return !one.includes(other) && !other.includes(one) && !wordsOf(term).test(sentence);
  });
}

/** Numbers of the same document that count the same as that of a fact, without any that its sentence tells. */
export function otherNumbers(fact: Extract<Fact, { kind: 'number' }>, facts: readonly Fact[]): string[] {
  const { unit, value } = fact.number;
  const numbers = facts.flatMap((other) =>
    other.kind === 'number' && other.grounding.source === fact.grounding.source && other.number.unit === unit
      ? [other.number]
      : [],
  );
  return distinct(numbers, (number) => String(number.value))
    .filter((number) => number.value !== value && !wordsOf(number.text).test(fact.text))
    .map(({ text }) => text);
}

function distinct<Entry>(entries: readonly Entry[], key: (entry: Entry) => string): Entry[] {
  return [...new Map(entries.map((entry) => [key(entry), entry])).values()];
}

function fold(term: string): string {
  return term.toLowerCase();
}
