import { expect, test } from 'vitest';
import { definitionIn, definitionLines } from '../../src/rules/definitions.ts';
import { numbersIn } from '../../src/rules/numbers-in.ts';

test.each([
  ['en', 'A tenant is a person who rents a dwelling.', 'tenant', 'a person who rents a dwelling.'],
  [
    'en',
    'Photosynthesis refers to the making of sugar with light.',
    'Photosynthesis',
    'the making of sugar with light.',
  ],
  ['de', 'Eine Kaution ist eine Sicherheit für den Vermieter.', 'Kaution', 'eine Sicherheit für den Vermieter.'],
  [
    'de',
    'Unter Leerstand versteht man die fehlende Vermietung einer Wohnung.',
    'Leerstand',
    'die fehlende Vermietung einer Wohnung.',
  ],
  [
    'de',
    'Als Nebenkosten werden alle laufenden Kosten des Hauses bezeichnet.',
    'Nebenkosten',
    'alle laufenden Kosten des Hauses',
  ],
  ['it', 'La fotosintesi è un processo che produce zucchero.', 'fotosintesi', 'un processo che produce zucchero.'],
  ['it', 'Per caparra si intende una somma data in garanzia.', 'caparra', 'una somma data in garanzia.'],
  ['fr', 'Le bail est un contrat entre deux personnes.', 'bail', 'un contrat entre deux personnes.'],
  ['es', 'La fotosíntesis es un proceso que produce azúcar.', 'fotosíntesis', 'un proceso que produce azúcar.'],
])('%s: %s', (language, sentence, term, definition) => {
  expect(definitionIn(sentence, language)).toEqual({ term, definition });
  expect(definitionIn(sentence, 'und')).toEqual({ term, definition });
});

test.each([
  ['en', 'This is the best way to do it quickly.'],
  ['en', 'What is the reason for all of this?'],
  ['en', 'The rent is 950 euros a month.'],
  ['de', 'Das ist die zweithöchste von vier Stufen.'],
  ['de', 'Bis jetzt ist das nicht ins Gewicht gefallen.'],
  ['de', 'Darüber hinaus sind die Anforderungen an alle weniger streng.'],
  ['en', "Legendre's conjecture states that there is a prime between any two squares."],
  ['it', 'Il risultato è la stessa cosa che abbiamo visto prima.'],
  ['en', 'The main reason for this is the growing importance of people.'],
  ['en', 'The most important thing in a lease is the same as before.'],
])('%s: nothing is defined by %s', (language, sentence) => {
  expect(definitionIn(sentence, language)).toBeUndefined();
});

test('lines define terms that are bold, or that stand in a list of such', () => {
  expect(
    definitionLines('Some text.\n- **Deposit**: a sum that is kept as a security\n- Note: read this with care please'),
  ).toEqual([{ term: 'Deposit', definition: 'a sum that is kept as a security', start: 11, end: 58 }]);
  const list =
    '- Rent: what is paid each month\n- Deposit: what is kept as a security\n- Notice: what ends the contract';
  expect(definitionLines(list).map(({ term, start, end }) => [term, list.slice(start, end)])).toEqual([
    ['Rent', '- Rent: what is paid each month'],
    ['Deposit', '- Deposit: what is kept as a security'],
    ['Notice', '- Notice: what ends the contract'],
  ]);
  expect(definitionLines('Anna: I do not think so at all\nBert: But you said so before')).toEqual([]);
});

test.each([
  [
    'The rent is 950 euros, of which 12.5 % are for heating.',
    [
      ['950', 950, 'euros'],
      ['12.5', 12.5, '%'],
    ],
  ],
  [
    'Up to 65 536 words and 1,250,000 tokens are kept.',
    [
      ['65 536', 65_536, 'words'],
      ['1,250,000', 1_250_000, 'tokens'],
    ],
  ],
  ['Es sind 1.250,50 Euro zu zahlen.', [['1.250,50', 1250.5, 'euro']]],
  ['See section 4 of this, on 12 March, and in Yarn 4 as well.', []],
  ['It was founded in 1998, and has kept 2000 texts since.', [['1998', 1998, 'year']]],
  ['It may be 1.250 litres or more.', []],
])('numbers of %s', (text, numbers) => {
  expect(numbersIn(text).map(({ text: written, value, unit }) => [written, value, unit])).toEqual(numbers);
});
