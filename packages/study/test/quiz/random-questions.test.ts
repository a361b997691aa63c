import { createAnalyzer } from '@cubo/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gradeAnswer } from '../../src/quiz/grading/grade-answer.ts';
import type { QuizAnswer } from '../../src/quiz/grading/quiz-answer.ts';
import { questionKindNames, questionKinds } from '../../src/quiz/items/question-kinds.ts';
import { foldCase } from '../../src/quiz/items/read-value.ts';
import type { QuestionDraft } from '../../src/quiz/question-draft.ts';
import type { StudyParts } from '../../src/study-parts.ts';

const parts = { cubo: { analyzer: createAnalyzer() }, generator: { id: 'extractive' } } as unknown as StudyParts;

/** What a model may write under the names of a question's parts, right and wrong. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom('Paris', 'paris ', 'A', 'B) Paris', '2', '2,5 km', '1.250', 'true', 'falsch', 'A ____ b.', ''),
);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: fc.integer({ min: -2, max: 6 }) },
  { weight: 1, arbitrary: fc.oneof(fc.boolean(), fc.double(), fc.constant(null)) },
  { weight: 3, arbitrary: fc.array(text, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.array(fc.oneof(fc.integer({ min: -1, max: 5 }), text, fc.boolean()), { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 3 }) },
);
const names = ['kind', 'question', 'options', 'correct', 'answer', 'text', 'blanks', 'keyPoints', 'value', 'tolerance'];
const written = fc.record(
  Object.fromEntries(
    [...names, 'unit', 'explanation', 'difficulty', '__proto__', 'Frage'].map((name) => [name, value]),
  ),
  { requiredKeys: [] },
);

/** What every question has to be, whoever wrote it. */
function assertSound(draft: QuestionDraft): void {
  if (draft.kind !== 'cloze') expect(draft.question.trim()).not.toBe('');
  if ('options' in draft) {
    expect(draft.options.length).toBeGreaterThan(1);
    expect(new Set(draft.options.map(foldCase)).size).toBe(draft.options.length);
    expect(draft.options).not.toContain('');
    for (const index of [draft.correct].flat()) expect(draft.options[index]).toBeTypeOf('string');
  }
  if (draft.kind === 'multi-select') {
    expect(draft.correct.length).toBeGreaterThan(0);
    expect(draft.correct).toEqual([...new Set(draft.correct)].sort((a, b) => a - b));
  }
  if (draft.kind === 'true-false') expect(draft.correct).toBeTypeOf('boolean');
  if (draft.kind === 'numeric') {
    expect(Number.isFinite(draft.value) && Number.isFinite(draft.tolerance) && draft.tolerance >= 0).toBe(true);
  }
  if (draft.kind === 'cloze') {
    expect(draft.text.split('____').length - 1).toBe(draft.blanks.length);
    for (const blank of draft.blanks)
      expect(blank.every((accepted) => accepted.trim() !== '') && blank.length).toBeTruthy();
  }
  if (draft.kind === 'short-answer') expect(draft.keyPoints.length).toBeGreaterThan(0);
}

test.each(questionKindNames)('whatever is written, a question of the kind %s is sound, or none', (name) => {
  const kind = questionKinds[name];
  let taken = 0;
  fc.assert(
    fc.property(written, (item) => {
      const draft = kind.validate(item);
      if (draft === undefined) return;
      taken++;
      assertSound(draft);
      expect(kind.validate({ ...draft })).toEqual(draft);
      expect([kind.key(draft), kind.claim(draft)].every((part) => typeof part === 'string')).toBe(true);
    }),
    { seed: 8, numRuns: 3000 },
  );
  expect(taken).toBeGreaterThan(10);
});

/** The answer that a question gives as the right one. */
function rightAnswer(draft: QuestionDraft): QuizAnswer {
  switch (draft.kind) {
    case 'cloze':
      return draft.blanks.map(([best]) => best as string);
    case 'short-answer':
      return draft.answer;
    case 'numeric':
      return draft.value;
    default:
      return draft.correct;
  }
}

test.each(questionKindNames)('the right answer to a question of the kind %s is right', async (name) => {
  const kind = questionKinds[name];
  await fc.assert(
    fc.asyncProperty(written, async (item) => {
      const draft = kind.validate(item);
      if (draft === undefined) return;
      expect(await gradeAnswer(draft, rightAnswer(draft), parts)).toMatchObject({ score: 1, correct: true });
    }),
    { seed: 8, numRuns: 2000 },
  );
});
