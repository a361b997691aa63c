export function largestOfRows(matrix: usize, rows: usize, columns: usize, positions: usize, values: usize): void {
  let row = matrix;
  for (let i: usize = 0; i < rows; i++) {
    const largest = largestOf(row, columns);
    let position: usize = 0;
    let value: f32 = -Infinity;
    if (largest > -Infinity) {
      position = firstEqual(row, columns, largest);
      value = load<f32>(row + (position << 2)); // of two zeros the one that comes first
    }
    store<u32>(positions + (i << 2), u32(position));
    store<f32>(values + (i << 2), value);
    row += columns << 2;
  }
}

/** The largest number; NaN counts as −∞. */
function largestOf(row: usize, columns: usize): f32 {
  let a = f32x4.splat(-Infinity);
  let b = a;
  let c = a;
  let d = a;
  let next = row;
  const end = row + (columns << 2);
  const endOfSixteens = row + ((columns & ~15) << 2);
  while (next < endOfSixteens) {
    a = f32x4.pmax(a, v128.load(next));
    b = f32x4.pmax(b, v128.load(next, 16));
    c = f32x4.pmax(c, v128.load(next, 32));
    d = f32x4.pmax(d, v128.load(next, 48));
    next += 64;
  }
  a = f32x4.pmax(f32x4.pmax(a, b), f32x4.pmax(c, d));
  a = f32x4.pmax(a, v128.shuffle<f32>(a, a, 2, 3, 0, 1));
  let largest = f32x4.extract_lane(f32x4.pmax(a, v128.shuffle<f32>(a, a, 1, 0, 3, 2)), 0);
  while (next < end) {
    const value = load<f32>(next);
    if (value > largest) largest = value;
    next += 4;
  }
  return largest;
}

/** The position of the first number that equals `value`, which is one of them. */
function firstEqual(row: usize, columns: usize, value: f32): usize {
  const wanted = f32x4.splat(value);
  for (let i: usize = 0; i < columns; i += 4) {
    const equal = i32x4.bitmask(f32x4.eq(v128.load(row + (i << 2)), wanted));
    if (equal) return i + usize(ctz(equal));
  }
  return 0;
}
