export function positionsAbove(scores: usize, count: usize, threshold: f64, positions: usize): usize {
  const limit = roundedDown(threshold);
  const limits = f32x4.splat(limit);
  const inSixteens = count & ~15;
  let position = positions;
  for (let i: usize = 0; i < inSixteens; i += 16) {
    const score = scores + (i << 2);
    const a = f32x4.gt(v128.load(score), limits);
    const b = f32x4.gt(v128.load(score, 16), limits);
    const c = f32x4.gt(v128.load(score, 32), limits);
    const d = f32x4.gt(v128.load(score, 48), limits);
    if (!v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) continue;
    let above = i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d)));
    while (above) {
      store<u32>(position, u32(i) + ctz(above));
      position += 4;
      above &= above - 1;
    }
  }
  for (let i = inSixteens; i < count; i++) {
    if (load<f32>(scores + (i << 2)) > limit) {
      store<u32>(position, u32(i));
      position += 4;
    }
  }
  return (position - positions) >> 2;
}

/**
 * The largest float32 that is not above a number, so that the same float32 numbers are above both. What was rounded up to
 * a zero is −0, below which come the negative numbers.
 */
function roundedDown(value: f64): f32 {
  const rounded = f32(value);
  if (!(f64(rounded) > value)) return rounded;
  return reinterpret<f32>(reinterpret<i32>(rounded) + (rounded > 0 ? -1 : 1));
}
