/**
 * Sorts rows by their groups, those of a group in ascending order.
 *
 * @param groupOf group of each row, below `groups`
 * @returns the rows in their new order, and where each group begins in it; one more for the end of the last
 */
export function sortByGroup(groupOf: Uint32Array, groups: number): { order: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(groups + 1);
  for (const group of groupOf) starts[group + 1] = (starts[group + 1] as number) + 1;
  for (let group = 0; group < groups; group++) {
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  }
  const next = starts.slice(0, -1);
  const order = new Uint32Array(groupOf.length);
  for (const [row, group] of groupOf.entries()) {
    order[next[group] as number] = row;
    next[group] = (next[group] as number) + 1;
  }
  return { order, starts };
}
