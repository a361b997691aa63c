/** Adds a row of one matrix to a row of sums. */
export function addRow(
  sums: Float64Array,
  row: number,
  matrix: Float32Array,
  matrixRow: number,
  dimensions: number,
): void {
  const at = row * dimensions;
  const from = matrixRow * dimensions;
  for (let i = 0; i < dimensions; i++) sums[at + i] = (sums[at + i] as number) + (matrix[from + i] as number);
}

/** Writes a row of sums at unit length into a matrix; a row of zeros is left as it is there. */
export function normalizeRow(sums: Float64Array, matrix: Float32Array, row: number, dimensions: number): void {
  const at = row * dimensions;
  let squares = 0;
  for (let i = 0; i < dimensions; i++) squares += (sums[at + i] as number) ** 2;
  if (squares === 0) return;
  const factor = 1 / Math.sqrt(squares);
  for (let i = 0; i < dimensions; i++) matrix[at + i] = (sums[at + i] as number) * factor;
}
