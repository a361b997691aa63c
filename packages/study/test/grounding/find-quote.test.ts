import { createAnalyzer } from '@cubo/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findQuote } from '../../src/grounding/find-quote.ts';
import { supportsClaim } from '../../src/grounding/supports-claim.ts';

test.each([
  ['The rent  is\n950 euros.', 'the rent is 950 Euros', 'The rent  is\n950 euros'],
  ['He said “no – never” to it.', 'He said "no - never"', 'He said “no – never”'],
  ['Die Kündi-\ngung ist wirksam.', 'Die Kündigung ist', 'Die Kündi-\ngung ist'],
  ['Die Kün\u00addigung ist wirksam.', 'Kündigung ist', 'Kün\u00addigung ist'],
  ['A cafe\u0301 is open.', 'café', 'cafe\u0301'],
  ['A café is open.', 'cafe\u0301 is', 'café is'],
  ['The oﬃce is closed.', 'office is', 'oﬃce is'],
  ['The **notice period** is [three months](a.md) long.', 'notice period is', 'notice period** is'],
  ['The tenant must give notice.', '…must give notice...', 'must give notice'],
  ['The tenant must give notice.', '"[...] must give notice."', 'must give notice.'],
  ['It costs 15 euros, then 5 euros.', '5 euros', '5 euros'],
  ['Heute: 🎉 Fest für alle', 'fest für alle', 'Fest für alle'],
])('in %j, %j stands as %j', (text, quote, words) => {
  const range = findQuote(text, quote);
  expect(range && text.slice(range.start, range.end)).toBe(words);
});

test.each([
  ['It costs 15 euros.', '5 euros'],
  ['It costs 1.5 euros.', '5 euros'],
  ['It costs 5.5 euros.', 'costs 5'],
  ['The notice is three months.', 'The notice is four months'],
  ['This is it.', 'is it all'],
  ['Something', '...'],
  ['Something', ''],
  ['Something', ' — !'],
])('%j does not say %j', (text, quote) => {
  expect(findQuote(text, quote)).toBeUndefined();
});

test('what a text says is found, however it is spelt', () => {
  const spellings: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => text.toUpperCase().toLowerCase(),
    (text) => text.replace(/\s+/g, '\n  '),
    (text) => text.replace(/'/g, '’').replace(/-/g, '–'),
    (text) => `…${text}…`,
  ];
  const word = fc.stringMatching(/^[a-zäöüßéA-Z]{1,9}$/);
  const sign = fc.constantFrom(' ', ' ', ' ', ', ', ' - ', " '", '. ', '\n');
  const texts = fc.array(fc.tuple(word, sign), { minLength: 3, maxLength: 40 });
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), fc.nat({ max: 4 }), (parts, from, length, spelling) => {
      const text = parts.flat().join('');
      const start = from % (parts.length - 1);
      const some = parts.slice(start, start + 1 + (length % (parts.length - start)));
      const quote = some.flat().slice(0, -1).join('');
      const range = findQuote(text, (spellings[spelling] as (text: string) => string)(quote));
      expect(range).toBeDefined();
      const found = text.slice(range?.start, range?.end);
      const letters = (given: string) => given.toLowerCase().replace(/[^\p{L}]/gu, '');
      expect(letters(found)).toBe(letters(quote));
    }),
    { seed: 8 },
  );
});

test('a megabyte is searched in no time to speak of', () => {
  const text = 'the rent of the flat is paid each month '.repeat(25_000);
  const begin = performance.now();
  expect(findQuote(text, `${'the rent of the flat is paid each month '.repeat(90)} never`)).toBeUndefined();
  expect(performance.now() - begin).toBeLessThan(10_000);
});

const analyzer = createAnalyzer();

test.each([
  ['The tenant must give notice three months before the end.', 'three months', true],
  ['The tenant must give notice three months before the end.', 'Three months before the contract ends', true],
  ['The tenant must give notice three months before the end.', '3 months', true],
  ['The tenant must give notice three months before the end.', 'four months', false],
  ['The rent is 950 euros a month.', '950 €', true],
  ['The rent is 950 euros a month.', '960 euros a month', false],
  ['Notice is given in writing to Mr Brandt.', 'in writing, to Mr Kowalski', false],
  ['Die Miete beträgt 950 Euro im Monat.', 'Neunhundert Hunde', false],
  ['Die Kaution beträgt drei Monatsmieten.', 'drei Monatsmieten', true],
  ['Die Kaution beträgt drei Monatsmieten.', 'zwei Monatsmieten', false],
  ['The trial lasts fifteen days.', 'fourteen days', false],
  ['The trial lasts fifteen days.', '15 days', true],
  ['The trial lasts 25 days.', 'twenty-five days', true],
  ['Die Frist beträgt 25 Tage.', 'fünfundzwanzig Tage', true],
  ['La prova dura 28 giorni.', 'ventotto giorni', true],
  ['La prueba dura 25 días.', 'veinticinco días', true],
  ['La période dure 45 jours.', 'quarante-cinq jours', true],
  ['The house has two hundred rooms.', 'two hundred rooms', true],
  ['Photosynthesis makes sugar out of light.', 'A whale is a large mammal of the sea', false],
])('%j supports %j: %j', (quote, claim, isSupported) => {
  expect(supportsClaim(quote, claim, analyzer)).toBe(isSupported);
});

test('a name may stand in what a quote stands under', () => {
  expect(supportsClaim('It has twelve rooms.', 'twelve rooms, as in Villa Rosa', analyzer)).toBe(false);
  expect(supportsClaim('It has twelve rooms.', 'twelve rooms in Villa Rosa', analyzer, { context: 'Villa Rosa' })).toBe(
    true,
  );
});
