import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orthonormalize } from '../../src/embedders/latent/orthonormalize.ts';
import { createPacer } from '../../src/embedders/latent/pacer.ts';
import { createPanelMatrix, type PanelMatrix, panelWidth } from '../../src/embedders/latent/panel-matrix.ts';
import { type Dense, distance, identity, multiply, transpose } from './dense.ts';

function toPanels(rows: Dense): PanelMatrix {
  const matrix = createPanelMatrix(rows.length, rows[0]?.length ?? 0);
  for (const [i, row] of rows.entries()) {
    for (const [j, value] of row.entries()) {
      (matrix.panels[Math.floor(j / panelWidth)] as Float64Array)[i * panelWidth + (j % panelWidth)] = value;
    }
  }
  return matrix;
}

const toRows = (matrix: PanelMatrix): Dense =>
  Array.from({ length: matrix.rows }, (_, i) =>
    Array.from(
      { length: matrix.columns },
      (_, j) => matrix.panels[Math.floor(j / panelWidth)]?.[i * panelWidth + (j % panelWidth)] as number,
    ),
  );

async function basisOf(rows: Dense): Promise<Dense> {
  const once = await orthonormalize(toPanels(rows), createPacer());
  return toRows(await orthonormalize(once, createPacer()));
}

describe('orthonormalize', () => {
  test('gives an orthonormal basis that spans all columns, however they depend on each other', async () => {
    const value = fc.integer({ min: -8, max: 8 });
    const matrices = fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 20 }))
      .chain(([rows, columns]) =>
        fc.array(fc.array(value, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
      );
    await fc.assert(
      fc.asyncProperty(matrices, async (matrix) => {
        const basis = await basisOf(matrix);
        const width = basis[0]?.length ?? 0;
        expect(width).toBeLessThanOrEqual(matrix.length);
        expect(distance(multiply(transpose(basis), basis), identity(width))).toBeLessThan(1e-12);
        if (width === 0) expect(matrix.flat().every((entry) => entry === 0)).toBe(true);
        else expect(distance(multiply(basis, multiply(transpose(basis), matrix)), matrix)).toBeLessThan(1e-3);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  test('does not depend on the lengths of the columns', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => [1e-120 * Math.sin(i), 1e120 * Math.cos(i), (i % 7) - 3]);
    const basis = await basisOf(rows);
    expect(basis[0]?.length).toBe(3);
    expect(distance(multiply(transpose(basis), basis), identity(3))).toBeLessThan(1e-12);
  });

  test('needs no second matrix', async () => {
    const source = toPanels(Array.from({ length: 600 }, (_, i) => [Math.sin(i), Math.cos(i), 1]));
    const basis = await orthonormalize(source, createPacer());
    expect(basis.panels[0]?.buffer).toBe(source.panels[0]?.buffer);
  });
});
