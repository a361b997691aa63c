import { isCuboError } from '@cubo/contracts';
import { createCubo } from '@cubo/core';
import { expect, onTestFinished, test } from 'vitest';
import { createQuizzes } from '../../src/quiz/create-quizzes.ts';
import { openQuizOfAllKinds } from './open-quiz-of-all-kinds.ts';

test('practice tells at once whether an answer is right, and takes one', async () => {
  const { quizzes, quiz, ids, log, parts } = await openQuizOfAllKinds();
  await parts.clock.advance(1000);
  const attempt = await quizzes.start(quiz.id);
  expect(attempt).toMatchObject({ mode: 'practice', answered: 0, startedAt: parts.clock.now() });
  for (const question of attempt.questions) expect(question).not.toHaveProperty('solution');
  expect(JSON.stringify(attempt)).not.toMatch(/cell grows|"correct"|"value"/);
  const wrong = await quizzes.answer(attempt.id, ids.choice, 0, { milliseconds: 1200 });
  expect(wrong).toMatchObject({ answer: 0, verdict: { score: 0, correct: false }, solution: { correct: 2 } });
  await parts.clock.advance(1000);
  const part = await quizzes.answer(attempt.id, ids.several, [0]);
  await parts.clock.advance(1000);
  expect(part.verdict).toMatchObject({ score: 0.5, correct: false });
  expect((await quizzes.answer(attempt.id, ids.cloze, 'Cell')).verdict?.correct).toBe(true);
  await expect(quizzes.answer(attempt.id, ids.choice, 2)).rejects.toThrow(/practice takes one answer/);
  expect(await quizzes.attempt(attempt.id)).toMatchObject({ answered: 3 });
  expect(log.list().slice(1)).toMatchObject([
    { type: 'question-answered', question: ids.choice, score: 0, topic: 'Letters', milliseconds: 1200 },
    { type: 'question-answered', question: ids.several, score: 0.5 },
    { type: 'question-answered', question: ids.cloze, score: 1 },
  ]);
});

test('an exam tells nothing before its end, and answers may be changed until then', async () => {
  const { quizzes, quiz, ids, log, parts } = await openQuizOfAllKinds();
  await parts.clock.advance(1000);
  const { id } = await quizzes.start(quiz.id, { mode: 'exam' });
  expect(await quizzes.answer(id, ids.choice, 0)).toMatchObject({ answer: 0 });
  expect(await quizzes.answer(id, ids.choice, 2)).not.toHaveProperty('verdict');
  expect(await quizzes.answer(id, ids.truth, false)).not.toHaveProperty('solution');
  expect(await quizzes.answer(id, ids.truth, null)).not.toHaveProperty('answer');
  await quizzes.answer(id, ids.cloze, ['cel']);
  expect(await quizzes.answer(id, ids.cloze, null)).not.toHaveProperty('answer');
  await quizzes.flag(id, ids.number);
  await quizzes.flag(id, ids.truth);
  await quizzes.flag(id, ids.truth, false);
  const going = await quizzes.attempt(id);
  expect(going.questions.filter(({ flagged }) => flagged).map((question) => question.id)).toEqual([ids.number]);
  expect(log.list()).toHaveLength(1);
  await parts.clock.advance(1000);
  const finished = await quizzes.finish(id);
  expect(finished).toMatchObject({ answered: 1, score: 1 / 6 });
  expect(finished.questions[0]).toMatchObject({ verdict: { correct: true }, solution: { correct: 2 } });
  expect(finished.questions[1]).toMatchObject({ solution: { correct: true } });
  expect(finished.questions[1]).not.toHaveProperty('verdict');
  expect(await quizzes.finish(id)).toEqual(finished);
  await expect(quizzes.answer(id, ids.truth, true)).rejects.toMatchObject({ code: 'CUBO_STUDY_ATTEMPT_FINISHED' });
  await expect(quizzes.flag(id, ids.truth)).rejects.toMatchObject({ code: 'CUBO_STUDY_ATTEMPT_FINISHED' });
  expect(log.list().slice(1)).toMatchObject([
    { type: 'question-answered', question: ids.choice, score: 1 },
    { type: 'quiz-finished', quiz: quiz.id, score: 1 / 6, difficulty: 'advanced' },
  ]);
});

test('an attempt goes on after a restart', async () => {
  const { parts, quizzes, quiz, ids, cubo } = await openQuizOfAllKinds();
  const { id } = await quizzes.start(quiz.id, { mode: 'exam', shuffle: true });
  await quizzes.answer(id, ids.cloze, ['cell']);
  const before = await quizzes.attempt(id);
  await cubo.close();
  const reopened = await createCubo({ path: cubo.path, threads: false, workers: 0, embedder: false });
  onTestFinished(() => reopened.close());
  const again = createQuizzes({ ...parts, cubo: reopened });
  expect(await again.attempt(id)).toEqual(before);
  await again.answer(id, ids.number, '46');
  expect((await again.finish(id)).score).toBeCloseTo(2 / 6);
});

test('when the time is over the attempt is finished with what is there', async () => {
  const { parts, quizzes, quiz, ids, log } = await openQuizOfAllKinds();
  const { id, startedAt, endsAt } = await quizzes.start(quiz.id, { mode: 'exam', minutes: 10 });
  expect(endsAt).toBe(startedAt + 600_000);
  await parts.clock.advance(599_999);
  await quizzes.answer(id, ids.truth, true);
  await parts.clock.advance(60_000);
  await expect(quizzes.answer(id, ids.number, 46)).rejects.toMatchObject({ code: 'CUBO_STUDY_ATTEMPT_FINISHED' });
  expect(await quizzes.attempt(id)).toMatchObject({ finishedAt: endsAt, score: 1 / 6, answered: 1 });
  expect(log.list().at(-1)).toMatchObject({ type: 'quiz-finished', at: endsAt });
  expect(await quizzes.attempts(quiz.id)).toMatchObject([{ id, finishedAt: endsAt }]);
});

test('an attempt does not end before it began where the clock was set back', async () => {
  const { parts, quizzes, quiz } = await openQuizOfAllKinds();
  const { id, startedAt } = await quizzes.start(quiz.id, { mode: 'practice' });
  const back = createQuizzes({ ...parts, clock: { now: () => startedAt - 3_600_000 } });
  expect(await back.finish(id)).toMatchObject({ startedAt, finishedAt: startedAt });
});

test('questions may count differently, by kind or one by one', async () => {
  const { quizzes, quiz, ids } = await openQuizOfAllKinds();
  const weights = { 'true-false': 3, numeric: 0, [ids.several]: 2 };
  const { id } = await quizzes.start(quiz.id, { mode: 'exam', weights });
  await quizzes.answer(id, ids.truth, true);
  await quizzes.answer(id, ids.several, [0]);
  // 3 of choice 1 + truth 3 + several 2 + cloze 1 + short 1 + number 0, and half of 2.
  expect((await quizzes.finish(id)).score).toBeCloseTo(4 / 8);
});

test('shuffled options are answered as they are shown', async () => {
  const { quizzes, quiz, ids } = await openQuizOfAllKinds();
  let moved = 0;
  for (let i = 0; i < 8; i++) {
    const { id, questions: shown } = await quizzes.start(quiz.id, { shuffle: true });
    const choice = shown.find((question) => question.id === ids.choice);
    const several = shown.find((question) => question.id === ids.several);
    const right = choice?.options?.indexOf('c') as number;
    const answered = await quizzes.answer(id, ids.choice, right);
    expect(answered).toMatchObject({ answer: right, verdict: { correct: true }, solution: { correct: right } });
    const places = ['a', 'b'].map((option) => several?.options?.indexOf(option) as number);
    expect((await quizzes.answer(id, ids.several, places)).verdict?.correct).toBe(true);
    if (right !== 2 || shown[0]?.id !== ids.choice) moved++;
  }
  expect(moved).toBeGreaterThan(4);
});

test('only the wrong ones are repeated, until they are right', async () => {
  const { quizzes, quiz, ids, parts } = await openQuizOfAllKinds();
  await expect(quizzes.start(quiz.id, { only: 'wrong' })).rejects.toThrow(/No question of the quiz was answered wrong/);
  const first = await quizzes.start(quiz.id, { mode: 'exam' });
  for (const [question, answer] of [
    [ids.choice, 2],
    [ids.truth, true],
    [ids.several, [0]],
    [ids.number, 45],
  ] as const) {
    await quizzes.answer(first.id, question, answer);
  }
  await parts.clock.advance(1000);
  await quizzes.finish(first.id);
  const wrong = await quizzes.start(quiz.id, { only: 'wrong' });
  expect(wrong.questions.map(({ id }) => id)).toEqual([ids.several, ids.cloze, ids.short, ids.number]);
  await parts.clock.advance(1000);
  await quizzes.answer(wrong.id, ids.several, [0, 1]);
  await quizzes.answer(wrong.id, ids.cloze, 'tissue');
  const again = await quizzes.start(quiz.id, { only: 'wrong' });
  expect(again.questions.map(({ id }) => id)).toEqual([ids.cloze, ids.short, ids.number]);
});

test('results tell the history of questions, the best and the last attempt, and what is weak', async () => {
  const { quizzes, quiz, ids, parts } = await openQuizOfAllKinds();
  const run = async (answers: Record<string, never>, only: 'all' | 'wrong' = 'all') => {
    const { id } = await quizzes.start(quiz.id, { mode: 'exam', only });
    for (const [question, answer] of Object.entries(answers)) {
      await quizzes.answer(id, question, answer, { milliseconds: 1000 });
    }
    await parts.clock.advance(1000);
    await quizzes.finish(id);
    return id;
  };
  const better = await run({ [ids.choice]: 2, [ids.truth]: false, [ids.number]: 46, [ids.cloze]: ['cell'] } as never);
  const last = await run({ [ids.choice]: 2, [ids.several]: [0, 1] } as never);
  await run({ [ids.truth]: true } as never, 'wrong');
  const results = await quizzes.results(quiz.id);
  expect(results.attempts).toHaveLength(3);
  expect([results.best?.id, results.last?.id]).toEqual([better, last]);
  expect(results.questions.map(({ asked, right, lastScore }) => [asked, right, lastScore])).toEqual([
    [2, 2, 1],
    [3, 1, 1],
    [2, 1, 1],
    [3, 1, 0],
    [3, 0, 0],
    [3, 1, 0],
  ]);
  expect(results.questions[0]).toMatchObject({ question: ids.choice, topic: 'Letters', milliseconds: 1000 });
  expect(results.topics).toEqual([
    { topic: 'Letters', asked: 2, questions: 2, score: 1 },
    { topic: 'Truth', asked: 1, questions: 1, score: 1 },
  ]);
  await run({ [ids.choice]: 0, [ids.several]: [0], [ids.truth]: true } as never);
  expect((await quizzes.topics())[0]).toEqual({ topic: 'Letters', asked: 2, questions: 2, score: 0.25 });
});

test('a question that is deleted meanwhile does not count', async () => {
  const { quizzes, quiz, ids } = await openQuizOfAllKinds();
  const { id } = await quizzes.start(quiz.id, { mode: 'exam' });
  await quizzes.answer(id, ids.truth, true);
  for (const question of [ids.choice, ids.several, ids.cloze, ids.short]) quizzes.remove(question);
  quizzes.edit(ids.number, { value: 47 });
  await expect(quizzes.answer(id, ids.choice, 1)).rejects.toMatchObject({ code: 'CUBO_STUDY_NOT_FOUND' });
  expect((await quizzes.attempt(id)).questions).toHaveLength(2);
  expect((await quizzes.finish(id)).score).toBe(0.5);
});

test('options that are edited away make an answer wrong, not an error', async () => {
  const { quizzes, quiz, ids } = await openQuizOfAllKinds();
  const { id } = await quizzes.start(quiz.id, { mode: 'exam' });
  await quizzes.answer(id, ids.choice, 3);
  quizzes.edit(ids.choice, { options: ['a', 'c'], correct: 1 });
  expect((await quizzes.finish(id)).questions[0]).toMatchObject({ verdict: { correct: false } });
});

test('two answers at once are both kept', async () => {
  const { quizzes, quiz, ids } = await openQuizOfAllKinds(() => '{"covered":[1,2]}');
  const { id } = await quizzes.start(quiz.id, { mode: 'exam' });
  await Promise.all([quizzes.answer(id, ids.short, 'It grows.'), quizzes.answer(id, ids.truth, true)]);
  const [finished] = await Promise.all([quizzes.finish(id), quizzes.answer(id, ids.number, 46).catch(isCuboError)]);
  expect(finished.answered).toBeGreaterThanOrEqual(2);
  const stored = await quizzes.attempt(id);
  for (const { answer, verdict } of stored.questions) expect(verdict === undefined).toBe(answer === undefined);
});

const refused: [string, unknown][] = [
  ['choice', 4],
  ['choice', true],
  ['choice', '1'],
  ['truth', 1],
  ['several', 0],
  ['several', [9]],
  ['cloze', ['a', 'b']],
  ['cloze', 3],
  ['short', ['a']],
  ['number', Number.NaN],
];

test.each(refused)('an answer that does not fit is refused: %s %j', async (name, answer) => {
  const { quizzes, quiz, ids } = await openQuizOfAllKinds();
  const { id } = await quizzes.start(quiz.id);
  await expect(quizzes.answer(id, ids[name as keyof typeof ids], answer as never)).rejects.toMatchObject({
    code: 'CUBO_BAD_ARGUMENT',
  });
});

test.each([
  [{ minutes: 0 }],
  [{ minutes: Number.NaN }],
  [{ mode: 'test' }],
  [{ only: 'right' }],
  [{ weights: { essay: 1 } }],
  [{ weights: { cloze: -1 } }],
  [{ weights: { 'multiple-choice': 0, 'true-false': 0, 'multi-select': 0, cloze: 0, 'short-answer': 0, numeric: 0 } }],
  [{ minute: 1 }],
])('%j is refused', async (options) => {
  const { quizzes, quiz } = await openQuizOfAllKinds();
  await expect(quizzes.start(quiz.id, options as never)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
});

test('what there is not is told', async () => {
  const { quizzes, quiz } = await openQuizOfAllKinds();
  const code = 'CUBO_STUDY_NOT_FOUND';
  await expect(quizzes.start('nobody')).rejects.toMatchObject({ code });
  await expect(quizzes.attempt('nobody')).rejects.toMatchObject({ code });
  await expect(quizzes.attempts('nobody')).rejects.toMatchObject({ code });
  await expect(quizzes.results('nobody')).rejects.toMatchObject({ code });
  const { id } = await quizzes.start(quiz.id);
  await expect(quizzes.answer(id, 'nobody', 1)).rejects.toMatchObject({ code });
  await expect(quizzes.flag(id, 'nobody')).rejects.toMatchObject({ code });
});
