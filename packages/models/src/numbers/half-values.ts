let halves: Float32Array | undefined;

/** The value of each of the 65,536 16-bit floats (IEEE 754 binary16). */
export function halfValues(): Float32Array {
  halves ??= Float32Array.from({ length: 65_536 }, (_, bits) => {
    const exponent = (bits >> 10) & 31;
    const fraction = bits & 1023;
    const sign = bits < 32_768 ? 1 : -1;
    if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
    return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
  });
  return halves;
}
