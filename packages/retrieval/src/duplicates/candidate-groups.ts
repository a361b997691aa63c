import { emptyBin } from './min-hash.ts';

/**
 * Bands of a signature and values in each: texts with a similarity of 0.8 have a band in common with a probability of
 * 0.95, of 0.9 with 0.999, of 0.5 with 0.06.
 */
const bands = 16;
const bandValues = 8;

/** Finds the texts that may be near-duplicates, by locality-sensitive hashing. It holds 80 bytes for each text. */
export interface CandidateGroups {
  /** Takes in a text by its MinHash signature. */
  add(id: number, signature: Uint32Array): void;
  /** Ids of texts that have a band in common, directly or through others; each text is in one group. */
  groups(): IterableIterator<readonly number[]>;
}

/** Starts without texts. */
export function createCandidateGroups(): CandidateGroups {
  let ids = new Float64Array(1024);
  let keys = Array.from({ length: bands }, () => new Uint32Array(1024));
  let count = 0;

  function grow(): void {
    const longer = <Values extends Float64Array | Uint32Array>(values: Values, empty: Values) => {
      empty.set(values);
      return empty;
    };
    ids = longer(ids, new Float64Array(2 * count));
    keys = keys.map((values) => longer(values, new Uint32Array(2 * count)));
  }

  return {
    add(id, signature) {
      if (count === ids.length) grow();
      ids[count] = id;
      for (let band = 0; band < bands; band++) {
        let key = band;
        let filled = false;
        for (let i = band * bandValues; i < (band + 1) * bandValues; i++) {
          const value = signature[i] as number;
          filled ||= value !== emptyBin;
          key = Math.imul(key ^ value, 0x01000193);
        }
        // Short texts have nothing in common for leaving the same bins empty.
        (keys[band] as Uint32Array)[count] = filled ? key : count;
      }
      count++;
    },
    groups() {
      // Union-find over the texts that share a band.
      const parents = Uint32Array.from({ length: count }, (_, i) => i);
      const rootOf = (text: number): number => {
        let root = text;
        while (parents[root] !== root) root = parents[root] as number;
        for (let at = text; at !== root; ) [at, parents[at]] = [parents[at] as number, root];
        return root;
      };
      const order = Uint32Array.from({ length: count }, (_, i) => i);
      for (const values of keys) {
        order.sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
        for (let i = 1; i < count; i++) {
          const [text, before] = [order[i] as number, order[i - 1] as number];
          if (values[text] !== values[before]) continue;
          const [root, other] = [rootOf(text), rootOf(before)];
          parents[Math.max(root, other)] = Math.min(root, other);
        }
      }
      const members = new Map<number, number[]>();
      for (let text = 0; text < count; text++) {
        const root = rootOf(text);
        if (root === text) continue;
        const group = members.get(root) ?? [ids[root] as number];
        group.push(ids[text] as number);
        members.set(root, group);
      }
      return members.values();
    },
  };
}
