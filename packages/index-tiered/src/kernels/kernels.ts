import type { KernelMemory } from './kernel-memory.ts';

/**
 * The inner loops of the index. Arguments are byte offsets in the kernels' memory, and counts; callers have checked that
 * all of it lies within what they reserved, above all values that come from files. Matrices are row-major without gaps.
 * A *record* is a vector as it is kept on disk: int8 records as in `Int8Records` (a float32 scale, then one int8 for each
 * dimension), float16 records as IEEE 754 binary16 numbers, two bytes for each dimension.
 *
 * Kernels that read 8 or 16 bytes at a time may read up to 16 bytes beyond their input, which `reserve` provides for;
 * what they find there has no effect. The kinds give the same results: to the bit where all arithmetic is on integers
 * (int8 scores, top positions), elsewhere to the rounding of float32 sums in another order.
 */
export interface Kernels {
  /** Which instructions they use. */
  readonly kind: 'relaxed-simd' | 'simd' | 'scalar';
  readonly memory: KernelMemory;

  /**
   * Inner products of int8 records with a query: `scores[i] = scale(i) · factor · Σ record(i)[j] · query[j]`, the sum
   * exact, in int32.
   *
   * @param query int16, as many as dimensions rounded up to a multiple of 8, zeros behind the last dimension, small enough
   *   that no sum can overflow (see `integerQuery`)
   * @param factor what one unit of the query stands for
   * @param scores float32, `count` of them, written
   */
  int8Scores(query: number, factor: number, records: number, count: number, dimensions: number, scores: number): void;
  /** The same for the records at `rows` (uint32, `count` of them). */
  int8ScoresAt(
    query: number,
    factor: number,
    records: number,
    rows: number,
    count: number,
    dimensions: number,
    scores: number,
  ): void;
  /**
   * Inner products of int8 records with several queries at once: `scores[i · queries + q]`. `factors` are float32, one
   * for each query; the queries lie one behind the other, each padded to a multiple of 8 dimensions.
   */
  int8Products(
    queryRows: number,
    factors: number,
    queries: number,
    records: number,
    count: number,
    dimensions: number,
    scores: number,
  ): void;
  /** Inner products of float16 records with a float32 query. */
  float16Scores(query: number, records: number, count: number, dimensions: number, scores: number): void;
  /** The same for the records at `rows` (uint32, `count` of them). */
  float16ScoresAt(
    query: number,
    records: number,
    rows: number,
    count: number,
    dimensions: number,
    scores: number,
  ): void;
  /** `c = a · bᵀ` in float32: `a` is rows × depth, `b` columns × depth, `c` rows × columns. */
  matrixProduct(a: number, b: number, c: number, rows: number, columns: number, depth: number): void;
  /** `distances[i · centroids + j] = ‖points[i] − centroids[j]‖²` in float32. */
  squaredDistances(
    points: number,
    count: number,
    centroidRows: number,
    centroids: number,
    dimensions: number,
    distances: number,
  ): void;
  /** For each row of a float32 matrix the column of its largest value, the first of equals (uint32), and that value. */
  largestOfRows(matrix: number, rows: number, columns: number, positions: number, values: number): void;
  /**
   * Table of a product quantizer for a query: `table[m · 256 + c] = query[m] · centroids[m][c]`, the inner product of the
   * query's part number `m` with centroid `c` of that part.
   *
   * @param centroids float32, parts × 256 × width
   * @param width dimensions of a part
   */
  productTable(query: number, centroids: number, parts: number, width: number, table: number): void;
  /** Scores of codes of one byte for each part: `scores[i] = bias + Σ table[m · 256 + codes[i · parts + m]]`. */
  scanCodes(table: number, codes: number, count: number, parts: number, bias: number, scores: number): void;
  /**
   * Codes of vectors (float32, count × parts·width): for each part the centroid at the least squared distance, the first
   * of equals.
   *
   * @param columns float32, parts × width × 256: the centroids of each part, transposed
   * @param norms float32, parts × 256: the squared norm of each centroid
   */
  encodeProduct(
    vectors: number,
    count: number,
    columns: number,
    norms: number,
    parts: number,
    width: number,
    codes: number,
  ): void;
  /**
   * The positions (uint32) of all scores above a threshold, ascending. Gives their number, at most `count`: room for that
   * many is needed.
   */
  positionsAbove(scores: number, count: number, threshold: number, positions: number): number;
  /**
   * The positions (uint32) of the `limit` largest scores, of equal ones those that come first, best first. Gives their
   * number, the smaller of `count` and `limit`. NaN ranks behind all others.
   */
  topPositions(scores: number, count: number, limit: number, positions: number): number;
}
