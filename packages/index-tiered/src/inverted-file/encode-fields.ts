/** Puts fields of a header one behind the other, little-endian and without padding. */
export interface FieldWriter {
  /** Four characters. */
  code(text: string): void;
  uint8(value: number): void;
  uint64(value: number): void;
  uint64s(values: readonly number[]): void;
  /** The header of a trained index with inner product as its metric. */
  indexHeader(dimensions: number, vectors: number): void;
}

/** The bytes of the fields that `write` writes. */
export function encodeFields(write: (field: FieldWriter) => void): Uint8Array {
  const pieces: Uint8Array[] = [];
  function add(size: number, set: (view: DataView) => void): void {
    const view = new DataView(new ArrayBuffer(size));
    set(view);
    pieces.push(new Uint8Array(view.buffer));
  }
  const field: FieldWriter = {
    code(text) {
      pieces.push(Buffer.from(text, 'latin1'));
    },
    uint8(value) {
      add(1, (view) => view.setUint8(0, value));
    },
    uint64(value) {
      field.uint64s([value]);
    },
    uint64s(values) {
      add(8 * values.length, (view) => {
        for (const [i, value] of values.entries()) view.setBigUint64(8 * i, BigInt(value), true);
      });
    },
    indexHeader(dimensions, vectors) {
      add(4, (view) => view.setInt32(0, dimensions, true));
      field.uint64s([vectors, 2 ** 20, 2 ** 20]);
      field.uint8(1);
      add(4, (view) => view.setInt32(0, 0, true));
    },
  };
  write(field);
  return Buffer.concat(pieces);
}

const pieceBytes = 1 << 18;

/** The bytes of float32 numbers in pieces; each is overwritten by the next. Throws an `Error` for one that is not finite. */
export function* floatPieces(floats: Float32Array): Generator<Uint8Array> {
  const most = pieceBytes / 4;
  const view = new DataView(new ArrayBuffer(Math.min(pieceBytes, floats.length * 4)));
  for (let first = 0; first < floats.length; first += most) {
    const count = Math.min(most, floats.length - first);
    for (let i = 0; i < count; i++) {
      const value = floats[first + i] as number;
      if (!Number.isFinite(value)) throw new Error(`A centroid has the component ${value}.`);
      view.setFloat32(4 * i, value, true);
    }
    yield new Uint8Array(view.buffer, 0, 4 * count);
  }
}
