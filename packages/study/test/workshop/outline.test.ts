import { expect, test } from 'vitest';
import type { StudyPassage } from '../../src/coverage/study-passage.ts';
import { outlineByRules } from '../../src/workshop/outline/outline-by-rules.ts';
import { readMinutes, readOutline } from '../../src/workshop/outline/read-outline.ts';

const outline = {
  title: ' Leases ',
  summary: 'What a lease says.',
  keyPoints: ['Notice', '', 7, 'Notice'],
  objectives: 'Give notice in time',
  lessons: [
    { title: 'Lesson 1: Notice', objectives: ['Tell when'], minutes: 5, sources: [1, '2', 'passage 3', null] },
    { title: 'Rent', objective: 'Tell how much', est_minutes: '40 minutes' },
  ],
};

test('an outline is read as it was meant', () => {
  expect(readOutline(outline, 5)).toEqual({
    title: 'Leases',
    summary: 'What a lease says.',
    keyPoints: ['Notice', '7'],
    objectives: ['Give notice in time'],
    lessons: [
      { title: 'Notice', objectives: ['Tell when'], minutes: 5, sources: [1, 2, 3] },
      { title: 'Rent', objectives: ['Tell how much'], minutes: 15, sources: [] },
    ],
  });
});

test('no lesson is made up, and surplus ones are left out', () => {
  expect(
    readOutline({ ...outline, lessons: [{ minutes: 5 }, { title: '' }, { title: ['a'] }, null, 'Rent'] }, 5)?.lessons,
  ).toEqual([{ title: 'Rent', objectives: [], minutes: 5, sources: [] }]);
  expect(readOutline(outline, 1)?.lessons).toHaveLength(1);
  expect(readOutline({ ...outline, lessons: [{ title: 'Rent' }, { title: 'RENT ' }] }, 5)?.lessons).toHaveLength(1);
});

test.each([undefined, null, 'outline', 7, [], {}, { lessons: [] }, { lessons: 'none' }, { lessons: [[], 7, true] }])(
  '%j is no outline',
  (value) => {
    expect(readOutline(value, 5)).toBeUndefined();
  },
);

test.each([
  [3, 3],
  [15, 15],
  [0, 3],
  [-4, 3],
  [90, 15],
  [7.4, 7],
  ['8 min', 8],
  ['about ten', 5],
  [Number.NaN, 5],
  [null, 5],
  [true, 5],
  [[10], 5],
])('%j minutes are %j', (value, expected) => {
  expect(readMinutes(value)).toBe(expected);
});

let id = 0;
function passage(heading: readonly string[], words = 100, source = 'lease.md'): StudyPassage {
  const text = 'word '.repeat(words).trim();
  const locator = { kind: 'characters', start: 0, end: text.length } as const;
  return { id: id++, ordinal: 0, source, kind: 'prose', sha256: 'x', heading, text, locator };
}

test('without a model, lessons follow the headings', () => {
  id = 0;
  const passages = [
    ...[passage(['Lease']), passage(['Lease', 'Notice']), passage(['Lease', 'Notice', 'Form'], 1200)],
    ...[passage(['Lease', 'Rent']), passage(['Lease', 'Rent'], 9000)],
  ];
  expect(outlineByRules(passages, 5)).toEqual([
    { title: 'Lease', minutes: 3, chunks: [0] },
    { title: 'Notice', minutes: 7, chunks: [1, 2] },
    { title: 'Rent', minutes: 15, chunks: [3, 4] },
  ]);
  expect(outlineByRules(passages, 2)).toEqual([
    { title: 'Lease, Notice', minutes: 7, chunks: [0, 1, 2] },
    { title: 'Rent', minutes: 15, chunks: [3, 4] },
  ]);
  expect(outlineByRules(passages, 1)).toMatchObject([{ title: 'Lease, Notice …', chunks: [0, 1, 2, 3, 4] }]);
});

test('documents without headings are lessons of their own', () => {
  id = 0;
  const passages = [passage([], 10, '/a/one.txt'), passage([], 10, '/a/two.txt')];
  expect(outlineByRules(passages, 5)).toMatchObject([{ title: 'one' }, { title: 'two' }]);
});
