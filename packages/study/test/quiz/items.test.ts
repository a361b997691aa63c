import { expect, test } from 'vitest';
import { questionKinds } from '../../src/quiz/items/question-kinds.ts';
import type { QuestionDraft } from '../../src/quiz/question-draft.ts';
import type { QuestionKind } from '../../src/quiz/quiz-question.ts';

const question = 'What is the capital of France?';
const options = ['Lyon', 'Paris', 'Nice', 'Lille'];

function read(kind: QuestionKind, value: Record<string, unknown>): QuestionDraft | undefined {
  return questionKinds[kind].validate(value);
}

const choices: [string, Record<string, unknown>, number | undefined][] = [
  ['an index', { correct: 1 }, 1],
  ['an index as a text', { correct: ' 1 ' }, 1],
  ['the text of the option', { correct: 'paris' }, 1],
  ['a letter', { correct: 'B' }, 1],
  ['a letter and the text', { correct: 'B) Paris' }, 1],
  ['another name of the field', { Correct_Answer: 'Paris' }, 1],
  ['a list of one', { correct: [1] }, 1],
  ['two ways that say the same', { correct: 1, answer: 'Paris' }, 1],
  ['two ways that say something else', { correct: 2, answer: 'Paris' }, undefined],
  ['a letter with another text', { correct: 'A) Paris' }, undefined],
  ['a boolean', { correct: true }, undefined],
  ['beyond the options', { correct: 4 }, undefined],
  ['below 0', { correct: -1 }, undefined],
  ['a fraction', { correct: 1.5 }, undefined],
  ['two right ones', { correct: [0, 1] }, undefined],
  ['nothing', {}, undefined],
  ['null', { correct: null }, undefined],
  ['a text that is no option', { correct: 'Marseille' }, undefined],
];

test.each(choices)('the right option may be given as %s', (_, correct, expected) => {
  const draft = read('multiple-choice', { question, options, ...correct });
  expect(draft).toEqual(
    expected === undefined ? undefined : { kind: 'multiple-choice', question, options, correct: expected },
  );
});

test.each([
  ['the same but for case', ['Paris', ' paris', 'Nice', 'Lille']],
  ['blank', ['Paris', '  ', 'Nice', 'Lille']],
  ['one alone', ['Paris']],
  ['booleans', [true, false, 'Nice', 'Lille']],
  ['lists', [['Paris'], 'Lyon', 'Nice', 'Lille']],
  ['none', []],
  ['a text', 'Paris, Lyon'],
])('options that are %s make no question', (_, wrong) => {
  expect(read('multiple-choice', { question, options: wrong, correct: 0 })).toBeUndefined();
});

test('options are trimmed, numbers become texts, and letters before them go', () => {
  expect(read('multiple-choice', { question, options: [1, ' 2 ', 3, 4], correct: 0 })).toMatchObject({
    options: ['1', '2', '3', '4'],
  });
  expect(read('multiple-choice', { question, options: ['A) Lyon', 'B) Paris'], correct: 'B' })).toMatchObject({
    options: ['Lyon', 'Paris'],
    correct: 1,
  });
  expect(read('multiple-choice', { question, options: { A: 'Lyon', B: 'Paris' }, correct: 'A' })).toMatchObject({
    options: ['Lyon', 'Paris'],
    correct: 0,
  });
  const marked = [
    { text: 'Lyon', correct: false },
    { text: 'Paris', correct: true },
  ];
  expect(read('multiple-choice', { question, options: marked })).toMatchObject({
    options: ['Lyon', 'Paris'],
    correct: 1,
  });
});

test('a number that is the text of one option and the index of another means neither', () => {
  expect(read('multiple-choice', { question, options: ['1', '2', '3', '4'], correct: '2' })).toBeUndefined();
  expect(read('multiple-choice', { question, options: ['C', 'D', 'A', 'B'], correct: 'A' })).toBeUndefined();
});

test.each(['', '   ', '…', 7.5 / 0, null, ['a'], { text: 'a' }, true])('%j is no question', (wrong) => {
  expect(read('multiple-choice', { question: wrong, options, correct: 1 })).toBeUndefined();
});

test('several options may be right only where several may be chosen', () => {
  const draft = { question, options, correct: ['2', 'Paris', 1] };
  expect(read('multi-select', draft)).toMatchObject({ correct: [1, 2] });
  expect(read('multi-select', { ...draft, correct: [] })).toBeUndefined();
  expect(read('multi-select', { ...draft, correct: [0, 9] })).toBeUndefined();
  expect(read('multi-select', { ...draft, correct: [true, false, false, true] })).toBeUndefined();
  expect(read('multi-select', { ...draft, correct: 1 })).toMatchObject({ correct: [1] });
});

test.each([
  [true, true],
  ['True', true],
  ['wahr', true],
  ['vero', true],
  ['Falsch', false],
  ['faux', false],
  ['Verdadero', true],
  [1, undefined],
  ['maybe', undefined],
  [null, undefined],
  [[true], undefined],
] as const)('a statement is true or false: %j', (correct, expected) => {
  expect(read('true-false', { question: 'Paris lies on the Seine.', correct })).toEqual(
    expected === undefined
      ? undefined
      : { kind: 'true-false', question: 'Paris lies on the Seine.', correct: expected },
  );
});

test('an index counts for a statement where it is one of true and false', () => {
  const statement = { question: 'Paris lies on the Seine.', correct: 1 };
  expect(read('true-false', { ...statement, options: ['True', 'False'] })).toMatchObject({ correct: false });
  expect(read('true-false', { ...statement, options: ['Falsch', 'Wahr'] })).toMatchObject({ correct: true });
  expect(read('true-false', { ...statement, options: ['Paris', 'Lyon'] })).toBeUndefined();
  expect(read('true-false', { ...statement, options: ['True', 'False', 'Maybe'] })).toBeUndefined();
});

test('blanks are written alike, and each has what is accepted', () => {
  expect(read('cloze', { text: 'The ___ is due after __ days.', blanks: ['rent', [3, 'three', 'THREE']] })).toEqual({
    kind: 'cloze',
    question: '',
    text: 'The ____ is due after ____ days.',
    blanks: [['rent'], ['3', 'three']],
  });
  expect(read('cloze', { question: 'The [blank] is due.', answer: 'rent' })).toMatchObject({
    text: 'The ____ is due.',
    blanks: [['rent']],
  });
  expect(read('cloze', { text: 'The {{c1::rent}} is due.' })).toMatchObject({ blanks: [['rent']] });
  expect(read('cloze', { text: 'The ____ is due.', blanks: ['rent', 'payment'] })).toMatchObject({
    blanks: [['rent', 'payment']],
  });
});

test.each([
  [{ text: 'The rent is due.', blanks: ['rent'] }],
  [{ text: 'The ____ is due after ____ days.', blanks: ['rent'] }],
  [{ text: 'The ____ is due.', blanks: [''] }],
  [{ text: 'The ____ is due.', blanks: [] }],
  [{ text: 'The ____ is due.' }],
  [{ text: '____', blanks: ['rent'] }],
  [{ text: 'The ____ is due.', blanks: [null] }],
])('%j is no text with blanks', (value) => {
  expect(read('cloze', value)).toBeUndefined();
});

test('a short answer has key points, or is its own', () => {
  expect(read('short-answer', { question, answer: ' Paris ' })).toMatchObject({
    answer: 'Paris',
    keyPoints: ['Paris'],
  });
  expect(read('short-answer', { question, keyPoints: ['Paris', '', 3, 'paris', null] })).toMatchObject({
    answer: 'Paris; 3',
    keyPoints: ['Paris', '3'],
  });
  expect(read('short-answer', { question, answer: '  ', keyPoints: [] })).toBeUndefined();
  expect(read('short-answer', { question, answer: { text: 'Paris' } })).toBeUndefined();
});

test.each([
  [{ value: 12 }, { value: 12, tolerance: 0 }],
  [
    { value: '3,5', unit: 'km' },
    { value: 3.5, tolerance: 0, unit: 'km' },
  ],
  [{ value: '1.250,50 €' }, { value: 1250.5, tolerance: 0, unit: '€' }],
  [
    { value: 200, tolerance: '5 %' },
    { value: 200, tolerance: 10 },
  ],
  [
    { value: 200, tolerance: -1 },
    { value: 200, tolerance: 0 },
  ],
  [
    { value: 200, tolerance: 'some', unit: '' },
    { value: 200, tolerance: 0 },
  ],
  [{ value: Number.NaN }, undefined],
  [{ value: 'twelve' }, undefined],
  [{ value: '12 to 14' }, undefined],
  [{ value: true }, undefined],
  [{ value: [12] }, undefined],
])('%j is a number, or none', (value, expected) => {
  expect(read('numeric', { question: 'How many?', ...value })).toEqual(
    expected === undefined ? undefined : { kind: 'numeric', question: 'How many?', ...expected },
  );
});

test('what is wrong with remarks is left out', () => {
  const statement = { question: 'Paris lies on the Seine.', correct: true };
  expect(read('true-false', { ...statement, explanation: 7, difficulty: 'Easy' })).toMatchObject({
    explanation: '7',
    difficulty: 'beginner',
  });
  expect(read('true-false', { ...statement, explanation: ['a'], difficulty: 'constructor' })).toEqual({
    kind: 'true-false',
    ...statement,
  });
});

test('an item that says it is of another kind is not taken', () => {
  expect(read('true-false', { type: 'mcq', question, correct: true })).toBeUndefined();
  expect(read('true-false', { type: 'True/False', question, correct: true })).toBeDefined();
});

test('small models name fields in the language of the sources', () => {
  expect(
    read('multiple-choice', { Frage: question, Antwortmöglichkeiten: options, 'Richtige Antwort': 'Paris' }),
  ).toEqual({
    ...{ kind: 'multiple-choice', question, options, correct: 1 },
  });
});

test('the same question is known however it is written, and another right answer is another question', () => {
  const { key } = questionKinds['multiple-choice'];
  const draft = { kind: 'multiple-choice', question, options, correct: 1 } as const;
  expect(key({ ...draft, question: 'what is the capital  of France', options: ['PARIS', 'x'], correct: 0 })).toBe(
    key(draft),
  );
  expect(key({ ...draft, correct: 2 })).not.toBe(key(draft));
});

test('what a quote has to support is the right answer', () => {
  const { claim } = questionKinds['true-false'];
  const statement = { kind: 'true-false', question: 'Notice is two months.', correct: false } as const;
  expect(claim({ ...statement, correct: true })).toBe('Notice is two months.');
  expect(claim({ ...statement, explanation: 'Notice is three months, not two.' })).toBe('is three months not');
  const all = { kind: 'multiple-choice', question, options: ['Gas', 'Water', 'All of the above'], correct: 2 } as const;
  expect(questionKinds['multiple-choice'].claim(all)).toBe('Gas; Water');
});
