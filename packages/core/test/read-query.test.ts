import { expect, test } from 'vitest';
import { parseBySyntax } from '../src/search/read-query.ts';

test('of a very long query the beginning is ranked by, and all that is required and excluded counts', () => {
  const text = 'notice '.repeat(2000);
  const { text: kept, required, excluded, phrases } = parseBySyntax(`${text}+lease -draft ${'"a b" '.repeat(100)}`);
  expect(kept).toBe(text.slice(0, 8192));
  expect(required).toEqual(['lease']);
  expect(excluded).toEqual(['draft']);
  expect(phrases).toHaveLength(32);
  expect(parseBySyntax(text, 'plain').text).toHaveLength(8192);
});
