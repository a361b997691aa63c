import { firstLanes, laneSum, multiplyAdd, select, variable } from './lanes';

/** Where sign, exponent and mantissa of a binary16 number come to lie in a float32. */
const placesOfBits: i32 = i32(0x8fffe000);
const placesOfExponent: i32 = 0x0f800000;
/** The difference of the biases of exponents, 127 and 15. */
const rebias: i32 = 112 << 23;

export function float16Scores(query: usize, records: usize, count: usize, dimensions: usize, scores: usize): void {
  const stride = dimensions << 1;
  let record = records;
  for (let i: usize = 0; i < count; i++) {
    store<f32>(scores + (i << 2), innerProduct(query, record, dimensions));
    record += stride;
  }
}

export function float16ScoresAt(
  query: usize,
  records: usize,
  rows: usize,
  count: usize,
  dimensions: usize,
  scores: usize,
): void {
  const stride = dimensions << 1;
  for (let i: usize = 0; i < count; i++) {
    const record = records + usize(load<u32>(rows + (i << 2))) * stride;
    store<f32>(scores + (i << 2), innerProduct(query, record, dimensions));
  }
}

function innerProduct(query: usize, record: usize, dimensions: usize): f32 {
  const bits = i32x4.splat(variable(placesOfBits, dimensions));
  const bias = i32x4.splat(variable(rebias, dimensions));
  const lowest = i16x8.splat(i16(variable(-0x7800, dimensions)));
  const ordinary = i16x8.splat(i16(variable(-0x7000, dimensions)));
  let sumA = f32x4.splat(0);
  let sumB = f32x4.splat(0);
  let sumC = f32x4.splat(0);
  let sumD = f32x4.splat(0);
  let q = query;
  let r = record;
  const endOfSixteens = record + ((dimensions & ~15) << 1);
  while (r < endOfSixteens) {
    let a = v128.and(i32x4.shl(v128.load16x4_s(r), 13), bits);
    let b = v128.and(i32x4.shl(v128.load16x4_s(r, 8), 13), bits);
    let c = v128.and(i32x4.shl(v128.load16x4_s(r, 16), 13), bits);
    let d = v128.and(i32x4.shl(v128.load16x4_s(r, 24), 13), bits);
    // Without the sign, and turned so that the exponents 0 and 31 come to be the least of all int16.
    const first = i16x8.add(i16x8.shl(v128.load(r), 1), lowest);
    const second = i16x8.add(i16x8.shl(v128.load(r, 16), 1), lowest);
    if (v128.any_true(i16x8.lt_s(i16x8.min_s(first, second), ordinary))) {
      a = extended(a);
      b = extended(b);
      c = extended(c);
      d = extended(d);
    } else {
      a = i32x4.add(a, bias);
      b = i32x4.add(b, bias);
      c = i32x4.add(c, bias);
      d = i32x4.add(d, bias);
    }
    sumA = multiplyAdd(a, v128.load(q), sumA);
    sumB = multiplyAdd(b, v128.load(q, 16), sumB);
    sumC = multiplyAdd(c, v128.load(q, 32), sumC);
    sumD = multiplyAdd(d, v128.load(q, 48), sumD);
    q += 64;
    r += 32;
  }
  const end = record + ((dimensions & ~3) << 1);
  while (r < end) {
    sumA = multiplyAdd(extended(v128.and(i32x4.shl(v128.load16x4_s(r), 13), bits)), v128.load(q), sumA);
    q += 16;
    r += 8;
  }
  if (dimensions & 3) {
    const mask = firstLanes(dimensions & 3);
    const numbers = extended(v128.and(i32x4.shl(v128.load16x4_s(r), 13), v128.and(bits, mask)));
    sumB = multiplyAdd(numbers, v128.and(v128.load(q), mask), sumB);
  }
  return laneSum(f32x4.add(f32x4.add(sumA, sumB), f32x4.add(sumC, sumD)));
}

/** The float32 numbers of binary16 numbers of any kind, whose bits are at their places. */
function extended(bits: v128): v128 {
  const exponent = v128.and(bits, i32x4.splat(placesOfExponent));
  const ordinary = i32x4.add(bits, i32x4.splat(rebias));
  // Without the leading one that subnormal numbers do not have, and with the exponent of the least ordinary ones.
  const least = v128.or(v128.and(bits, i32x4.splat(i32.MIN_VALUE)), i32x4.splat(113 << 23));
  const subnormal = f32x4.sub(f32x4.add(ordinary, ordinary), least);
  const infinite = v128.or(bits, i32x4.splat(255 << 23));
  return select(
    subnormal,
    select(infinite, ordinary, i32x4.eq(exponent, i32x4.splat(placesOfExponent))),
    i32x4.eq(exponent, i32x4.splat(0)),
  );
}
