import { orthonormalize } from './orthonormalize.ts';
import type { Pacer } from './pacer.ts';
import { type PanelMatrix, projectOperator, type SymmetricOperator, squareRows } from './panel-matrix.ts';
import { symmetricEigenvalues } from './symmetric-eigen.ts';

/** How a subspace is iterated. */
export interface SubspaceIterationOptions {
  readonly operator: SymmetricOperator;
  readonly iterations: number;
  readonly pacer: Pacer;
}

/** The nodes of the Chebyshev polynomial of degree 2 on the interval from 0 to 1. */
const chebyshevNodes = [(1 - Math.SQRT1_2) / 2, (1 + Math.SQRT1_2) / 2] as const;

/**
 * An orthonormal basis of a space that comes near to that of the largest eigenvalues of `A`, by subspace iteration: `A`
 * is applied again and again, with orthonormalization in between.
 *
 * The spectrum of a collection of texts falls slowly, and so the iteration would converge slowly. Each step but the
 * first therefore applies `A - shift` in place of `A`: the smallest Ritz value bounds from below the eigenvalues that are
 * wanted, and shifts that go through the Chebyshev nodes between 0 and that bound damp what lies there most (dashSVD of
 * Feng et al. 2024 has a single node). It saves about half of the steps. The bound is that of the step before: so each
 * panel is replaced as soon as it is multiplied, and only one matrix of this size is needed.
 *
 * @param start where to begin; it is overwritten, and the result lies in its panels
 */
export async function iterateSubspace(
  start: PanelMatrix,
  { operator, iterations, pacer }: SubspaceIterationOptions,
): Promise<PanelMatrix> {
  let basis = await orthonormalize(start, pacer);
  let bound = 0;
  for (let step = 0; step < iterations; step++) {
    const shift = bound * (chebyshevNodes[step % 2] as number);
    const projected = await projectOperator(basis, operator, pacer, (image, panel) => {
      for (let at = 0; at < panel.length; at++) panel[at] = (image[at] as number) - shift * (panel[at] as number);
    });
    const values = await symmetricEigenvalues(squareRows(projected), pacer);
    bound = Math.max(bound, values.at(-1) ?? 0);
    basis = await orthonormalize(basis, pacer);
  }
  return orthonormalize(basis, pacer);
}
