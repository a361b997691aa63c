const idBytes = 8;
/** The higher half of a safe integer is below this. */
const highLimit = 2 ** 21;

/** The ids of a list from little-endian int64 numbers; `undefined` if one is negative or beyond 2⁵³ − 1. */
export function decodeIds(bytes: Uint8Array): Float64Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ids = new Float64Array(bytes.length / idBytes);
  for (let i = 0; i < ids.length; i++) {
    const high = view.getUint32(i * idBytes + 4, true);
    if (high >= highLimit) return undefined;
    ids[i] = high * 2 ** 32 + view.getUint32(i * idBytes, true);
  }
  return ids;
}

/** Writes ids as little-endian int64 numbers; throws a `RangeError` for one that is negative or no safe integer. */
export function encodeIds(ids: Float64Array, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    if (!Number.isSafeInteger(id) || id < 0) throw new RangeError(`An inverted file cannot hold the id ${id}.`);
    view.setUint32(i * idBytes, id % 2 ** 32, true);
    view.setUint32(i * idBytes + 4, Math.floor(id / 2 ** 32), true);
  }
}
