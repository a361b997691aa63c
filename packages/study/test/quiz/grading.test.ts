import { createAnalyzer } from '@cubo/core';
import { expect, test } from 'vitest';
import { gradeMultiSelect } from '../../src/quiz/grading/grade-choice.ts';
import { gradeCloze } from '../../src/quiz/grading/grade-cloze.ts';
import { gradeNumeric } from '../../src/quiz/grading/grade-numeric.ts';
import { readNumber } from '../../src/quiz/grading/read-number.ts';

const analyzer = createAnalyzer();

test.each([
  ['12', [12], ''],
  ['-3.5', [-3.5], ''],
  ['−3,5 °C', [-3.5], '°C'],
  ['1.250', [1250, 1.25], ''],
  ['1,250', [1250, 1.25], ''],
  ['0,125', [0.125], ''],
  ['1.250,50', [1250.5], ''],
  ['1,250.50', [1250.5], ''],
  ['1 250 000', [1_250_000], ''],
  ["1'250.5", [1250.5], ''],
  ['€ 12', [12], '€'],
  ['12 km/h', [12], 'km/h'],
  ['2e3', [2000], ''],
  ['.5', [0.5], ''],
  ['12.', [12], ''],
])('%s is read as a number', (text, values, unit) => {
  expect(readNumber(text)).toEqual({ values, unit });
});

test.each(['', 'twelve', '12 to 14', '1.2.3', '1,2,3', '€ 12 %', '3 m 20'])(
  '%j is no number, or more than one',
  (text) => {
    expect(readNumber(text)).toBeUndefined();
  },
);

const cloze = (typed: string, ...accepted: string[]) => gradeCloze({ blanks: [accepted] }, [typed]);

test.each([
  ['MITOCHONDRIA', 'mitochondria'],
  ['  mitochondria. ', 'mitochondria'],
  ['naive', 'naïve'],
  ['Muller', 'Müller'],
  ['Mueller', 'Müller'],
  ['Strasse', 'Straße'],
  ['well known', 'well-known'],
  ['3,5', '3.5'],
  ['three months', 'three  months'],
  ['C++', 'C++'],
])('%s is right for %s', (typed, accepted) => {
  expect(cloze(typed, accepted)).toEqual({ score: 1, correct: true, parts: [true], by: 'rules' });
});

test.each([
  ['mitochondira', 'mitochondria'],
  ['photosyntesis', 'photosynthesis'],
  ['Verfasung', 'Verfassung'],
])('%s is a slip of %s', (typed, accepted) => {
  expect(cloze(typed, accepted)).toMatchObject({ correct: true, misspelt: true });
});

test.each([
  ['cat', 'car'],
  ['1949', '1948'],
  ['12 days', '13 days'],
  ['efferent', 'afferent'],
  ['illegal', 'legal'],
  ['', 'mitochondria'],
  ['mito', 'mitochondria'],
  ['3,5', '35'],
  ['C', 'C++'],
])('%s is wrong for %s', (typed, accepted) => {
  expect(cloze(typed, accepted)).toMatchObject({ score: 0, correct: false, parts: [false] });
});

test('each blank counts, and what belongs in another is no slip', () => {
  const blanks = [['mitosis'], ['meiosis'], ['gametes']];
  expect(gradeCloze({ blanks }, ['mitosis', 'meiosis'])).toMatchObject({ score: 2 / 3, parts: [true, true, false] });
  expect(gradeCloze({ blanks: [['adduction'], ['abduction']] }, ['abduction', 'adduction'])).toMatchObject({
    score: 0,
  });
});

test.each([
  [{ value: 3.5 }, '3,5', true],
  [{ value: 3.5 }, 3.5, true],
  [{ value: 1250 }, '1.250', true],
  [{ value: 1.25 }, '1.250', true],
  [{ value: 100, tolerance: 5 }, '105', true],
  [{ value: 100, tolerance: 5 }, '105.1', false],
  [{ value: 0.3 }, 0.1 + 0.2, true],
  [{ value: 2, unit: 'km' }, '2000 m', true],
  [{ value: 2, unit: 'km' }, '2 kg', false],
  [{ value: 2, unit: 'km' }, '2', true],
  [{ value: 3, unit: 'months' }, '3 month', true],
  [{ value: 3, unit: 'Monate' }, '3 Monat', true],
  [{ value: 3, unit: 'months' }, '3 years', false],
  [{ value: 5, unit: '%' }, '5 Prozent', true],
  [{ value: 3 }, 'three', false],
  [{ value: 3 }, '', false],
])('%j is answered with %j: %s', (question, answer, correct) => {
  const { score } = gradeNumeric({ tolerance: 0, ...question }, answer, analyzer);
  expect(score).toBe(correct ? 1 : 0);
});

test('choosing a part of the right options is worth a part, and choosing all is worth nothing', () => {
  const question = { options: ['a', 'b', 'c', 'd'], correct: [0, 1] };
  expect(gradeMultiSelect(question, [1, 0])).toMatchObject({ score: 1, correct: true });
  expect(gradeMultiSelect(question, [0])).toMatchObject({ score: 0.5, correct: false });
  expect(gradeMultiSelect(question, [0, 1, 2])).toMatchObject({ score: 0.5, correct: false });
  expect(gradeMultiSelect(question, [0, 1, 2, 3])).toMatchObject({ score: 0 });
  expect(gradeMultiSelect(question, [2, 3])).toMatchObject({ score: 0 });
  expect(gradeMultiSelect(question, [])).toMatchObject({ score: 0 });
  expect(gradeMultiSelect({ options: ['a', 'b'], correct: [0, 1] }, [0, 1])).toMatchObject({ score: 1 });
});
