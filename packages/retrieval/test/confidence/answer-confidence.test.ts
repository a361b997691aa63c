import type { Hit, SearchedTerm } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerConfidence, answerEvidence, leastAnswerConfidence } from '../../src/index.ts';

const term = (inverseDocumentFrequency: number, frequency = 1, documentFrequency = 1): SearchedTerm => ({
  variants: ['word'],
  frequency,
  documentFrequency,
  inverseDocumentFrequency,
});
const hits = (...scores: number[]): Hit[] => scores.map((score, id) => ({ id, score }));

describe('answerEvidence', () => {
  test('is the share of the highest possible score, and how much of it the tenth hit lacks', () => {
    const terms = [term(2, 2), term(4), term(8, 1, 0)];
    expect(answerEvidence(terms, hits(8, 7, 6, 5, 5, 5, 5, 5, 5, 4, 1))).toEqual({ share: 0.5, lead: 0.25 });
  });
  test('what only a few texts have stands out from all the others', () => {
    expect(answerEvidence([term(4)], hits(2, 2))).toEqual({ share: 0.5, lead: 0.5 });
  });
  test.each([
    ['no hit', [term(4)], []],
    ['no term', [], hits(1)],
    ['a hit of no worth', [term(4)], hits(0)],
    ['words that are worth nothing', [term(0)], hits(1)],
  ])('%s is no evidence', (_, terms, found) => {
    expect(answerEvidence(terms, found)).toEqual({ share: 0, lead: 0 });
  });
  test('a score beyond the possible one, as a phrase may give, is the whole share', () => {
    expect(answerEvidence([term(4)], hits(5)).share).toBe(1);
  });
  test('does not depend on the scale of the scores', () => {
    const scores = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 15 });
    fc.assert(
      fc.property(scores, fc.double({ min: 0.01, max: 1000, noNaN: true }), (found, scale) => {
        const sorted = found.sort((a, b) => b - a);
        const { share, lead } = answerEvidence([term(1)], hits(...sorted));
        const scaled = answerEvidence([term(scale)], hits(...sorted.map((score) => score * scale)));
        expect(scaled.share).toBeCloseTo(share, 9);
        expect(scaled.lead).toBeCloseTo(lead, 9);
      }),
      { seed: 31, numRuns: 100 },
    );
  });
});

describe('answerConfidence', () => {
  test('is near nothing without evidence, and near certainty with all of it', () => {
    expect(answerConfidence({ share: 0, lead: 0 })).toBeCloseTo(0.0055, 4);
    expect(answerConfidence({ share: 1, lead: 1 })).toBeCloseTo(0.9926, 4);
  });
  test('rises with either', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(part, part, part, (share, lead, more) => {
        const least = answerConfidence({ share, lead });
        expect(answerConfidence({ share: Math.max(share, more), lead })).toBeGreaterThanOrEqual(least);
        expect(answerConfidence({ share, lead: Math.max(lead, more) })).toBeGreaterThanOrEqual(least);
      }),
      { seed: 32, numRuns: 200 },
    );
  });
  test('a question of which the best text has a tenth and no more than others is not answered', () => {
    expect(answerConfidence({ share: 0.1, lead: 0.01 })).toBeLessThan(leastAnswerConfidence);
    expect(answerConfidence({ share: 0.4, lead: 0.2 })).toBeGreaterThan(0.4);
  });
});
