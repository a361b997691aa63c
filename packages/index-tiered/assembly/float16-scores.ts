import { laneSum, multiplyAdd } from './lanes';

/** Where sign, exponent and mantissa of a binary16 number come to lie in a float32, 112 exponents too low. */
const binary16Bits: i32 = i32(0x8fffe000);
/** 2¹¹², which lifts them to their place; the multiplication also normalizes what was subnormal. */
const lift = reinterpret<f32>(0x77800000);
/** The largest bits of a finite number, without its sign. */
const largestFinite: i16 = 0x7bff;

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
  const bits = i32x4.splat(binary16Bits);
  const scale = f32x4.splat(lift);
  let low = f32x4.splat(0);
  let high = f32x4.splat(0);
  let largest = i16x8.splat(0);
  let q = query;
  let r = record;
  const end = record + ((dimensions & ~7) << 1);
  while (r < end) {
    const halves = v128.load(r);
    largest = i16x8.max_u(largest, v128.and(halves, i16x8.splat(0x7fff)));
    const first = v128.and(i32x4.shl(i32x4.extend_low_i16x8_s(halves), 13), bits);
    const second = v128.and(i32x4.shl(i32x4.extend_high_i16x8_s(halves), 13), bits);
    low = multiplyAdd(f32x4.mul(first, scale), v128.load(q), low);
    high = multiplyAdd(f32x4.mul(second, scale), v128.load(q, 16), high);
    q += 32;
    r += 16;
  }
  if (v128.any_true(i16x8.gt_u(largest, i16x8.splat(largestFinite)))) return carefulProduct(query, record, dimensions);
  let product = laneSum(f32x4.add(low, high));
  const last = record + (dimensions << 1);
  while (r < last) {
    product += numberOf(load<u16>(r)) * load<f32>(q);
    q += 4;
    r += 2;
  }
  return product;
}

/** The inner product with a record that holds infinite numbers or NaN. */
function carefulProduct(query: usize, record: usize, dimensions: usize): f32 {
  let product: f32 = 0;
  for (let i: usize = 0; i < dimensions; i++) {
    product += numberOf(load<u16>(record + (i << 1))) * load<f32>(query + (i << 2));
  }
  return product;
}

/** The value of a binary16 number. */
function numberOf(half: u32): f32 {
  const magnitude = half & 0x7fff;
  const sign = (half & 0x8000) << 16;
  if (magnitude > u32(largestFinite)) return reinterpret<f32>(sign | 0x7f800000 | (magnitude << 13));
  return reinterpret<f32>(sign | (magnitude << 13)) * lift;
}
