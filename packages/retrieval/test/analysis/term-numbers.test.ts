import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnalyzer } from '../../src/analysis/create-analyzer.ts';
import { type AnalyzeToNumbers, type NumberedTerms, numberingOf } from '../../src/analysis/numbered-terms.ts';
import { type Beside, termNumbers } from '../../src/analysis/term-numbers.ts';
import { type WordBounds, wordBounds } from '../../src/analysis/word-bounds.ts';

const marks = ({ afterApostrophe, beforeApostrophe }: Beside) =>
  `${afterApostrophe ? '<' : ''}${beforeApostrophe ? '>' : ''}`;
const termOf = (word: string, beside: Beside, language: { code: string } | undefined) =>
  word === 'stop' ? '' : `${word.slice(0, 6)}${marks(beside)}${language?.code ?? ''}`;

const noExtras = () => '';

/** Numbers for terms, and the terms of numbers. */
function numberedTerms() {
  const terms: string[] = [];
  return {
    numberOf: (term: string) => (terms.includes(term) ? terms.indexOf(term) : terms.push(term) - 1),
    termsOf: ({ numbers, count }: NumberedTerms) => Array.from(numbers.subarray(0, count), (number) => terms[number]),
  };
}

const words = fc.oneof(
  fc.integer({ min: 0, max: 60 }).map((number) => `word${number.toString(36)}`),
  fc.constantFrom('Stop', 'É1', 'x'.repeat(40), 'x'.repeat(300)),
);
const texts = fc
  .array(fc.tuple(words, fc.constantFrom(' ', "'", '’', '. ')), { maxLength: 40 })
  .map((list) => list.flat().join(''));
const language = fc.constantFrom({ code: 'en' }, { code: 'it' }, undefined);

test('numbered terms are those of the words, also after what was remembered had to be given up', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(texts, language), { maxLength: 12 }), (list) => {
      const { numberOf, termsOf } = numberedTerms();
      const numbered = termNumbers({ termOf, extraTermOf: noExtras }, numberOf, 8);
      for (const [text, of] of list) {
        const expected = Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ({ 0: word, index }) => {
          const afterApostrophe = /['’]/.test(text[index - 1] ?? '');
          const beforeApostrophe = !afterApostrophe && /['’]/.test(text[index + word.length] ?? '');
          return termOf(word.toLowerCase(), { afterApostrophe, beforeApostrophe }, of);
        });
        const found = numbered(wordBounds(text) as WordBounds, of);
        const kept = expected.flatMap((term, position) => (term === '' ? [] : [{ term, position }]));
        expect(termsOf(found)).toEqual(kept.map(({ term }) => term));
        expect(Array.from(found.positions.subarray(0, found.count))).toEqual(kept.map(({ position }) => position));
      }
    }),
    { seed: 5, numRuns: 200 },
  );
});

test('the default analyzer numbers the terms of simple texts, and of no others', () => {
  const analyzer = createAnalyzer();
  const { numberOf, termsOf } = numberedTerms();
  const analyze = numberingOf(analyzer)?.(numberOf) as AnalyzeToNumbers;
  const text = "L'articolo 5 della legge del 2020, l’Avvocato.";
  expect(termsOf(analyze(text, 'it') as NumberedTerms)).toEqual(analyzer.analyze(text, { language: 'it' }));
  expect(analyze('契約', 'zh')).toBeUndefined();
  expect(analyze('word '.repeat(20_000), 'en')).toBeUndefined();
  // Of another object with the same methods nothing is known.
  expect(numberingOf({ ...analyzer })).toBeUndefined();
});
