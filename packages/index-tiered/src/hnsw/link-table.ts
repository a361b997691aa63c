/** Lists in one piece of memory; a table grows by such pieces, so that nothing is copied. */
const listsPerChunk = 1024;

/**
 * Lists of links, numbered from 0. Each takes `slots + 1` numbers: how many links there are, then the links, which are
 * numbers of vertices.
 */
export interface LinkTable {
  /** The most links of a list. */
  readonly slots: number;
  readonly chunks: Uint32Array[];
  size: number;
}

/** Makes a table without lists. */
export function linkTable(slots: number): LinkTable {
  return { slots, chunks: [], size: 0 };
}

/** Makes room for more lists, so that adding them cannot fail. */
export function reserveLists(table: LinkTable, lists: number): void {
  while (table.chunks.length * listsPerChunk < table.size + lists) {
    table.chunks.push(new Uint32Array(listsPerChunk * (table.slots + 1)));
  }
}

/** Adds empty lists and gives the number of the first. */
export function addLists(table: LinkTable, lists: number): number {
  reserveLists(table, lists);
  const first = table.size;
  table.size += lists;
  return first;
}

/** The array in which a list lies. */
export function linkChunk(table: LinkTable, list: number): Uint32Array {
  return table.chunks[Math.floor(list / listsPerChunk)] as Uint32Array;
}

/** Where in that array its number of links stands; the links follow. */
export function linkOffset(table: LinkTable, list: number): number {
  return (list % listsPerChunk) * (table.slots + 1);
}

/** Bytes that a table takes. */
export function linkTableBytes(table: LinkTable): number {
  return table.chunks.length * listsPerChunk * (table.slots + 1) * 4;
}
