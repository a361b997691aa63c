import fc from 'fast-check';
import { expect, test } from 'vitest';
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
