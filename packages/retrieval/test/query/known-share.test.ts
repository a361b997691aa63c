import type { SearchedTerm } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { knownShare } from '../../src/query/known-share.ts';

const term = (documentFrequency: number, worth: number, rest: Partial<SearchedTerm> = {}): SearchedTerm => ({
  variants: ['word'],
  frequency: 1,
  documentFrequency,
  inverseDocumentFrequency: worth,
  ...rest,
});

test('is the share of the words that stand in a text, each as heavy as it is rare', () => {
  expect(knownShare([term(3, 1), term(0, 3)])).toBe(0.25);
  expect(knownShare([term(3, 1, { frequency: 3 }), term(0, 3)])).toBe(0.5);
  expect(knownShare([term(3, 1), term(9, 2)])).toBe(1);
  expect(knownShare([term(0, 1)])).toBe(0);
});

test('a word that was guessed is half known', () => {
  expect(knownShare([term(2, 2, { isFuzzy: true }), term(1, 2)])).toBe(0.75);
});

test('a query without words is known', () => {
  expect(knownShare([])).toBe(1);
});
