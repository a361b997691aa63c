/** The inner product of `length` numbers of two arrays. Four sums, so that an addition need not wait for the last one. */
export function innerProduct(
  a: Float32Array,
  startOfA: number,
  b: Float32Array,
  startOfB: number,
  length: number,
): number {
  const whole = length - (length % 4);
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let i = 0; i < whole; i += 4) {
    first += (a[startOfA + i] as number) * (b[startOfB + i] as number);
    second += (a[startOfA + i + 1] as number) * (b[startOfB + i + 1] as number);
    third += (a[startOfA + i + 2] as number) * (b[startOfB + i + 2] as number);
    fourth += (a[startOfA + i + 3] as number) * (b[startOfB + i + 3] as number);
  }
  for (let i = whole; i < length; i++) first += (a[startOfA + i] as number) * (b[startOfB + i] as number);
  return first + second + third + fourth;
}
