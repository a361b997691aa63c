/** A number of things for people: `1 chunk`, `2 chunks`. */
export function countOf(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
