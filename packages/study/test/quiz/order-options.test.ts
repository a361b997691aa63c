import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOptionOrder, withOrder } from '../../src/quiz/order-options.ts';
import type { DraftOfKind } from '../../src/quiz/question-draft.ts';
import { seededRandom } from '../helpers/open-study-parts.ts';

const question: DraftOfKind<'multiple-choice'> = {
  ...{ kind: 'multiple-choice', question: 'Which?', options: ['a', 'b', 'c', 'd'], correct: 2 },
};

test('the right option stands in each place equally often, and is still the right one', () => {
  const orders = createOptionOrder(seededRandom(3));
  const places = [0, 0, 0, 0];
  for (let i = 0; i < 40; i++) {
    const { options, correct } = withOrder(question, orders.next(question));
    expect(options[correct]).toBe('c');
    expect([...options].sort()).toEqual(['a', 'b', 'c', 'd']);
    places[correct] = (places[correct] ?? 0) + 1;
  }
  expect(places).toEqual([10, 10, 10, 10]);
});

test('a single question is not always given the same order', () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 20; seed++) seen.add(String(createOptionOrder(seededRandom(seed)).next(question)));
  expect(seen.size).toBeGreaterThan(5);
});

test.each([
  'All of the above',
  'None of these',
  'Alle genannten',
  'Keine davon',
  'Todas las anteriores',
  'Nessuna delle precedenti',
])('%s stays last', (last) => {
  for (let seed = 0; seed < 10; seed++) {
    const special = { ...question, options: ['a', last, 'c', 'd'] };
    const order = createOptionOrder(seededRandom(seed)).next(special);
    expect(withOrder(special, order).options.at(-1)).toBe(last);
    const right = { ...special, correct: 1 };
    expect(withOrder(right, createOptionOrder(seededRandom(seed)).next(right)).correct).toBe(3);
  }
});

test('options that name each other by letters are not moved', () => {
  expect(
    createOptionOrder(seededRandom(1)).next({ ...question, options: ['a', 'b', 'c', 'Both A and B'] }),
  ).toBeUndefined();
});

test('any order keeps what is right right', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 8 }),
      fc.nat(),
      fc.nat(),
      (options, chosen, seed) => {
        const correct = options.map((_, i) => i).filter((i) => (chosen >> i) % 2 === 0);
        const draft = { kind: 'multi-select', question: 'Which?', options, correct } as const;
        const shown = withOrder(draft, createOptionOrder(seededRandom(seed)).next(draft));
        expect(shown.correct.map((i) => shown.options[i]).sort()).toEqual(correct.map((i) => options[i]).sort());
      },
    ),
    { seed: 8 },
  );
});
