/** Of so many letters one may be wrong; shorter words must be right. */
const lettersPerSlip = 5;

/**
 * Whether a folded text is another one with slips of the keyboard: one letter in five that is wrong, missing, added, or
 * has changed places with its neighbour. The first letter must be right, for there prefixes stand (`afferent`,
 * `efferent`), and whatever has a digit must be the same.
 */
export function isSlip(typed: string, meant: string): boolean {
  if (typed === meant) return true;
  if (/\p{N}/u.test(typed + meant) || typed[0] !== meant[0]) return false;
  const most = Math.floor(meant.length / lettersPerSlip);
  return Math.abs(typed.length - meant.length) <= most && slips(typed, meant) <= most;
}

/** Letters to insert, delete, replace or swap with a neighbour (optimal string alignment). */
function slips(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
