import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approximateSum, expectClose, expectSame } from './compare.ts';
import { bytes, floats, seededRandom, smallIntegers } from './seeded-random.ts';
import { everyKind, onEveryKind } from './stage.ts';

const shape = fc.record({
  parts: fc.integer({ min: 1, max: 5 }),
  width: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(16, 24)),
  count: fc.integer({ min: 0, max: 5 }),
  shift: fc.integer({ min: 0, max: 15 }),
  seed: fc.integer(),
});

test('productTable', () => {
  fc.assert(
    fc.property(shape, ({ parts, width, seed }) => {
      const random = seededRandom(seed);
      const [query, centroids] = [floats(parts * width, random), floats(parts * 256 * width, random)];
      const expected = Array.from({ length: parts * 256 }, (_, entry) => {
        const part = Math.floor(entry / 256) * width;
        return approximateSum(width, (j) => (query[part + j] as number) * (centroids[entry * width + j] as number));
      });
      const found = onEveryKind((kernels, stage) => {
        const [at, from, to] = [stage.input(query), stage.input(centroids), stage.output(parts * 1024)];
        kernels.productTable(at, from, parts, width, to);
        return () => kernels.memory.float32(to, parts * 256).slice();
      });
      for (const [i, table] of found.entries()) expectClose(table, expected, kindOf(i));
    }),
    { seed: 71, numRuns: 40 },
  );
});

test('scanCodes', () => {
  fc.assert(
    fc.property(shape, fc.integer({ min: 1, max: 40 }), fc.boolean(), ({ count, shift, seed }, parts, exact) => {
      const random = seededRandom(seed);
      const [table, codes] = [(exact ? smallIntegers : floats)(parts * 256, random), bytes(count * parts, random)];
      const bias = exact ? 3 : random();
      const expected = Array.from({ length: count }, (_, i) => {
        // The bias is the last that is added.
        return approximateSum(parts + 1, (m) =>
          m === parts ? bias : (table[m * 256 + (codes[i * parts + m] as number)] as number),
        );
      });
      const found = onEveryKind((kernels, stage) => {
        const [entries, from, to] = [stage.input(table), stage.input(codes, shift), stage.output(count * 4)];
        kernels.scanCodes(entries, from, count, parts, bias, to);
        return () => kernels.memory.float32(to, count).slice();
      });
      for (const [i, scores] of found.entries()) {
        expectClose(scores, expected, kindOf(i));
        if (exact)
          expectSame(
            scores,
            Float32Array.from(expected, ({ value }) => value),
            kindOf(i),
          );
      }
    }),
    { seed: 72, numRuns: 200 },
  );
});

/** What `encodeProduct` takes of centroids that are parts × 256 × width. */
function transposed(centroids: Float32Array, parts: number, width: number) {
  const columns = new Float32Array(centroids.length);
  const norms = new Float32Array(parts * 256);
  for (let entry = 0; entry < parts * 256; entry++) {
    const part = Math.floor(entry / 256);
    for (let j = 0; j < width; j++) {
      const value = centroids[entry * width + j] as number;
      columns[(part * width + j) * 256 + (entry % 256)] = value;
      norms[entry] = (norms[entry] as number) + value * value;
    }
  }
  return { columns, norms };
}

function encode(vectors: Float32Array, centroids: Float32Array, parts: number, width: number): Uint8Array[] {
  const { columns, norms } = transposed(centroids, parts, width);
  const count = vectors.length / (parts * width);
  return onEveryKind((kernels, stage) => {
    const [from, by, squares] = [stage.input(vectors), stage.input(columns), stage.input(norms)];
    const to = stage.output(count * parts);
    kernels.encodeProduct(from, count, by, squares, parts, width, to);
    return () => kernels.memory.bytes(to, count * parts).slice();
  });
}

/** The squared distances of one part of a vector from its 256 centroids. */
function distances(part: Float32Array, centroids: Float32Array): number[] {
  const width = part.length;
  return Array.from({ length: 256 }, (_, c) => {
    return approximateSum(width, (j) => ((part[j] as number) - (centroids[c * width + j] as number)) ** 2).value;
  });
}

test('encodeProduct finds the first of the nearest centroids', () => {
  fc.assert(
    fc.property(shape, ({ parts, width, count, seed }) => {
      const random = seededRandom(seed);
      const vectors = smallIntegers(count * parts * width, random);
      const centroids = smallIntegers(parts * 256 * width, random);
      const expected = Array.from({ length: count * parts }, (_, code) => {
        const part = vectors.subarray(code * width, (code + 1) * width);
        const start = (code % parts) * 256 * width;
        const all = distances(part, centroids.subarray(start, start + 256 * width));
        return all.indexOf(Math.min(...all));
      });
      for (const [i, codes] of encode(vectors, centroids, parts, width).entries()) {
        expect([...codes], kindOf(i)).toEqual(expected);
      }
    }),
    // So many vectors that they are several blocks.
    { seed: 73, numRuns: 60, examples: [[{ parts: 3, width: 2, count: 131, shift: 0, seed: 1 }]] },
  );
});

test('encodeProduct finds a centroid that is nearest up to rounding', () => {
  fc.assert(
    fc.property(shape, ({ parts, width, count, seed }) => {
      const random = seededRandom(seed);
      const vectors = Float32Array.from({ length: count * parts * width }, () => 2 * random() - 1);
      const centroids = Float32Array.from({ length: parts * 256 * width }, () => 2 * random() - 1);
      for (const [kind, codes] of encode(vectors, centroids, parts, width).entries()) {
        for (const [i, code] of codes.entries()) {
          const start = (i % parts) * 256 * width;
          const part = vectors.subarray(i * width, (i + 1) * width);
          const all = distances(part, centroids.subarray(start, start + 256 * width));
          const excess = (all[code] as number) - Math.min(...all);
          expect(excess, kindOf(kind)).toBeLessThanOrEqual((width + 4) ** 2 * 2 ** -23);
        }
      }
    }),
    { seed: 74, numRuns: 40 },
  );
});

test('encodeProduct passes over centroids that are not finite, and gives 0 where there is nothing to compare', () => {
  const centroids = new Float32Array(256 * 3).fill(Number.POSITIVE_INFINITY);
  for (const codes of encode(Float32Array.of(1, 2, 3), centroids, 1, 3)) expect([...codes]).toEqual([0]);
  centroids.fill(5, 3 * 97, 3 * 98);
  const vectors = Float32Array.of(1, 2, 3, Number.NaN, 2, 3, 4, 5, 6);
  for (const codes of encode(vectors, centroids, 1, 3)) expect([...codes]).toEqual([97, 0, 97]);
});

function kindOf(index: number): string {
  return everyKind[index]?.kind ?? '';
}
