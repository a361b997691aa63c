import { CuboError } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { errorWithoutTexts, textsOf, withoutTexts } from '../../src/errors/without-texts.ts';

test.each([
  ['what is quoted', 'cannot embed "The lease ends in May"', 'cannot embed "The … … in …"'],
  ['parts of words, as tokenizers cut them', 'unknown token ##ease', 'unknown token ##…'],
  ['words in other letters', 'bad input: LEASE', 'bad input: …'],
  ['words behind an escape', String.raw`bad input: "\nlease\u0020ends"`, String.raw`bad input: "\n…\u0020…"`],
  ['words joined by signs', 'bad input: lease_ends', 'bad input: …_…'],
  ['letters with marks, however they are written', 'bad input: Cafe\u0301', 'bad input: …'],
])('leaves out %s', (_what, message, told) => {
  expect(withoutTexts(message, ['The lease ends in May, in the café.'])).toBe(told);
});

test('leaves what has nothing to do with the texts, and the words of such messages', () => {
  const message = 'connect ECONNREFUSED 127.0.0.1:11434: the model was not loaded (status 503)';
  expect(withoutTexts(message, ['The model of the lease was not loaded.'])).toBe(message);
});

test('an error keeps its code, remedy and path, and has what was thrown as its cause', () => {
  const given = { code: 'CUBO_EMBEDDER_FAILED', remedy: 'Look into the log.', path: 'a:1' } as const;
  const thrown = new CuboError({ ...given, message: 'It refused “lease”.' });
  const told = errorWithoutTexts(thrown, ['the lease']) as CuboError;
  expect(told).toMatchObject({ ...given, summary: 'It refused “…”.', cause: thrown });
  expect(errorWithoutTexts(thrown, ['other']), 'nothing to leave out').toBe(thrown);
});

test('all texts of a request are found', () => {
  const request = { question: 'a', passages: [{ text: 'b', number: 1 }], messages: [{ content: [{ text: 'c' }] }] };
  expect(textsOf({ ...request, image: new Uint8Array(3), none: null })).toEqual(['a', 'b', 'c']);
});
