import { describe, expect, test } from 'vitest';
import { encodeLists } from '../../src/cold/encode-lists.ts';
import type { ResidualEncoder } from '../../src/cold/residual-encoder.ts';
import { int8Encoding } from '../../src/raw-vectors/int8-encoding.ts';
import type { VectorSource } from '../../src/raw-vectors/vector-source.ts';

const vectors = 1000;
const lists = 10;
const parts = 4;
const bytesPerVector = parts + 8;

/** Vectors that are their own positions, with ids from 5000 on. */
function numbered(): { source: VectorSource; passes: () => number } {
  let passes = 0;
  const source: VectorSource = {
    dimensions: 4,
    encoding: int8Encoding,
    size: vectors,
    async *batches(rows, wanted = () => true) {
      passes++;
      const positions = Array.from({ length: vectors }, (_, i) => i).filter(wanted);
      for (let from = 0; from < positions.length; from += rows) {
        const some = Uint32Array.from(positions.slice(from, from + rows));
        const ids = Float64Array.from(some, (position) => 5000 + position);
        yield { count: some.length, positions: some, ids, records: new Uint8Array(some.buffer) };
      }
    },
  };
  return { source, passes: () => passes };
}

/** Its codes are the positions. */
const encoder: ResidualEncoder = {
  assign() {},
  residuals(records, count, _lists, target) {
    const positions = new Uint32Array(records.buffer, 0, count);
    for (let i = 0; i < count; i++) target[i * 4] = positions[i] as number;
  },
  encode(residuals, count, codes) {
    const view = new DataView(codes.buffer, codes.byteOffset);
    for (let i = 0; i < count; i++) view.setUint32(i * parts, residuals[i * 4] as number, true);
    return 0;
  },
};

/** Every tenth vector is of one list. */
const assignment = {
  listOf: Uint16Array.from({ length: vectors }, (_, position) => position % lists),
  sizes: new Uint32Array(lists).fill(vectors / lists),
};

async function encodeWithin(bufferBytes: number) {
  const { source, passes } = numbered();
  const made = [];
  let last: Uint8Array | undefined;
  for await (const { ids, codes } of encodeLists({
    source,
    encoder,
    assignment,
    parts,
    bufferBytes,
    pace: () => undefined,
  })) {
    made.push({ ids: Array.from(ids), codes: Array.from(new Uint32Array(codes.slice().buffer)) });
    last = codes;
  }
  return { made, passes: passes(), left: last?.length };
}

describe('encodeLists', () => {
  const expected = Array.from({ length: lists }, (_, list) => {
    const positions = Array.from({ length: vectors / lists }, (_, i) => i * lists + list);
    return { ids: positions.map((position) => 5000 + position), codes: positions };
  });

  test('makes the same lists in as many passes as there is room for', async () => {
    const assigned = assignment.listOf.byteLength;
    const list = (vectors / lists) * bytesPerVector;
    expect(await encodeWithin(assigned + 10 * list)).toMatchObject({ made: expected, passes: 1 });
    expect(await encodeWithin(assigned + 5 * list)).toMatchObject({ made: expected, passes: 2 });
    // An assignment that takes more than the half leaves the other half to lists; one list is always made.
    expect(await encodeWithin(2 * list)).toMatchObject({ made: expected, passes: 10 });
    expect(await encodeWithin(1)).toMatchObject({ made: expected, passes: 10 });
  });

  test('leaves nothing when the last list was read', async () => {
    expect((await encodeWithin(1 << 20)).left).toBe(0);
  });
});
