import { multiplyAdd, select, variable } from './lanes';

/** Centroids of a part. */
const centroidsPerPart: usize = 256;
/** Bytes of one row of a part's transposed centroids. */
const columnBytes: usize = centroidsPerPart << 2;
/** So many vectors are encoded part by part while the centroids of a part are in the cache. */
const vectorsPerBlock: usize = 64;

export function encodeProduct(
  vectors: usize,
  count: usize,
  columns: usize,
  norms: usize,
  parts: usize,
  width: usize,
  codes: usize,
): void {
  const stride = (parts * width) << 2;
  for (let start: usize = 0; start < count; start += vectorsPerBlock) {
    const end = min<usize>(start + vectorsPerBlock, count);
    for (let m: usize = 0; m < parts; m++) {
      const partColumns = columns + m * width * columnBytes;
      const partNorms = norms + m * columnBytes;
      for (let i = start; i < end; i += 2) {
        // The last of an odd number makes a pair with itself.
        const next = i + 1 < end ? i + 1 : i;
        const part = vectors + ((m * width) << 2);
        encodePart(
          part + i * stride,
          part + next * stride,
          partColumns,
          partNorms,
          width,
          codes + i * parts + m,
          codes + next * parts + m,
        );
      }
    }
  }
}

/**
 * The codes of one part of two vectors. The nearest centroid has the largest `x · c − ‖c‖² / 2`, since
 * `‖x − c‖² = ‖x‖² − 2 · (x · c − ‖c‖² / 2)`.
 */
function encodePart(
  x: usize,
  y: usize,
  columns: usize,
  norms: usize,
  width: usize,
  codeOfX: usize,
  codeOfY: usize,
): void {
  const half = i32x4.splat(variable(reinterpret<i32>(<f32>-0.5), width));
  let bestOfX = f32x4.splat(-Infinity);
  let bestOfY = bestOfX;
  let stepOfX = i32x4.splat(0);
  let stepOfY = stepOfX;
  // Four centroids at a time; each lane is always of the same ones of four.
  let step = i32x4.splat(0);
  const end = columns + (centroidsPerPart << 2);
  let norm = norms;
  for (let tile = columns; tile < end; tile += 64) {
    let x0 = f32x4.mul(v128.load(norm), half);
    let x1 = f32x4.mul(v128.load(norm, 16), half);
    let x2 = f32x4.mul(v128.load(norm, 32), half);
    let x3 = f32x4.mul(v128.load(norm, 48), half);
    let y0 = x0;
    let y1 = x1;
    let y2 = x2;
    let y3 = x3;
    let column = tile;
    let offset: usize = 0;
    for (let j: usize = 0; j < width; j++) {
      const xs = v128.load32_splat(x + offset);
      const ys = v128.load32_splat(y + offset);
      let c = v128.load(column);
      x0 = multiplyAdd(xs, c, x0);
      y0 = multiplyAdd(ys, c, y0);
      c = v128.load(column, 16);
      x1 = multiplyAdd(xs, c, x1);
      y1 = multiplyAdd(ys, c, y1);
      c = v128.load(column, 32);
      x2 = multiplyAdd(xs, c, x2);
      y2 = multiplyAdd(ys, c, y2);
      c = v128.load(column, 48);
      x3 = multiplyAdd(xs, c, x3);
      y3 = multiplyAdd(ys, c, y3);
      column += columnBytes;
      offset += 4;
    }
    stepOfX = select(step, stepOfX, f32x4.gt(x0, bestOfX));
    stepOfY = select(step, stepOfY, f32x4.gt(y0, bestOfY));
    bestOfX = f32x4.pmax(bestOfX, x0);
    bestOfY = f32x4.pmax(bestOfY, y0);
    step = i32x4.sub(step, i32x4.splat(-1));
    stepOfX = select(step, stepOfX, f32x4.gt(x1, bestOfX));
    stepOfY = select(step, stepOfY, f32x4.gt(y1, bestOfY));
    bestOfX = f32x4.pmax(bestOfX, x1);
    bestOfY = f32x4.pmax(bestOfY, y1);
    step = i32x4.sub(step, i32x4.splat(-1));
    stepOfX = select(step, stepOfX, f32x4.gt(x2, bestOfX));
    stepOfY = select(step, stepOfY, f32x4.gt(y2, bestOfY));
    bestOfX = f32x4.pmax(bestOfX, x2);
    bestOfY = f32x4.pmax(bestOfY, y2);
    step = i32x4.sub(step, i32x4.splat(-1));
    stepOfX = select(step, stepOfX, f32x4.gt(x3, bestOfX));
    stepOfY = select(step, stepOfY, f32x4.gt(y3, bestOfY));
    bestOfX = f32x4.pmax(bestOfX, x3);
    bestOfY = f32x4.pmax(bestOfY, y3);
    step = i32x4.sub(step, i32x4.splat(-1));
    norm += 64;
  }
  store<u8>(codeOfX, u8(indexOfLargest(bestOfX, stepOfX)));
  store<u8>(codeOfY, u8(indexOfLargest(bestOfY, stepOfY)));
}

/** The least index among the lanes with the largest value, given which four of the centroids each is of. */
function indexOfLargest(values: v128, steps: v128): i32 {
  const indexes = i32x4.add(i32x4.shl(steps, 2), i32x4(0, 1, 2, 3));
  const pairs = f32x4.pmax(values, v128.shuffle<f32>(values, values, 2, 3, 0, 1));
  const largest = f32x4.pmax(pairs, v128.shuffle<f32>(pairs, pairs, 1, 0, 3, 2));
  const candidates = v128.bitselect(indexes, i32x4.splat(i32.MAX_VALUE), f32x4.eq(values, largest));
  const least = i32x4.min_s(candidates, v128.shuffle<i32>(candidates, candidates, 2, 3, 0, 1));
  return i32x4.extract_lane(i32x4.min_s(least, v128.shuffle<i32>(least, least, 1, 0, 3, 2)), 0);
}
