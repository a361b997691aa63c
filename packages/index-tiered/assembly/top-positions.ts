/**
 * Keeps the best positions in a heap with the worst of them on top, in the place where the result goes, and sorts it in the
 * end. Nearly all scores are below the worst of the best, which is seen sixteen at a time.
 */
export function topPositions(scores: usize, count: usize, limit: usize, positions: usize): usize {
  const size = min<usize>(count, limit);
  if (size === 0) return 0;
  for (let i: usize = 0; i < size; i++) store<u32>(positions + (i << 2), u32(i));
  for (let i = size >> 1; i > 0; i--) sink(scores, positions, i - 1, size, load<u32>(positions + ((i - 1) << 2)));
  let next = offerWhileNaN(scores, size, count, positions, size);
  next = offerSixteens(scores, next, count, positions, size);
  while (next < count) next = offer(scores, next, positions, size);
  for (let rest = size - 1; rest > 0; rest--) {
    const last = load<u32>(positions + (rest << 2));
    store<u32>(positions + (rest << 2), load<u32>(positions));
    sink(scores, positions, 0, rest, last);
  }
  return size;
}

/** Offers scores one by one as long as the worst of the best is NaN, with which no comparison holds. Gives the next one. */
function offerWhileNaN(scores: usize, start: usize, count: usize, positions: usize, size: usize): usize {
  let next = start;
  while (next < count) {
    const worst = scoreAt(scores, load<u32>(positions));
    if (isNumber(worst)) break;
    const score = scoreAt(scores, u32(next));
    if (isNumber(score)) sink(scores, positions, 0, size, u32(next));
    next++;
  }
  return next;
}

/** Offers one score, gives the next position. An equal score does not count, for it comes later. */
function offer(scores: usize, position: usize, positions: usize, size: usize): usize {
  if (scoreAt(scores, u32(position)) > scoreAt(scores, load<u32>(positions))) {
    sink(scores, positions, 0, size, u32(position));
  }
  return position + 1;
}

function offerSixteens(scores: usize, start: usize, count: usize, positions: usize, size: usize): usize {
  let next = start;
  let worst = f32x4.splat(scoreAt(scores, load<u32>(positions)));
  for (; next + 16 <= count; next += 16) {
    const score = scores + (next << 2);
    const a = f32x4.gt(v128.load(score), worst);
    const b = f32x4.gt(v128.load(score, 16), worst);
    const c = f32x4.gt(v128.load(score, 32), worst);
    const d = f32x4.gt(v128.load(score, 48), worst);
    if (!v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) continue;
    for (let i = next; i < next + 16; ) i = offer(scores, i, positions, size);
    worst = f32x4.splat(scoreAt(scores, load<u32>(positions)));
  }
  return next;
}

/** Puts a position into the heap from `hole` downwards: below everything that is worse. */
function sink(scores: usize, positions: usize, start: usize, size: usize, position: u32): void {
  let hole = start;
  for (;;) {
    let child = (hole << 1) + 1;
    if (child >= size) break;
    let below = load<u32>(positions + (child << 2));
    if (child + 1 < size) {
      const other = load<u32>(positions + ((child + 1) << 2));
      if (isWorse(scores, other, below)) {
        child++;
        below = other;
      }
    }
    if (!isWorse(scores, below, position)) break;
    store<u32>(positions + (hole << 2), below);
    hole = child;
  }
  store<u32>(positions + (hole << 2), position);
}

function isWorse(scores: usize, a: u32, b: u32): bool {
  const first = scoreAt(scores, a);
  const second = scoreAt(scores, b);
  if (first < second) return true;
  if (first > second) return false;
  const firstIsNumber = isNumber(first);
  const secondIsNumber = isNumber(second);
  return firstIsNumber === secondIsNumber ? a > b : secondIsNumber;
}

function isNumber(score: f32): bool {
  return score >= -Infinity;
}

function scoreAt(scores: usize, position: u32): f32 {
  return load<f32>(scores + (usize(position) << 2));
}
