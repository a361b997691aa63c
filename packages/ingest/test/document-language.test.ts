import { expect, test } from 'vitest';
import { documentLanguage } from '../src/index.ts';

/** Tells the language by a mark, as a detector does by words. */
const detect = (text: string) => /^(de|en):/.exec(text)?.[1] ?? 'und';

function languages(texts: readonly string[], options: { known?: string; stated?: string } = {}) {
  const document = documentLanguage({ detect, ...options });
  return { chunks: texts.map((text) => document.next(text)), document: document.language };
}

test('short chunks have the language that the document began with, long ones their own', () => {
  expect(languages(['§ 1', 'de: Vertrag', '§ 2', 'en: contract', '§ 3'])).toEqual({
    chunks: ['und', 'de', 'de', 'en', 'de'],
    document: 'de',
  });
});

test('what is known from an earlier reading wins over what comes first now', () => {
  expect(languages(['en: contract', '§ 3'], { known: 'de' })).toEqual({ chunks: ['en', 'de'], document: 'de' });
});

test('what the format states counts where nothing is detected', () => {
  expect(languages(['§ 1', 'en: contract', '§ 2'], { stated: 'de' }).chunks).toEqual(['de', 'en', 'en']);
  expect(languages(['§ 1'], { stated: 'de' })).toEqual({ chunks: ['de'], document: 'de' });
});

test.each([
  ['de-CH', 'de'],
  ['pt_BR', 'pt'],
  [' EN ', 'en'],
  ['zh-Hant-TW', 'zh'],
  ['und', 'und'],
  ['', 'und'],
  ['English (US)', 'und'],
])('a stated %j is %s', (stated, language) => {
  expect(languages(['7'], { stated }).chunks).toEqual([language]);
});
