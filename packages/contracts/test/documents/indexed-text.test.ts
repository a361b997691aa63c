import { indexedText } from '@cubo/contracts';
import { expect, test } from 'vitest';

const chunk = { text: 'Three months.', kind: 'prose', locator: { kind: 'characters', start: 0, end: 13 } } as const;

test('indexedText is the text alone where there is nothing else', () => {
  expect(indexedText(chunk)).toBe('Three months.');
  expect(indexedText({ ...chunk, title: '', heading: [], context: '' })).toBe('Three months.');
});

test('indexedText puts title, headings and context before the text, a line each', () => {
  expect(indexedText({ ...chunk, title: 'Lease', heading: ['Part 2', 'Notice'], context: 'term;value' })).toBe(
    'Lease\nPart 2 › Notice\nterm;value\nThree months.',
  );
  expect(indexedText({ ...chunk, heading: ['Notice'] })).toBe('Notice\nThree months.');
});
