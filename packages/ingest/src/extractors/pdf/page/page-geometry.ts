/** An affine map `[a, b, c, d, e, f]`: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** How the coordinates of a page's content become those of the upright page. */
export interface PageGeometry {
  /** Of the upright page, in points. */
  readonly width: number;
  readonly height: number;
  readonly toUpright: Matrix;
}

/**
 * The map from a page's user space to points from the lower left corner of the page as it is seen: its crop box turned
 * clockwise by `/Rotate` (ISO 32000-1, 7.7.3.3).
 */
export function pageGeometry(view: readonly number[], rotate: number): PageGeometry {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = view;
  const [width, height] = [x1 - x0, y1 - y0];
  switch ((((Math.round(rotate / 90) * 90) % 360) + 360) % 360) {
    case 90:
      return { width: height, height: width, toUpright: [0, -1, 1, 0, -y0, x1] };
    case 180:
      return { width, height, toUpright: [-1, 0, 0, -1, x1, y1] };
    case 270:
      return { width: height, height: width, toUpright: [0, 1, -1, 0, y1, -x0] };
    default:
      return { width, height, toUpright: [1, 0, 0, 1, -x0, -y0] };
  }
}

/** The map that applies `second` first, then `first`. */
export function multiply(first: Matrix, second: readonly number[]): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = second;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Where a map takes a point. */
function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** The smallest upright rectangle that holds what becomes of a rectangle. */
export function mapBox(matrix: Matrix, box: readonly number[]): readonly [number, number, number, number] {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  const corners = [apply(matrix, x0, y0), apply(matrix, x1, y0), apply(matrix, x0, y1), apply(matrix, x1, y1)];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
