/** A query of integers, as the int8 kernels take it. */
export interface IntegerQuery {
  /** As many as dimensions rounded up to a multiple of 8, zeros behind the last dimension. */
  readonly values: Int16Array;
  /** What one unit stands for; 0 for the zero query. */
  readonly factor: number;
}

/** The largest int32. */
const largestSum = 2 ** 31 - 1;
/** The largest magnitude of an int8, whatever the bytes of a record are. */
const largestComponent = 128;
const largestInteger = 32_767;

/**
 * Rounds a query to the largest integers with which no sum over an int8 record can leave the int32 numbers: at most 32767,
 * and less where their magnitudes together would be more than 2³¹ / 128. A query that is not finite has a factor that is
 * not, and so have its scores.
 *
 * @param values memory for the result, for whoever rounds many: theirs would lie about until the collector comes
 */
export function integerQuery(
  vector: Float32Array | Float64Array,
  dimensions: number,
  values: Int16Array = new Int16Array(Math.ceil(dimensions / 8) * 8),
): IntegerQuery {
  values.fill(0);
  let largest = 0;
  for (let i = 0; i < dimensions; i++) largest = Math.max(largest, Math.abs(vector[i] as number));
  if (largest === 0) return { values, factor: 0 };
  let magnitudes = 0;
  for (let i = 0; i < dimensions; i++) magnitudes += Math.abs(vector[i] as number) / largest;
  // Each may be rounded up by a half.
  const room = Math.floor(largestSum / largestComponent) - dimensions / 2;
  const unit = Math.max(1 / largestInteger, magnitudes / room);
  for (let i = 0; i < dimensions; i++) values[i] = Math.round((vector[i] as number) / largest / unit);
  return { values, factor: largest * unit };
}
