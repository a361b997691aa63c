/** Characters of a name that are repeated on every chunk below it. */
const longestName = 500;

/** A name as it is repeated on every chunk: of one that no program would give, its beginning and its end. */
export function shortenName(name: string): string {
  if (name.length <= longestName) return name;
  const half = longestName / 2;
  return `${name.slice(0, half)}…${name.slice(1 - half)}`.toWellFormed();
}
