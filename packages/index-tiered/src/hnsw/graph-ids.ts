/** Stands for "none" where a number of an entry or a vertex is expected. */
export const none = 0xffffffff;

/**
 * The ids of a graph in the order of their insertion, and the vertices they belong to. Ids whose records are equal share
 * a vertex; one whose record is zero has none.
 */
export interface GraphIds {
  readonly size: number;
  has(id: number): boolean;
  /** The entry of an id, or -1. */
  entry(id: number): number;
  /** Makes room for one more id and vertex, so that `append` cannot fail. */
  reserve(): void;
  /** Adds an id that is not held yet, to a vertex that is held or the next one, or to `none`. */
  append(id: number, vertex: number): void;
  /** The id of an entry, from 0 to `size - 1`. */
  id(entry: number): number;
  vertex(entry: number): number;
  /** One entry of a vertex; the others follow by `next`, until `none`. */
  first(vertex: number): number;
  next(entry: number): number;
  readonly bytes: number;
}

/** Makes an empty set of ids. */
export function graphIds(): GraphIds {
  let size = 0;
  let vertexCount = 0;
  let ids = new Float64Array(64);
  let vertices = new Uint32Array(64);
  let nexts = new Uint32Array(64);
  let firsts = new Uint32Array(64);
  /** A hash table with linear probing: entries plus 1, 0 where there is none. At most half of it is filled. */
  let table = new Uint32Array(128);

  /** The place of an id in the table, or the free one where it belongs. */
  function place(id: number): number {
    const high = Math.floor(id / 2 ** 32);
    const hash = Math.imul((id | 0) ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1) >>> 0;
    // The upper bits of the product are the mixed ones.
    let at = Math.floor(hash * (table.length / 2 ** 32));
    for (;;) {
      const entry = table[at] as number;
      if (entry === 0 || ids[entry - 1] === id) return at;
      at = at + 1 === table.length ? 0 : at + 1;
    }
  }
  function rehash(length: number): void {
    table = new Uint32Array(length);
    for (let entry = 0; entry < size; entry++) table[place(ids[entry] as number)] = entry + 1;
  }
  return {
    get size() {
      return size;
    },
    has: (id) => table[place(id)] !== 0,
    entry: (id) => (table[place(id)] as number) - 1,
    reserve() {
      if (size === ids.length) {
        const capacity = larger(size);
        ids = enlarged(ids, new Float64Array(capacity));
        vertices = enlarged(vertices, new Uint32Array(capacity));
        nexts = enlarged(nexts, new Uint32Array(capacity));
      }
      if (vertexCount === firsts.length) firsts = enlarged(firsts, new Uint32Array(larger(vertexCount)));
      if (2 * (size + 1) > table.length) rehash(2 * table.length);
    },
    append(id, vertex) {
      ids[size] = id;
      vertices[size] = vertex;
      nexts[size] = none;
      if (vertex !== none) {
        if (vertex < vertexCount) nexts[size] = firsts[vertex] as number;
        else vertexCount++;
        firsts[vertex] = size;
      }
      table[place(id)] = ++size;
    },
    id: (entry) => ids[entry] as number,
    vertex: (entry) => vertices[entry] as number,
    first: (vertex) => firsts[vertex] as number,
    next: (entry) => nexts[entry] as number,
    get bytes() {
      return ids.byteLength + vertices.byteLength + nexts.byteLength + firsts.byteLength + table.byteLength;
    },
  };
}

function larger(capacity: number): number {
  return Math.ceil(capacity * 1.5);
}

function enlarged<Numbers extends Float64Array | Uint32Array>(numbers: Numbers, into: Numbers): Numbers {
  into.set(numbers);
  return into;
}
