import { integerLaneSums } from './lanes';

/** Bytes of the scale that a record begins with. */
const scaleBytes: usize = 4;

/** Bytes from one record to the next. */
export function recordStride(dimensions: usize): usize {
  return scaleBytes + dimensions;
}

/** A score from a record's scale, the factor of the query, and the sum over both their integers. */
export function storeScore(score: usize, record: usize, factor: f64, sum: i32): void {
  store<f32>(score, f32(f64(load<f32>(record)) * factor * f64(sum)));
}

/** The sum of the products of a query and a record. The query has zeros where the record has ended. */
export function sumOfProducts(query: usize, record: usize, dimensions: usize): i32 {
  let sums = i32x4.splat(0);
  let q = query;
  let r = record + scaleBytes;
  const end = r + dimensions;
  while (r < end) {
    sums = i32x4.add(sums, i32x4.dot_i16x8_s(v128.load(q), v128.load8x8_s(r)));
    q += 16;
    r += 8;
  }
  return i32x4.extract_lane(integerLaneSums(sums, sums, sums, sums), 0);
}

/** The same for four records. */
export function fourSumsOfProducts(query: usize, a: usize, b: usize, c: usize, d: usize, dimensions: usize): v128 {
  let sumsA = i32x4.splat(0);
  let sumsB = i32x4.splat(0);
  let sumsC = i32x4.splat(0);
  let sumsD = i32x4.splat(0);
  let q = query;
  let ra = a + scaleBytes;
  let rb = b + scaleBytes;
  let rc = c + scaleBytes;
  let rd = d + scaleBytes;
  const end = ra + dimensions;
  const endOfPairs = ra + (dimensions & ~15);
  while (ra < endOfPairs) {
    let part = v128.load(q);
    sumsA = i32x4.add(sumsA, i32x4.dot_i16x8_s(part, v128.load8x8_s(ra)));
    sumsB = i32x4.add(sumsB, i32x4.dot_i16x8_s(part, v128.load8x8_s(rb)));
    sumsC = i32x4.add(sumsC, i32x4.dot_i16x8_s(part, v128.load8x8_s(rc)));
    sumsD = i32x4.add(sumsD, i32x4.dot_i16x8_s(part, v128.load8x8_s(rd)));
    part = v128.load(q, 16);
    sumsA = i32x4.add(sumsA, i32x4.dot_i16x8_s(part, v128.load8x8_s(ra, 8)));
    sumsB = i32x4.add(sumsB, i32x4.dot_i16x8_s(part, v128.load8x8_s(rb, 8)));
    sumsC = i32x4.add(sumsC, i32x4.dot_i16x8_s(part, v128.load8x8_s(rc, 8)));
    sumsD = i32x4.add(sumsD, i32x4.dot_i16x8_s(part, v128.load8x8_s(rd, 8)));
    q += 32;
    ra += 16;
    rb += 16;
    rc += 16;
    rd += 16;
  }
  while (ra < end) {
    const part = v128.load(q);
    sumsA = i32x4.add(sumsA, i32x4.dot_i16x8_s(part, v128.load8x8_s(ra)));
    sumsB = i32x4.add(sumsB, i32x4.dot_i16x8_s(part, v128.load8x8_s(rb)));
    sumsC = i32x4.add(sumsC, i32x4.dot_i16x8_s(part, v128.load8x8_s(rc)));
    sumsD = i32x4.add(sumsD, i32x4.dot_i16x8_s(part, v128.load8x8_s(rd)));
    q += 16;
    ra += 8;
    rb += 8;
    rc += 8;
    rd += 8;
  }
  return integerLaneSums(sumsA, sumsB, sumsC, sumsD);
}
