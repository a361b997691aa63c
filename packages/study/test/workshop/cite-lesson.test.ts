import { createAnalyzer } from '@cubo/core';
import { expect, test } from 'vitest';
import type { NumberedStudyPassage } from '../../src/generation/show-passages.ts';
import { citeLesson } from '../../src/workshop/lesson/cite-lesson.ts';

const analyzer = createAnalyzer();

function passage(number: number, text: string): NumberedStudyPassage {
  const locator = { kind: 'characters', start: 100, end: 100 + text.length } as const;
  return { number, passage: { id: number, ordinal: 0, source: 'lease.md', kind: 'prose', sha256: 'x', text, locator } };
}

const passages = [
  passage(1, 'The tenant must give notice three months before the end. Notice is given in writing.'),
  passage(2, 'The rent is 950 euros a month. It is due on the third working day.'),
];

const cite = (markdown: string) => citeLesson(markdown, passages, analyzer);

test('a citation that its passage carries stays, with the exact words', () => {
  const { markdown, citations } = cite('Notice takes three months before the end [1]. The rent is 950 euros [2].');
  expect(markdown).toBe('Notice takes three months before the end [1]. The rent is 950 euros [2].');
  expect(citations).toEqual([
    {
      number: 1,
      grounding: {
        ...{ source: 'lease.md', chunk: 1, sha256: 'x' },
        quote: 'The tenant must give notice three months before the end.',
        locator: { kind: 'characters', start: 100, end: 156 },
      },
    },
    { number: 2, grounding: expect.objectContaining({ chunk: 2, quote: 'The rent is 950 euros a month.' }) },
  ]);
});

test.each([
  ['a number that the passage does not say', 'The rent is 990 euros [2].', 'The rent is 990 euros.'],
  ['a passage that there is not', 'The rent is 950 euros [7].', 'The rent is 950 euros.'],
  ['a passage about something else', 'The cat sleeps on the warm roof [1].', 'The cat sleeps on the warm roof.'],
  ['one of two', 'The rent is 950 euros a month [1, 2].', 'The rent is 950 euros a month [2].'],
  ['one of two side by side', 'The rent is 950 euros a month.[1][2]', 'The rent is 950 euros a month.[2]'],
  ['one in a list', '- The rent is 990 euros [2]', '- The rent is 990 euros'],
  ['nothing before it', '[2] ', ' '],
])('%s: the marker goes and the sentence stays', (_, written, expected) => {
  expect(cite(written).markdown).toBe(expected);
});

test.each([
  '`list[1]` is the second entry.',
  'The entry list[0] is the first.',
  '```\nx = list[1] [2]\n```',
  'See [1](https://example.org) for more.',
  '# Rent [2]',
  'A task list: [x] done, [ ] open.',
])('what is no citation is not touched: %s', (written) => {
  expect(cite(written)).toEqual({ markdown: written, citations: [] });
});

test('each number has brackets of its own', () => {
  const shown = [...passages, passage(3, 'A rent of 950 euros a month is asked for.')];
  const { markdown, citations } = citeLesson('The rent is 950 euros a month [2; 3, 1].', shown, analyzer);
  expect(markdown).toBe('The rent is 950 euros a month [2] [3].');
  expect(citations.map(({ number }) => number)).toEqual([2, 3]);
});

test('a place is listed once', () => {
  const { citations } = cite('The rent is 950 euros a month [2].\n\nA month costs 950 euros of rent [2].');
  expect(citations).toHaveLength(1);
});
