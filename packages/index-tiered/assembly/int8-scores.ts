import { fourSumsOfProducts, recordStride, storeScore, sumOfProducts } from './int8-records';

export function int8Scores(
  query: usize,
  factor: f64,
  records: usize,
  count: usize,
  dimensions: usize,
  scores: usize,
): void {
  const stride = recordStride(dimensions);
  const inFours = count & ~3;
  let record = records;
  for (let i: usize = 0; i < inFours; i += 4) {
    const next = record + stride;
    const third = next + stride;
    const fourth = third + stride;
    scoreFour(query, factor, record, next, third, fourth, dimensions, scores + (i << 2));
    record = fourth + stride;
  }
  for (let i = inFours; i < count; i++) {
    storeScore(scores + (i << 2), record, factor, sumOfProducts(query, record, dimensions));
    record += stride;
  }
}

export function int8ScoresAt(
  query: usize,
  factor: f64,
  records: usize,
  rows: usize,
  count: usize,
  dimensions: usize,
  scores: usize,
): void {
  const stride = recordStride(dimensions);
  const inFours = count & ~3;
  for (let i: usize = 0; i < inFours; i += 4) {
    const row = rows + (i << 2);
    const first = records + usize(load<u32>(row)) * stride;
    const second = records + usize(load<u32>(row, 4)) * stride;
    const third = records + usize(load<u32>(row, 8)) * stride;
    const fourth = records + usize(load<u32>(row, 12)) * stride;
    scoreFour(query, factor, first, second, third, fourth, dimensions, scores + (i << 2));
  }
  for (let i = inFours; i < count; i++) {
    const record = records + usize(load<u32>(rows + (i << 2))) * stride;
    storeScore(scores + (i << 2), record, factor, sumOfProducts(query, record, dimensions));
  }
}

function scoreFour(
  query: usize,
  factor: f64,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  dimensions: usize,
  scores: usize,
): void {
  const sums = fourSumsOfProducts(query, a, b, c, d, dimensions);
  storeScore(scores, a, factor, i32x4.extract_lane(sums, 0));
  storeScore(scores + 4, b, factor, i32x4.extract_lane(sums, 1));
  storeScore(scores + 8, c, factor, i32x4.extract_lane(sums, 2));
  storeScore(scores + 12, d, factor, i32x4.extract_lane(sums, 3));
}
