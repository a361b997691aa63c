import { fourSumsOfProducts, recordStride, storeScore, sumOfProducts } from './int8-records';
import { integerLaneSums } from './lanes';

/** Records of about so many bytes stay in the first-level cache while the queries pass over them. */
const blockBytes: usize = 1 << 14;

export function int8Products(
  queryRows: usize,
  factors: usize,
  queries: usize,
  records: usize,
  count: usize,
  dimensions: usize,
  scores: usize,
): void {
  const stride = recordStride(dimensions);
  const queryStride = ((dimensions + 7) & ~7) << 1;
  const scoreStride = queries << 2;
  const perBlock = max<usize>((blockBytes / stride) & ~3, 4);
  const queriesInFours = queries & ~3;
  for (let start: usize = 0; start < count; start += perBlock) {
    const block = records + start * stride;
    const blockScores = scores + start * scoreStride;
    const blockCount = min<usize>(perBlock, count - start);
    let query = queryRows;
    for (let q: usize = 0; q < queriesInFours; q += 4) {
      scoreFourQueries(
        query,
        queryStride,
        factors + (q << 2),
        block,
        blockCount,
        dimensions,
        blockScores + (q << 2),
        scoreStride,
      );
      query += queryStride << 2;
    }
    for (let q = queriesInFours; q < queries; q++) {
      const factor = f64(load<f32>(factors + (q << 2)));
      scoreOneQuery(query, factor, block, blockCount, dimensions, blockScores + (q << 2), scoreStride);
      query += queryStride;
    }
  }
}

function scoreOneQuery(
  query: usize,
  factor: f64,
  records: usize,
  count: usize,
  dimensions: usize,
  scores: usize,
  scoreStride: usize,
): void {
  const stride = recordStride(dimensions);
  const inFours = count & ~3;
  let record = records;
  let score = scores;
  for (let i: usize = 0; i < inFours; i += 4) {
    const b = record + stride;
    const c = b + stride;
    const d = c + stride;
    const sums = fourSumsOfProducts(query, record, b, c, d, dimensions);
    storeScore(score, record, factor, i32x4.extract_lane(sums, 0));
    storeScore(score + scoreStride, b, factor, i32x4.extract_lane(sums, 1));
    storeScore(score + scoreStride * 2, c, factor, i32x4.extract_lane(sums, 2));
    storeScore(score + scoreStride * 3, d, factor, i32x4.extract_lane(sums, 3));
    record = d + stride;
    score += scoreStride << 2;
  }
  for (let i = inFours; i < count; i++) {
    storeScore(score, record, factor, sumOfProducts(query, record, dimensions));
    record += stride;
    score += scoreStride;
  }
}

function scoreFourQueries(
  query: usize,
  queryStride: usize,
  factors: usize,
  records: usize,
  count: usize,
  dimensions: usize,
  scores: usize,
  scoreStride: usize,
): void {
  const stride = recordStride(dimensions);
  let record = records;
  let score = scores;
  for (let i: usize = 0; i < count; i += 2) {
    // The last of an odd number makes a pair with itself.
    const single = i + 1 === count;
    const other = single ? record : record + stride;
    const otherScore = single ? score : score + scoreStride;
    scoreTile(query, queryStride, factors, record, other, score, otherScore);
    record = other + stride;
    score = otherScore + scoreStride;
  }
}

/** Scores two records with four queries. */
function scoreTile(
  query: usize,
  queryStride: usize,
  factors: usize,
  recordA: usize,
  recordB: usize,
  scoresA: usize,
  scoresB: usize,
): void {
  let a0 = i32x4.splat(0);
  let a1 = i32x4.splat(0);
  let a2 = i32x4.splat(0);
  let a3 = i32x4.splat(0);
  let b0 = i32x4.splat(0);
  let b1 = i32x4.splat(0);
  let b2 = i32x4.splat(0);
  let b3 = i32x4.splat(0);
  let q0 = query;
  let q1 = q0 + queryStride;
  let q2 = q1 + queryStride;
  let q3 = q2 + queryStride;
  let recA = recordA;
  let recB = recordB;
  const end = query + queryStride;
  while (q0 < end) {
    const a = v128.load8x8_s(recA, 4);
    const b = v128.load8x8_s(recB, 4);
    let part = v128.load(q0);
    a0 = i32x4.add(a0, i32x4.dot_i16x8_s(part, a));
    b0 = i32x4.add(b0, i32x4.dot_i16x8_s(part, b));
    part = v128.load(q1);
    a1 = i32x4.add(a1, i32x4.dot_i16x8_s(part, a));
    b1 = i32x4.add(b1, i32x4.dot_i16x8_s(part, b));
    part = v128.load(q2);
    a2 = i32x4.add(a2, i32x4.dot_i16x8_s(part, a));
    b2 = i32x4.add(b2, i32x4.dot_i16x8_s(part, b));
    part = v128.load(q3);
    a3 = i32x4.add(a3, i32x4.dot_i16x8_s(part, a));
    b3 = i32x4.add(b3, i32x4.dot_i16x8_s(part, b));
    q0 += 16;
    q1 += 16;
    q2 += 16;
    q3 += 16;
    recA += 8;
    recB += 8;
  }
  storeFourScores(scoresA, recordA, factors, integerLaneSums(a0, a1, a2, a3));
  storeFourScores(scoresB, recordB, factors, integerLaneSums(b0, b1, b2, b3));
}

function storeFourScores(scores: usize, record: usize, factors: usize, sums: v128): void {
  storeScore(scores, record, f64(load<f32>(factors)), i32x4.extract_lane(sums, 0));
  storeScore(scores + 4, record, f64(load<f32>(factors, 4)), i32x4.extract_lane(sums, 1));
  storeScore(scores + 8, record, f64(load<f32>(factors, 8)), i32x4.extract_lane(sums, 2));
  storeScore(scores + 12, record, f64(load<f32>(factors, 12)), i32x4.extract_lane(sums, 3));
}
