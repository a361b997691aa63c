/** Longer words are no slip of a name. */
const longest = 64;

/**
 * The name that a word was most likely meant for: one that it begins, or that begins with it, or else the one that
 * fewest edits lead to, at most one for every three letters that are begun. `undefined` where none is close.
 */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  if (word.length > longest) return undefined;
  const given = word.toLowerCase();
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const other = name.toLowerCase();
    const shorter = Math.min(given.length, other.length);
    const isBeginning = shorter >= 4 && given.slice(0, shorter) === other.slice(0, shorter);
    const edits = editDistance(given, other);
    const isClose = isBeginning || edits <= Math.ceil(shorter / 3);
    if (!isClose || edits >= fewest) continue;
    nearest = name;
    fewest = edits;
  }
  return nearest;
}

/** How many letters have to be inserted, deleted or replaced (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
