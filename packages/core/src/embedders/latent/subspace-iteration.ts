import { orthonormalize } from './orthonormalize.ts';
import type { Pacer } from './pacer.ts';
import { type PanelMatrix, squareRows, symmetricProduct } from './panel-matrix.ts';
import { symmetricEigenvalues } from './symmetric-eigen.ts';

/** Writes `A · source` to the target's panels, for a symmetric `A` without negative eigenvalues. */
export type SymmetricOperator = (source: PanelMatrix, target: readonly Float64Array[]) => Promise<PanelMatrix>;

/** How a subspace is iterated. */
export interface SubspaceIterationOptions {
  readonly multiply: SymmetricOperator;
  readonly iterations: number;
  readonly pacer: Pacer;
}

/** The nodes of the Chebyshev polynomial of degree 2 on the interval from 0 to 1. */
const chebyshevNodes = [(1 - Math.SQRT1_2) / 2, (1 + Math.SQRT1_2) / 2] as const;

/**
 * An orthonormal basis of a space that comes near to that of the largest eigenvalues of `A`, by subspace iteration: `A`
 * is applied again and again, with orthonormalization in between.
 *
 * The spectrum of a collection of texts falls slowly, and so the iteration would converge slowly. Each step therefore
 * applies `A - shift` in place of `A`: the smallest Ritz value bounds from below the eigenvalues that are wanted, and
 * shifts that go through the Chebyshev nodes between 0 and that bound damp what lies there most (dashSVD of Feng et al.
 * 2024 has a single node). It saves about half of the steps.
 *
 * @param start where to begin; its panels are overwritten
 * @param spare as many panels, which are overwritten too; after it, the result lies in one of both and the other is
 * free
 */
export async function iterateSubspace(
  start: PanelMatrix,
  spare: readonly Float64Array[],
  { multiply, iterations, pacer }: SubspaceIterationOptions,
): Promise<{ basis: PanelMatrix; free: readonly Float64Array[] }> {
  const images = start.panels;
  let basis = await orthonormalize(start, spare, pacer);
  let bound = 0;
  for (let step = 0; step < iterations; step++) {
    const image = await multiply(basis, images);
    const projected = await symmetricProduct(basis, image, pacer);
    const values = await symmetricEigenvalues(squareRows(projected), pacer);
    bound = Math.max(bound, values.at(-1) ?? 0);
    await subtract(image, basis, bound * (chebyshevNodes[step % 2] as number), pacer);
    basis = await orthonormalize(image, spare, pacer);
  }
  return { basis: await orthonormalize(basis, images, pacer), free: spare };
}

/** `matrix -= factor · other`. */
async function subtract(matrix: PanelMatrix, other: PanelMatrix, factor: number, pacer: Pacer): Promise<void> {
  for (const [i, panel] of matrix.panels.entries()) {
    const subtracted = other.panels[i] as Float64Array;
    for (let at = 0; at < panel.length; at++) panel[at] = (panel[at] as number) - factor * (subtracted[at] as number);
    if (pacer.due()) await pacer.rest();
  }
}
