import { firstLanes, laneSum, laneSums, multiplyAdd } from './lanes';

/** Rows of `a` of about so many bytes stay in the second-level cache while all rows of `b` pass over them. */
const blockBytes: usize = 1 << 17;

/** What is summed over the elements of two rows: their products. */
export class Products {}
/** What is summed over the elements of two rows: the squares of their differences. */
export class SquaredDifferences {}

/** `sums[i · bRows + j] = Σ` of what `Of` says, over the `depth` elements of row `i` of `a` and row `j` of `b`. */
export function sumsOfPairs<Of>(a: usize, aRows: usize, b: usize, bRows: usize, depth: usize, sums: usize): void {
  const stride = depth << 2;
  const sumStride = bRows << 2;
  const perBlock = max<usize>((blockBytes / max<usize>(stride, 1)) & ~1, 2);
  const bInFours = bRows & ~3;
  for (let start: usize = 0; start < aRows; start += perBlock) {
    const block = a + start * stride;
    const blockSums = sums + start * sumStride;
    const blockRows = min<usize>(perBlock, aRows - start);
    for (let j: usize = 0; j < bInFours; j += 4) {
      fourColumns<Of>(block, blockRows, b + j * stride, depth, blockSums + (j << 2), sumStride);
    }
    for (let j = bInFours; j < bRows; j++) {
      oneColumn<Of>(block, blockRows, b + j * stride, depth, blockSums + (j << 2), sumStride);
    }
  }
}

/** The sums of all rows of `a` with four rows of `b`. */
function fourColumns<Of>(a: usize, aRows: usize, b: usize, depth: usize, sums: usize, sumStride: usize): void {
  const stride = depth << 2;
  const inTwos = aRows & ~1;
  let row = a;
  let sum = sums;
  for (let i: usize = 0; i < inTwos; i += 2) {
    tile<Of>(row, b, depth, sum, sum + sumStride);
    row += stride << 1;
    sum += sumStride << 1;
  }
  if (inTwos < aRows) v128.store(sum, fourSums<Of>(row, b, depth));
}

/** The sums of all rows of `a` with one row of `b`. */
function oneColumn<Of>(a: usize, aRows: usize, b: usize, depth: usize, sums: usize, sumStride: usize): void {
  const stride = depth << 2;
  const inFours = aRows & ~3;
  let row = a;
  let sum = sums;
  for (let i: usize = 0; i < inFours; i += 4) {
    const four = fourSums<Of>(b, row, depth);
    v128.store_lane<f32>(sum, four, 0);
    v128.store_lane<f32>(sum + sumStride, four, 1);
    v128.store_lane<f32>(sum + sumStride * 2, four, 2);
    v128.store_lane<f32>(sum + sumStride * 3, four, 3);
    row += stride << 2;
    sum += sumStride << 2;
  }
  for (let i = inFours; i < aRows; i++) {
    store<f32>(sum, oneSum<Of>(row, b, depth));
    row += stride;
    sum += sumStride;
  }
}

/** The sums of two rows with four. */
function tile<Of>(a: usize, b: usize, depth: usize, sumsA: usize, sumsB: usize): void {
  const stride = depth << 2;
  let s00 = f32x4.splat(0);
  let s01 = f32x4.splat(0);
  let s02 = f32x4.splat(0);
  let s03 = f32x4.splat(0);
  let s10 = f32x4.splat(0);
  let s11 = f32x4.splat(0);
  let s12 = f32x4.splat(0);
  let s13 = f32x4.splat(0);
  let a0 = a;
  let a1 = a0 + stride;
  let b0 = b;
  let b1 = b0 + stride;
  let b2 = b1 + stride;
  let b3 = b2 + stride;
  const end = a + (stride & ~15);
  while (a0 < end) {
    const x0 = v128.load(a0);
    const x1 = v128.load(a1);
    let y = v128.load(b0);
    s00 = added<Of>(x0, y, s00);
    s10 = added<Of>(x1, y, s10);
    y = v128.load(b1);
    s01 = added<Of>(x0, y, s01);
    s11 = added<Of>(x1, y, s11);
    y = v128.load(b2);
    s02 = added<Of>(x0, y, s02);
    s12 = added<Of>(x1, y, s12);
    y = v128.load(b3);
    s03 = added<Of>(x0, y, s03);
    s13 = added<Of>(x1, y, s13);
    a0 += 16;
    a1 += 16;
    b0 += 16;
    b1 += 16;
    b2 += 16;
    b3 += 16;
  }
  const rest = depth & 3;
  if (rest) {
    const mask = firstLanes(rest);
    const x0 = v128.and(v128.load(a0), mask);
    const x1 = v128.and(v128.load(a1), mask);
    let y = v128.and(v128.load(b0), mask);
    s00 = added<Of>(x0, y, s00);
    s10 = added<Of>(x1, y, s10);
    y = v128.and(v128.load(b1), mask);
    s01 = added<Of>(x0, y, s01);
    s11 = added<Of>(x1, y, s11);
    y = v128.and(v128.load(b2), mask);
    s02 = added<Of>(x0, y, s02);
    s12 = added<Of>(x1, y, s12);
    y = v128.and(v128.load(b3), mask);
    s03 = added<Of>(x0, y, s03);
    s13 = added<Of>(x1, y, s13);
  }
  v128.store(sumsA, laneSums(s00, s01, s02, s03));
  v128.store(sumsB, laneSums(s10, s11, s12, s13));
}

/** The sums of one row with four. */
export function fourSums<Of>(a: usize, b: usize, depth: usize): v128 {
  const stride = depth << 2;
  let s0 = f32x4.splat(0);
  let s1 = f32x4.splat(0);
  let s2 = f32x4.splat(0);
  let s3 = f32x4.splat(0);
  let x = a;
  let b0 = b;
  let b1 = b0 + stride;
  let b2 = b1 + stride;
  let b3 = b2 + stride;
  const end = a + (stride & ~15);
  while (x < end) {
    const part = v128.load(x);
    s0 = added<Of>(part, v128.load(b0), s0);
    s1 = added<Of>(part, v128.load(b1), s1);
    s2 = added<Of>(part, v128.load(b2), s2);
    s3 = added<Of>(part, v128.load(b3), s3);
    x += 16;
    b0 += 16;
    b1 += 16;
    b2 += 16;
    b3 += 16;
  }
  const rest = depth & 3;
  if (rest) {
    const mask = firstLanes(rest);
    const part = v128.and(v128.load(x), mask);
    s0 = added<Of>(part, v128.and(v128.load(b0), mask), s0);
    s1 = added<Of>(part, v128.and(v128.load(b1), mask), s1);
    s2 = added<Of>(part, v128.and(v128.load(b2), mask), s2);
    s3 = added<Of>(part, v128.and(v128.load(b3), mask), s3);
  }
  return laneSums(s0, s1, s2, s3);
}

/** The sum of one row with another. */
function oneSum<Of>(a: usize, b: usize, depth: usize): f32 {
  let sum = f32x4.splat(0);
  let x = a;
  let y = b;
  const end = a + ((depth & ~3) << 2);
  while (x < end) {
    sum = added<Of>(v128.load(x), v128.load(y), sum);
    x += 16;
    y += 16;
  }
  const rest = depth & 3;
  if (rest) {
    const mask = firstLanes(rest);
    sum = added<Of>(v128.and(v128.load(x), mask), v128.and(v128.load(y), mask), sum);
  }
  return laneSum(sum);
}

function added<Of>(x: v128, y: v128, sum: v128): v128 {
  if (idof<Of>() === idof<Products>()) return multiplyAdd(x, y, sum);
  const difference = f32x4.sub(x, y);
  return multiplyAdd(difference, difference, sum);
}
