import { describe, expect, test } from 'vitest';
import { createLatentProjector } from '../../src/embedders/latent/latent-projector.ts';

// Three terms on an axis each, the first in all texts, so that its inverse document frequency is 1.
const projector = createLatentProjector({
  analyzer: 'test',
  dimensions: 4,
  texts: 9,
  languages: ['en'],
  terms: ['every', 'some', 'rare'],
  documentFrequencies: Uint32Array.of(9, 4, 1),
  projection: {
    width: 3,
    scales: Float32Array.of(1 / 127, 1 / 127, 1 / 127),
    codes: Int8Array.of(127, 0, 0, 0, 127, 0, 0, 0, 127),
  },
});

const idf = [1, Math.log(10 / 5) + 1, Math.log(10 / 2) + 1] as const;

function expectDirection(vector: Float32Array, direction: readonly number[]): void {
  const length = Math.hypot(...direction);
  for (const [i, value] of direction.entries()) expect(vector[i]).toBeCloseTo(value / length, 6);
}

describe('createLatentProjector', () => {
  test('weighs the terms of a text by 1 + ln tf and by their inverse document frequency', () => {
    const vector = projector.projectText(['some', 'every', 'every', 'unknown', 'every', 'rare']);
    expectDirection(vector, [(1 + Math.log(3)) * idf[0], idf[1], idf[2], 0]);
  });

  test('divides the weight of a word among its known forms by the texts they occur in', () => {
    const vector = projector.projectQuery([
      { variants: ['some', 'unknown', 'rare'], frequency: 2 },
      { variants: ['every'], frequency: 1 },
    ]);
    const weight = 1 + Math.log(2);
    const length = Math.hypot(...vector);
    expectDirection(
      vector.map((value) => value / length),
      [idf[0], weight * idf[1] * (4 / 5), weight * idf[2] * (1 / 5), 0],
    );
  });

  test('gives a query the length of the share that is known', () => {
    const known = { variants: ['every'], frequency: 1 };
    const unknown = { variants: ['unknown'], frequency: 1 };
    expect(Math.hypot(...projector.projectQuery([known]))).toBeCloseTo(1, 6);
    const half = projector.projectQuery([known, unknown]);
    const unknownWeight = Math.log(10) + 1;
    expect(Math.hypot(...half)).toBeCloseTo(idf[0] / Math.hypot(idf[0], unknownWeight), 6);
  });

  test('lets a word count as much as its weight says', () => {
    const vector = projector.projectQuery([
      { variants: ['every'], frequency: 1, weight: 0.25 },
      { variants: ['rare'], frequency: 1 },
    ]);
    expectDirection(vector, [0.25 * idf[0], 0, idf[2], 0]);
  });

  test('gives zeros where no term is known, untouched by what came before', () => {
    projector.projectText(['every']);
    expect([...projector.projectText(['unknown'])]).toEqual([0, 0, 0, 0]);
    expect([...projector.projectQuery([{ variants: ['unknown'], frequency: 1 }])]).toEqual([0, 0, 0, 0]);
  });
});
