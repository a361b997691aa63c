import { describe, expect, test } from 'vitest';
import { extraForms } from '../../src/analysis/extra-forms.ts';
import { identifierParts } from '../../src/analysis/identifier-parts.ts';
import { createAnalyzer } from '../../src/index.ts';

const analyzer = createAnalyzer();
const terms = (text: string, language = 'en') => analyzer.analyze(text, { language });
const placed = (text: string, language = 'en') => {
  const { terms: found, positions } = analyzer.analyzePositions?.(text, { language }) ?? { terms: [], positions: [] };
  return found.map((term, i) => `${positions[i]} ${term}`);
};

describe('several words as one', () => {
  test.each([
    ['state-of-the-art', 'stateoftheart'],
    ['e-mails', 'email'],
    ['Wi-Fi', 'wifi'],
    ['978-0-553-41802-6', '9780553418026'],
    ['ISBN 978‑0‑553‑41802‑6', '9780553418026'],
    ['jane.doe@example.org', 'janedoeexampleorg'],
    ['annual-report_2024.pdf', 'annualreport2024pdf'],
    ['get_user_name', 'getusernam'],
    ['getUserName', 'getusernam'],
    ['self.get_user_name()', 'getusernam'],
    ['U.S.A.', 'usa'],
    ['R&D', 'rd'],
    ['3.14', '3.14'],
    ['1,234.50', '1,234.50'],
    ['v1.2.3-beta', 'v1.2.3beta'],
    ['из-за', 'изза'],
    ['550e8400-e29b-41d4-a716-446655440000', '550e8400e29b41d4a716446655440000'],
  ])('%s has %s', (text, whole) => {
    expect(terms(text)).toContain(whole);
    expect(terms(`${text}\u00ad`)).toContain(whole);
  });

  test.each(['well - known', 'well--known', 'one, two', 'this.\nThat', 'foo,bar', '1–2', 'and/or', '12:30'])(
    '%s has none',
    (text) => {
      expect(extraForms([])).toEqual([]);
      expect(terms(text, 'und')).toEqual(text.toLowerCase().match(/[a-z0-9]+/g));
    },
  );

  test('stands at the place of its first word, and its words have theirs', () => {
    expect(placed('a state-of-the-art design')).toEqual(['1 state', '1 stateoftheart', '4 art', '5 design']);
    expect(placed('x.get_user.name')).toEqual(['0 x', '0 xgetusernam', '1 get', '1 getus', '2 user', '3 name']);
    // A word that is not kept has a form of its own all the same.
    expect(placed('to-do list')).toEqual(['0 todo', '1 do', '2 list']);
  });

  test('a chain of more than eight words, or a form of more than 64 characters, has none', () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
    expect(terms(numbers(8).join('-'))).toContain('12345678');
    expect(terms(numbers(9).join('-'))).toEqual(numbers(9).map(String));
    const half = 'x'.repeat(32);
    expect(terms(`${half}-${half}`)).toEqual([half, half + half, half]);
    expect(terms(`${half}-${half}x`)).toEqual([half, `${half}x`]);
  });
});

describe('parts of a word', () => {
  test.each([
    ['getUserName', ['get', 'User', 'Name']],
    ['HTTPServer', ['HTTP', 'Server']],
    ['iPhone', ['Phone']],
    ['404B', ['404']],
    ['1990s', ['1990']],
    ['uint32', ['uint']],
    ['COVID19', ['COVID']],
    ['ПолныйТекст', ['Полный', 'Текст']],
  ])('%s', (word, parts) => expect(identifierParts(word)).toEqual(parts));

  test.each([
    'word',
    'Word',
    'WORD',
    'PDFs',
    'SaaS',
    '4th',
    'H2O',
    '3f9ab2',
    '0x1F',
    '2024',
    'Ab'.repeat(9),
    'Ab'.repeat(40),
  ])('%s has none', (word) => expect(identifierParts(word)).toEqual([]));

  test('stand at its place', () => {
    expect(placed('call getUserName now')).toEqual(['0 call', '1 getusernam', '1 get', '1 user', '1 name', '2 now']);
    // What is a form already is no second one.
    expect(placed('the 1990s')).toEqual(['1 1990']);
  });
});

describe('references to laws', () => {
  test.each([
    ['§ 3 Abs. 2', '§3abs2'],
    ['§3 Absatz 2', '§3abs2'],
    ['§ 3 Absatz 2', '§3abs2'],
    ['§\u00a03 (2)', '§3abs2'],
    ['§ 3\nAbs.\n2', '§3abs2'],
    ['Art.\n6 Abs. 1', 'art6abs1'],
    ['§§ 573c, 574', '§573c'],
    ['Art. 6 Abs. 1', 'art6abs1'],
    ['Art.6 Abs.1', 'art6abs1'],
    ['Article 6(1)', 'art6abs1'],
    ['articolo 6, comma 1', 'art6abs1'],
    ['artículo 6, apartado 1', 'art6abs1'],
    ['Artikel 6', 'art6'],
  ])('%s is %s', (text, reference) => {
    for (const language of ['de', 'en', 'it', 'und']) {
      expect(terms(text, language)).toContain(reference);
      expect(terms(`${text}\u00ad`, language)).toContain(reference);
      const asked = analyzer.analyzeQuery(text, { languages: [language] });
      expect(asked.flatMap(({ variants }) => variants)).toContain(reference);
    }
  });

  test.each(['part 6', 'art 123456', 'start 6', '3 §', 'article on 6'])('%s is none', (text) => {
    expect(terms(text, 'und').join(' ')).not.toMatch(/§|art\d/);
  });
});

test('what a query has as one word or several counts for less beside its words', () => {
  const asked = analyzer.analyzeQuery('getUserName in state-of-the-art code, state-of-the-art', { languages: ['en'] });
  expect(asked.map(({ text, variants, frequency, weight }) => [text, variants.join(), frequency, weight])).toEqual([
    ['getUserName', 'getusernam', 1, undefined],
    ['state', 'state', 2, undefined],
    ['art', 'art', 2, undefined],
    ['code', 'code', 1, undefined],
    ['get', 'get', 1, 0.25],
    ['user', 'user', 1, 0.25],
    ['name', 'name', 1, 0.25],
    ['stateoftheart', 'stateoftheart', 2, 0.25],
  ]);
});
