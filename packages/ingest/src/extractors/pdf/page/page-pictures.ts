import { type Matrix, mapBox, multiply } from './page-geometry.ts';

/** From this share of the page on, a picture may be a scan. */
const leastCoverage = 0.1;
/** From so many lines and areas on, a drawing may hold letters that were turned into outlines. */
const leastPaths = 150;
/** Pictures with a side shorter than this are lines and dots. */
const leastSide = 5;

/** The numbers of the operators that count here, from `OPS` of pdf.js. */
export type PictureOperators = Readonly<Record<string, number>>;

/** What a page draws, as pdf.js lists it. */
export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/**
 * Whether a page shows a picture, or a drawing, that may hold text. Images are not decoded for that: pdf.js leaves them
 * out by `maxImageSize: 0`, but what stays is the map of the unit square to the place where they would have been drawn.
 */
export function showsPicture(
  list: OperatorList,
  operators: PictureOperators,
  page: { readonly width: number; readonly height: number; readonly toUpright: Matrix },
): boolean {
  const squares = new Set<string>();
  const saved: Matrix[] = [];
  let current = page.toUpright;
  let covered = 0;
  let paths = 0;
  const enter = (matrix: unknown) => {
    if (Array.isArray(matrix) || ArrayBuffer.isView(matrix))
      current = multiply(current, Array.from(matrix as number[]));
  };
  for (const [index, operator] of list.fnArray.entries()) {
    const values = (list.argsArray[index] ?? []) as readonly unknown[];
    switch (operator) {
      case operators.save:
        saved.push(current);
        break;
      case operators.restore:
      case operators.paintFormXObjectEnd:
      case operators.endAnnotation:
        current = saved.pop() ?? page.toUpright;
        break;
      case operators.paintFormXObjectBegin:
        saved.push(current);
        enter(values[0]);
        break;
      case operators.beginAnnotation:
        saved.push(current);
        current = page.toUpright;
        enter(values[2]);
        enter(values[3]);
        break;
      case operators.transform: {
        enter(values);
        const [x0, y0, x1, y1] = mapBox(current, [0, 0, 1, 1]);
        const width = Math.min(x1, page.width) - Math.max(x0, 0);
        const height = Math.min(y1, page.height) - Math.max(y0, 0);
        const key = [x0, y0, x1, y1].map(Math.round).join();
        if (!(width >= leastSide && height >= leastSide) || squares.has(key)) break;
        squares.add(key);
        covered += width * height;
        break;
      }
      case operators.constructPath:
        paths++;
        break;
      default:
    }
    if (covered >= leastCoverage * page.width * page.height || paths >= leastPaths) return true;
  }
  return false;
}
