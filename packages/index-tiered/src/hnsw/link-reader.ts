import type { GraphState } from './graph-state.ts';
import { linkChunk, linkOffset } from './link-table.ts';
import { numberBytes } from './snapshot-header.ts';

/** Fills the empty lists of a graph from the numbers of a snapshot, which come in pieces. */
export interface LinkReader {
  /**
   * Takes a piece, of which each number is checked before it is kept. Gives the reason why one cannot be right, to
   * continue "The index file …", or `undefined`.
   */
  take(view: DataView): string | undefined;
  /** Whether all lists are filled. */
  isComplete(): boolean;
}

/**
 * Makes a reader.
 *
 * @param levels the highest level of each vertex
 */
export function linkReader(state: GraphState, levels: Uint8Array): LinkReader {
  const { ground, inLinks, upper, vertices } = state;
  let table = ground;
  let list = -1;
  let vertex = -1;
  let level = 0;
  let links: Uint32Array = new Uint32Array(0);
  let at = 0;
  /** Links of the list that have not come yet. */
  let left = 0;

  function nextList(): boolean {
    list++;
    if (table === ground && list === ground.size) {
      table = upper;
      list = 0;
      vertex = -1;
      level = 0;
    }
    if (list === table.size) return false;
    if (table === ground) {
      vertex = list;
    } else if (level > 0 && level < (levels[vertex] as number)) {
      level++;
    } else {
      level = 1;
      do vertex++;
      while (levels[vertex] === 0);
    }
    links = linkChunk(table, list);
    at = linkOffset(table, list);
    return true;
  }
  return {
    take(view) {
      for (let offset = 0; offset < view.byteLength; offset += numberBytes) {
        const number = view.getUint32(offset, true);
        if (left === 0) {
          if (!nextList()) return 'holds more links than its header tells of';
          if (number > table.slots) return `has ${number} links in a list for ${table.slots}`;
          left = number;
        } else {
          if (number >= vertices || number === vertex || (levels[number] as number) < level) {
            return `has a link from vertex ${vertex} to ${number} that cannot be`;
          }
          left--;
          if (table === ground) inLinks[number] = (inLinks[number] as number) + 1;
        }
        links[at++] = number;
      }
      return undefined;
    },
    isComplete: () => left === 0 && !nextList(),
  };
}
