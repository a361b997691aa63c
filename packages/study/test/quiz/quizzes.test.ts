import type { GenerationRequest } from '@cubo/contracts';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { openStudyLog } from '../../src/progress/study-log.ts';
import { createQuizzes } from '../../src/quiz/create-quizzes.ts';
import type { QuizStep } from '../../src/quiz/quizzes.ts';
import { openStudyParts, writeFiles } from '../helpers/open-study-parts.ts';

const files = {
  'lease.md':
    '# Lease\n\n## Notice\n\nThe tenant must give notice three months before the end. Notice is given in writing to Mr Brandt.\n\n## Rent\n\nThe rent is 950 euros a month. It is due on the third working day.\n',
  'garage.md': '# Garage\n\nThe garage costs 80 euros a month. The notice period of the garage is two weeks.\n',
};

const facts = [
  ['How long is the notice?', 'three months', 'give notice three months before the end'],
  ['To whom is notice given?', 'Mr Brandt', 'Notice is given in writing to Mr Brandt.'],
  ['What is the rent?', '950 euros', 'The rent is 950 euros a month.'],
  ['When is the rent due?', 'third working day', 'It is due on the third working day.'],
  ['What does the garage cost?', '80 euros', 'The garage costs 80 euros a month.'],
  ['How long is the notice of the garage?', 'two weeks', 'The notice period of the garage is two weeks.'],
] as const;

/** Writes one question for each fact that stands in the passages of its prompt and has not been asked. */
function honest({ messages }: GenerationRequest): string {
  const prompt = messages[0]?.content ?? '';
  const passages = [...prompt.matchAll(/<passage number="(\d+)"[^>]*>([\s\S]*?)<\/passage>/g)];
  const questions = facts.flatMap(([question, right, quote]): object[] => {
    const [, source] = passages.find(([, , text = '']) => text.includes(quote)) ?? [];
    if (source === undefined || prompt.includes(`- ${question.toLowerCase().replace('?', '')}`)) return [];
    const common = { source: Number(source), quote, question, explanation: quote };
    if (prompt.includes('- true-false')) return [{ ...common, question: quote, correct: true }];
    return [{ ...common, options: ['one', 'two', right, 'three'], correct: 2 }];
  });
  return JSON.stringify({ questions });
}

async function open(script: (request: GenerationRequest) => string = honest) {
  const asked: GenerationRequest[] = [];
  const generator = scriptedGenerator({
    script(request) {
      asked.push(request);
      return script(request);
    },
  });
  const opened = await openStudyParts({ files, generator });
  return { ...opened, asked, quizzes: createQuizzes(opened.parts), log: openStudyLog(opened.parts) };
}

test('questions are told as they come, and stored with the words they rest on', async () => {
  const { quizzes, log } = await open();
  const steps: QuizStep[] = [];
  for await (const step of quizzes.generate({ count: 4, kinds: ['multiple-choice'], difficulty: 'beginner' }))
    steps.push(step);
  const report = steps.at(-1);
  if (report?.type !== 'done') throw new Error('no report');
  expect(steps.slice(0, -1).map((step) => step.type === 'question' && step.question.id)).toEqual(
    report.quiz.questions.map(({ id }) => id),
  );
  expect(report.shortfall).toBe(0);
  expect(report.quiz).toMatchObject({ difficulty: 'beginner', title: expect.stringMatching(/^(Garage|Lease)/) });
  const positions = new Set<number>();
  for (const question of report.quiz.questions) {
    if (question.kind !== 'multiple-choice') throw new Error('another kind');
    positions.add(question.correct);
    const [, right, quote] = facts.find(([asks]) => asks === question.question) ?? [];
    expect(question.options[question.correct]).toBe(right);
    expect(question).toMatchObject({ origin: 'model', difficulty: 'beginner', state: 'current', grounding: { quote } });
  }
  expect(positions.size).toBe(4);
  expect(await quizzes.get(report.quiz.id)).toEqual(report.quiz);
  expect(quizzes.list()).toEqual([{ ...report.quiz, questions: 4 }]);
  expect(log.list()).toMatchObject([{ type: 'quiz-created', quiz: report.quiz.id }]);
});

test('what is missing is told, and nothing is made up', async () => {
  const { quizzes } = await open();
  const { quiz, shortfall } = await quizzes.generate({ count: 20, kinds: ['multiple-choice'] });
  expect([quiz.questions.length, shortfall]).toEqual([facts.length, 20 - facts.length]);
});

test('kinds have equal shares', async () => {
  const { quizzes } = await open();
  const { quiz } = await quizzes.generate({ count: 5 });
  expect(quiz.questions.map(({ kind }) => kind).sort()).toEqual([
    ...['multiple-choice', 'multiple-choice', 'multiple-choice', 'true-false', 'true-false'],
  ]);
});

test('more questions are others', async () => {
  const { quizzes } = await open();
  const first = await quizzes.generate({ count: 3, kinds: ['multiple-choice'], title: 'Mine' });
  const more = await quizzes.more(first.quiz.id, 3);
  expect(more.quiz.title).toBe('Mine');
  expect(more.questions).toHaveLength(3);
  expect(new Set(more.quiz.questions.map(({ question }) => question)).size).toBe(6);
  expect(more.quiz.questions.slice(0, 3)).toEqual(first.quiz.questions);
  await expect(quizzes.more(first.quiz.id, 1)).rejects.toMatchObject({ code: 'CUBO_STUDY_NOTHING_MADE' });
});

test('another quiz asks nothing that one has asked', async () => {
  const { quizzes } = await open();
  const first = await quizzes.generate({ count: 2, kinds: ['multiple-choice'] });
  const options = { count: 4, kinds: ['multiple-choice'] as const };
  for (const excludeAsked of [true, [first.quiz.id]] as const) {
    const { quiz } = await quizzes.generate({ ...options, excludeAsked });
    const questions = [...quiz.questions, ...first.quiz.questions].map(({ question }) => question);
    expect(new Set(questions).size).toBe(questions.length);
    quizzes.delete(quiz.id);
  }
  expect(() => quizzes.generate({ ...options, excludeAsked: ['nobody'] })).toThrow(/no quiz/);
});

test('a scope is kept to', async () => {
  const { quizzes, documents } = await open();
  const scope = { sources: [`${documents}/garage.md`] };
  const { quiz } = await quizzes.generate({ scope, count: 9, kinds: ['multiple-choice'] });
  expect(quiz.questions.map(({ grounding }) => grounding?.source)).toEqual([...scope.sources, ...scope.sources]);
  expect(await quizzes.coverage(quiz.id)).toMatchObject({ share: 1, documents: [{ source: scope.sources[0] }] });
});

test('headings of the same words in two documents are two topics', async () => {
  const { quizzes } = await open();
  const { quiz } = await quizzes.generate({ count: 6, kinds: ['multiple-choice'] });
  for (const { id } of quiz.questions) quizzes.edit(id, { topic: 'Notice' });
  const { id } = await quizzes.start(quiz.id, { mode: 'exam' });
  for (const { id: question, kind, grounding, ...rest } of quiz.questions) {
    if (kind !== 'multiple-choice' || !('correct' in rest)) throw new Error('another kind');
    if (grounding?.source.endsWith('garage.md')) await quizzes.answer(id, question, rest.correct as number);
  }
  await quizzes.finish(id);
  expect(await quizzes.topics()).toMatchObject([
    { topic: 'Notice', source: expect.stringContaining('lease.md'), questions: 4, score: 0 },
    { topic: 'Notice', source: expect.stringContaining('garage.md'), questions: 2, score: 1 },
  ]);
});

test('where nothing sound comes, nothing is stored', async () => {
  const { quizzes, log } = await open(
    () => '{"questions":[{"source":1,"quote":"never said","question":"Why?","correct":true}]}',
  );
  const generated = quizzes.generate({ count: 2 });
  await expect(generated).rejects.toMatchObject({
    ...{ code: 'CUBO_STUDY_NOTHING_MADE', message: expect.stringContaining('quote-not-found') },
  });
  expect([quizzes.list(), log.list()]).toEqual([[], []]);
});

test('a generation that is stopped stores nothing', async () => {
  const { quizzes } = await open();
  const controller = new AbortController();
  const steps = quizzes.generate({ count: 4, signal: controller.signal });
  await expect(
    (async () => {
      for await (const _ of steps) controller.abort(new Error('enough'));
    })(),
  ).rejects.toThrow('enough');
  expect(quizzes.list()).toEqual([]);
});

test('without a language model questions are made by rules', async () => {
  const { parts } = await openStudyParts({ files });
  const quizzes = createQuizzes(parts);
  const { quiz } = await quizzes.generate({ count: 2, kinds: ['cloze', 'numeric'] });
  expect(quiz.questions).toHaveLength(2);
  for (const { origin, grounding, difficulty } of quiz.questions) {
    expect([origin, difficulty, grounding?.quote.length]).toEqual(['rules', undefined, expect.any(Number)]);
  }
  const more = await quizzes.more(quiz.id, 2);
  expect(more.shortfall).toBe(1);
  expect(new Set(more.quiz.questions.map((question) => question.kind === 'cloze' && question.text)).size).toBe(3);
});

test('a question whose words have gone from the document is marked', async () => {
  const { quizzes, cubo, documents } = await open();
  const { quiz } = await quizzes.generate({ count: 6, kinds: ['multiple-choice'] });
  await writeFiles(documents, {
    'garage.md': '# Garage\n\nThe garage costs 80 euros a month. It can be left at any time.\n',
  });
  await cubo.ingest(documents);
  await cubo.delete(`${documents}/lease.md`);
  const states = Object.fromEntries(
    (await quizzes.get(quiz.id)).questions.map(({ question, state }) => [question, state]),
  );
  expect(states).toEqual({
    'How long is the notice?': 'gone',
    'To whom is notice given?': 'gone',
    'What is the rent?': 'gone',
    'When is the rent due?': 'gone',
    'What does the garage cost?': 'current',
    'How long is the notice of the garage?': 'stale',
  });
});

test('what an erased document said is gone, and the rest stays', async () => {
  const { quizzes, cubo, documents, parts } = await open();
  const { quiz } = await quizzes.generate({ count: 6, kinds: ['multiple-choice'], scope: { sources: [documents] } });
  const attempt = await quizzes.start(quiz.id, { mode: 'exam' });
  await cubo.erase(`${documents}/lease.md`);
  const left = await quizzes.get(quiz.id);
  expect(left.questions.map(({ question }) => question).sort()).toEqual([
    ...['How long is the notice of the garage?', 'What does the garage cost?'],
  ]);
  expect(left.title).toBe('Quiz');
  expect(left.scope).toBeUndefined();
  expect(JSON.stringify(parts.cubo.records.list('study.quiz'))).not.toContain('lease');
  expect(JSON.stringify(parts.cubo.records.list('study.question'))).not.toContain('Brandt');
  expect((await quizzes.attempt(attempt.id)).questions).toHaveLength(2);
  expect((await quizzes.finish(attempt.id)).score).toBe(0);
  await expect(quizzes.more(quiz.id, 1)).rejects.toMatchObject({ code: 'CUBO_STUDY_NOTHING_MADE' });
});

test('a quiz may be made by hand, and edited', async () => {
  const { quizzes } = await open();
  const quiz = await quizzes.create({
    title: 'Mine',
    questions: [{ kind: 'true-false', question: 'Is it so?', correct: true, topic: 'Truth' }],
  });
  const [added] = quizzes.add(quiz.id, [{ kind: 'numeric', question: 'How many?', value: 3, tolerance: 0 }]);
  const [first] = quiz.questions;
  if (first === undefined || added === undefined) throw new Error('no questions');
  expect([first.origin, first.topic, added.origin]).toEqual(['user', 'Truth', 'user']);
  expect(quizzes.edit(added.id, { value: 4 })).toMatchObject({ id: added.id, value: 4, question: 'How many?' });
  expect(() => quizzes.edit(added.id, { value: 'four' })).toThrow(/no number/);
  expect(() => quizzes.edit(added.id, { kind: 'cloze' })).toThrow(/kind/);
  quizzes.reorder(quiz.id, [added.id, first.id]);
  quizzes.rename(quiz.id, 'Ours');
  expect(await quizzes.get(quiz.id)).toMatchObject({ title: 'Ours', questions: [{ id: added.id }, { id: first.id }] });
  expect(() => quizzes.reorder(quiz.id, [added.id])).toThrow(/other questions/);
  expect(() => quizzes.reorder(quiz.id, undefined as never)).toThrow(/no list/);
  expect(() => quizzes.add(quiz.id, {} as never)).toThrow(/no list/);
  expect(() => quizzes.add(quiz.id, [], { origin: 'model' as never })).toThrow(/user or import/);
  expect(() => quizzes.reorder(quiz.id, [added.id, added.id])).toThrow(/other questions/);
  expect([quizzes.remove(added.id), quizzes.remove(added.id)]).toEqual([true, false]);
  expect((await quizzes.get(quiz.id)).questions).toHaveLength(1);
  expect(await quizzes.coverage(quiz.id)).toMatchObject({ passages: 0, documents: [] });
});

test('with a quiz all that belongs to it is deleted', async () => {
  const { quizzes, parts } = await open();
  const { quiz } = await quizzes.generate({ count: 2 });
  await quizzes.start(quiz.id);
  expect([quizzes.delete(quiz.id), quizzes.delete(quiz.id)]).toEqual([true, false]);
  for (const name of ['study.quiz', 'study.question', 'study.attempt']) expect(parts.cubo.records.count(name)).toBe(0);
  await expect(quizzes.get(quiz.id)).rejects.toMatchObject({ code: 'CUBO_STUDY_NOT_FOUND' });
});

test.each([
  [{ count: 0 }],
  [{ count: 1.5 }],
  [{ count: 201 }],
  [{ count: 1, kinds: [] }],
  [{ count: 1, kinds: ['essay'] }],
  [{ count: 1, kinds: ['cloze', 'cloze'] }],
  [{ count: 1, difficulty: 'hard' }],
  [{ count: 1, title: ' ' }],
  [{ count: 1, counts: 2 }],
])('%j is refused', async (options) => {
  const { quizzes } = await open();
  expect(() => quizzes.generate(options as never)).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
});

const choice = { kind: 'multiple-choice', question: 'Which?', options: ['Co', 'CO'], correct: 1 };

test.each([
  ['as it is written', choice, choice],
  ['trimmed', { ...choice, question: ' One\ntwo ', options: ['Co ', ' CO'] }, { ...choice, question: 'One\ntwo' }],
  ['without what is given to it', { ...choice, id: 'x', origin: 'model', grounding: {}, state: 'gone' }, choice],
  ['with what is blank left out', { ...choice, explanation: ' ', topic: '' }, choice],
  [
    'with its right options in order',
    { ...choice, kind: 'multi-select', correct: [1, 0, 1] },
    { ...choice, kind: 'multi-select', correct: [0, 1] },
  ],
  [
    'with a key point of its own',
    { kind: 'short-answer', question: 'Why?', answer: 'So.' },
    { kind: 'short-answer', question: 'Why?', answer: 'So.', keyPoints: ['So.'] },
  ],
])('a question of a host is taken %s', async (_, input, expected) => {
  const { quizzes } = await open();
  const { questions } = await quizzes.create({ title: 'Mine', questions: [input as never], origin: 'import' });
  expect(questions).toEqual([{ ...expected, id: expect.any(String), origin: 'import' }]);
});

test.each([
  [undefined, /no kind/],
  [{ ...choice, kind: 'essay' }, /no kind essay/],
  [{ ...choice, question: ' ' }, /question is missing/],
  [{ ...choice, question: 7 }, /question is no text/],
  [{ ...choice, options: ['a'] }, /options/],
  [{ ...choice, options: ['a', 'a'] }, /options/],
  [{ ...choice, options: ['a', ''] }, /options/],
  [{ ...choice, options: 'ab' }, /options/],
  [{ ...choice, correct: 2 }, /right answer/],
  [{ ...choice, correct: '1' }, /right answer/],
  [{ ...choice, correct: true }, /right answer/],
  [{ ...choice, kind: 'multi-select', correct: [] }, /right answers/],
  [{ ...choice, difficulty: 'hard' }, /difficulty/],
  [{ ...choice, explanation: 7 }, /explanation is no text/],
  [{ ...choice, value: 7 }, /value/],
  [{ kind: 'true-false', question: 'So?', correct: 'true' }, /whether it is true/],
  [{ kind: 'cloze', text: 'A b.', blanks: [] }, /blanks/],
  [{ kind: 'cloze', text: 'A ____.', blanks: [[]] }, /blanks/],
  [{ kind: 'short-answer', question: 'Why?', answer: '' }, /answer is missing/],
  [{ kind: 'short-answer', question: 'Why?', answer: 'So', keyPoints: [] }, /keyPoints/],
  [{ kind: 'numeric', question: 'How many?', value: '7' }, /no number/],
  [{ kind: 'numeric', question: 'How many?', value: 7, tolerance: -1 }, /tolerance/],
])('a question of a host is refused where it is none: %j', async (input, message) => {
  const { quizzes } = await open();
  await expect(quizzes.create({ title: 'Mine', questions: [input as never] })).rejects.toThrow(message);
  expect(quizzes.list()).toEqual([]);
});
