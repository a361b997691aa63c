import type { SearchMode } from '@cubo/core';

/** The ways to search that are compared, by their names in the figures. */
export const sides = { bm25: 'sparse', dense: 'dense', hybrid: 'hybrid' } as const satisfies Record<string, SearchMode>;

/** The lexical side alone, the dense one alone, or both, as a user gets it. */
export type Side = keyof typeof sides;

export const sideNames = Object.keys(sides) as Side[];

/** The sides that are a single list. */
export type SingleList = Exclude<Side, 'hybrid'>;

/** Something for each side. */
export async function forEachSide<Value>(make: (side: Side) => Promise<Value>): Promise<Record<Side, Value>> {
  const bm25 = await make('bm25');
  const dense = await make('dense');
  return { bm25, dense, hybrid: await make('hybrid') };
}
