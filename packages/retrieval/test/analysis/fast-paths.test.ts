import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnalyzer } from '../../src/analysis/create-analyzer.ts';
import { normalize } from '../../src/analysis/normalize.ts';
import { tokenize } from '../../src/analysis/tokenize.ts';

const settings = { seed: 17, numRuns: 2000 };

test('an ASCII text has the tokens that it has before a word in other letters', () => {
  const words = fc.constantFrom("l'", "don't", "''", 'a1', '_', 'x'.repeat(70), 'STOP.', '\n', '\0', ' ');
  const texts = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 200 }),
    fc.array(words).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const slow = tokenize(`${text} é`);
      expect(slow.pop()?.text).toBe('e');
      expect(tokenize(text)).toEqual(slow);
    }),
    settings,
  );
});

test('a text is normalized as it is before a mark', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      expect(`${normalize(text)} \u0301`).toBe(normalize(`${text} \u0301`));
    }),
    settings,
  );
});

test('every run of marks is cut, of whatever marks', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const mark = String.fromCodePoint(code);
    if (/\p{M}/u.test(mark)) expect(normalize(`b${mark.repeat(40)}`)).toBe(normalize(`b${mark.repeat(30)}`));
  }
});

test('a text of simple characters has the terms and the language that it has beside an invisible one', () => {
  const analyzer = createAnalyzer();
  const sentences = fc.constantFrom(
    "L'articolo 5 della legge, l’Avvocato e il giudice dell'appello. ",
    'Die Kündigungsfrist beträgt drei Monate; Straße, ÄRGER und Öl — „so“ sagt’s der Vermieter. ',
    "The tenant's KEYS don't fit: café, naïve résumé 404B… ",
    'Le préavis est de trois mois, aujourd’hui l’été. ',
    'Договор аренды: срок — три месяца; ё и й. Η προθεσμία είναι τρεις μήνες, ΟΔΟΣ. ',
    'El plazo de preaviso es de tres meses; ¿cuándo? ',
    'self.get_user_name(HTTPServer, uint32) — state‑of‑the-art, 1,234.50 at 978-0-553-41802-6. ',
    'Nach §\u00a03 Abs. 2, §§573c (1) und Art. 6, Artikel 17 Absatz 3; jane.doe@example.org, R&D ',
  );
  const parts = fc.oneof(
    { weight: 3, arbitrary: sentences },
    {
      weight: 1,
      arbitrary: fc.string({
        unit: fc
          .oneof(
            fc.integer({ min: 0, max: 0x260 }),
            fc.integer({ min: 0x360, max: 0x540 }),
            fc.integer({ min: 0x2000, max: 0x2c10 }),
          )
          .map((code) => String.fromCharCode(code)),
        maxLength: 12,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "'",
        '-',
        '.',
        '_x',
        '§ 3',
        ' art 7',
        '(2)',
        'aB',
        '’',
        ' ',
        'é'.repeat(70),
        'X'.repeat(40),
        '½',
        'ﬁ',
        'İ',
        'ſ',
        '…',
        '€',
        '→',
        'm²',
        '\u00a0',
        '´',
        '①',
      ),
    },
  );
  const placed = (text: string, language: string | undefined) => {
    const { terms, positions } = analyzer.analyzePositions?.(text, { language }) ?? { terms: [], positions: [] };
    return terms.map((term, i) => [term, positions[i]]);
  };
  const texts = fc.array(parts, { maxLength: 12 }).map((list) => list.join(''));
  fc.assert(
    fc.property(texts, fc.constantFrom('en', 'de', 'it', 'fr', 'es', 'und', undefined), (text, language) => {
      // A soft hyphen is taken out before anything else is done.
      const invisible = `${text} \u00ad`;
      expect(analyzer.detect(text)).toBe(analyzer.detect(invisible));
      expect(placed(text, language)).toEqual(placed(invisible, language));
    }),
    { seed: 23, numRuns: 3000 },
  );
});

test('each character that is taken as simple is analysed as it is beside an invisible one', () => {
  const analyzer = createAnalyzer();
  for (let code = 0; code < 0x3000; code++) {
    for (const text of [
      `a${String.fromCharCode(code)}b's`,
      `${String.fromCharCode(code)} l'${String.fromCharCode(code)}`,
    ]) {
      const expected = analyzer.analyze(`${text}\u00ad`, { language: 'it' });
      expect(analyzer.analyze(text, { language: 'it' }), `U+${code.toString(16)}`).toEqual(expected);
    }
  }
});
