import { expect, test } from 'vitest';
import { questionKinds } from '../../src/quiz/items/question-kinds.ts';
import type { QuestionKind } from '../../src/quiz/quiz-question.ts';
import { itemsOf, readBadOutputs } from './bad-outputs.ts';

const file = readBadOutputs('quiz');

test.each(file.cases)('$kind: $name', async (output) => {
  const { made, expected } = await itemsOf(questionKinds[output.kind as QuestionKind], output, file);
  expect(made).toEqual(expected);
});

test('there are enough of them', () => {
  expect(file.cases.length).toBeGreaterThanOrEqual(300);
});
