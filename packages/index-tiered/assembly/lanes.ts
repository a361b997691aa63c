/** The sums of the int32 lanes of four vectors. */
export function integerLaneSums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
  return i32x4.add(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
}

/** The sums of the float32 lanes of four vectors. */
export function laneSums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 1, 5), v128.shuffle<f32>(a, b, 2, 6, 3, 7));
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 1, 5), v128.shuffle<f32>(c, d, 2, 6, 3, 7));
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7));
}

/** The sum of the float32 lanes of a vector. */
export function laneSum(a: v128): f32 {
  return f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 2) + (f32x4.extract_lane(a, 1) + f32x4.extract_lane(a, 3));
}

/** All bits of the first `count` lanes of 32 bits. */
export function firstLanes(count: usize): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(i32(count)));
}

/** `a · b + c`, in one step and with one rounding where the build may use relaxed SIMD and the machine can. */
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? f32x4.relaxed_madd(a, b, c) : f32x4.add(f32x4.mul(a, b), c);
}

/** The lanes of `a` where those of a mask are all ones, those of `b` where they are all zeros. */
export function select(a: v128, b: v128, mask: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? i32x4.relaxed_laneselect(a, b, mask) : v128.bitselect(a, b, mask);
}

/**
 * The same number, but not a constant to the engine, as long as `length` is below 2³¹. V8 makes a vector of constants anew
 * each time it is used, in three or four instructions; of a variable it makes one and keeps it.
 */
export function variable(constant: i32, length: usize): i32 {
  return constant ^ (i32(length) >> 31);
}
