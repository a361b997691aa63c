import fc from 'fast-check';
import type { Flashcard } from '../../src/flashcards/flashcard.ts';
import { line, text } from './quiz-arbitrary.ts';

const tags = fc.uniqueArray(
  line.map((word) => word.replace(/\s+/g, '_').replace(/"/g, '')).filter((word) => word !== ''),
  { maxLength: 3 },
);
const base = fc.record({ id: fc.uuid(), tags, origin: fc.constant('import' as const) });
const gap = line.map((words) => words.replace(/[{}:]/g, '').trim() || 'x');

const textOf = (lines: typeof text, isLine: boolean) =>
  isLine ? lines.map((some) => some.replace(/\s+/g, ' ')) : lines;

/** Decks whose cards have ids of their own; `isLine` for formats without line breaks. */
export const decksOf = (options: { isLine?: boolean; name?: fc.Arbitrary<string> } = {}) => {
  const side = textOf(text, options.isLine === true);
  const cards: fc.Arbitrary<Flashcard> = fc.oneof(
    fc
      .tuple(base, fc.constantFrom('basic' as const, 'reversed' as const), side, side)
      .map(([common, kind, front, back]): Flashcard => ({ ...common, deck: 'deck', kind, front, back })),
    fc.tuple(base, side, gap, gap, fc.option(side, { nil: undefined })).map(
      ([common, words, one, other, extra]): Flashcard => ({
        ...common,
        deck: 'deck',
        kind: 'cloze',
        text: `${words.replace(/[{}]/g, '-')} {{c1::${one}::${other}}} and {{c2::${other}}}`.trim(),
        ...(extra !== undefined && { extra }),
      }),
    ),
  );
  const name = options.name ?? line.map((title) => title.replace(/:/g, '').trim() || 'x');
  return fc
    .uniqueArray(cards, { selector: ({ id }) => id, minLength: 1, maxLength: 10 })
    .chain((all) => name.map((title) => [{ name: title, cards: all }]));
};
