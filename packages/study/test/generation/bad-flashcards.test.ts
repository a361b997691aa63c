import { expect, test } from 'vitest';
import { flashcardItemKind } from '../../src/flashcards/flashcard-item-kind.ts';
import { itemsOf, readBadOutputs } from './bad-outputs.ts';

const file = readBadOutputs('flashcards');

test.each(file.cases)('$name', async (output) => {
  const { made, expected } = await itemsOf(flashcardItemKind(['basic', 'reversed', 'cloze']), output, file);
  expect(made).toEqual(expected);
});
