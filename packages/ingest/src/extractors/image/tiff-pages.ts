/** A file with more pictures than this is not a document of scanned pages. */
const mostPages = 10_000;

/**
 * The pictures of a TIFF file, each as a file of its own: a copy whose header names another directory as the first, which
 * is the one that decoders read. A file that is damaged gives those that come before the damage, at least one.
 * TIFF 6.0, section 2.
 */
export function tiffPages(bytes: Uint8Array): (() => Uint8Array)[] {
  const whole = [() => bytes];
  if (bytes.byteLength < 8) return whole;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = view.getUint8(0) === 0x49;
  // BigTIFF has longer offsets, and is handed on as it is.
  if (view.getUint16(2, little) !== 42) return whole;
  const directories: number[] = [];
  // A directory that is named twice would go round for ever.
  const seen = new Set<number>();
  for (let at = view.getUint32(4, little); at !== 0 && !seen.has(at) && seen.size < mostPages; ) {
    seen.add(at);
    if (at + 2 > bytes.byteLength) break;
    const next = at + 2 + 12 * view.getUint16(at, little);
    if (next > bytes.byteLength) break;
    if (!isReduced(view, at, little)) directories.push(at);
    if (next + 4 > bytes.byteLength) break;
    at = view.getUint32(next, little);
  }
  if (directories.length < 2) return whole;
  return directories.map((directory) => () => {
    const copy = new Uint8Array(bytes);
    new DataView(copy.buffer).setUint32(4, directory, little);
    return copy;
  });
}

/** Tag 254, bit 0: a smaller picture of another one in the file, such as a thumbnail. */
function isReduced(view: DataView, directory: number, little: boolean): boolean {
  for (let i = 0, entries = view.getUint16(directory, little); i < entries; i++) {
    const at = directory + 2 + 12 * i;
    if (view.getUint16(at, little) === 254) return (view.getUint32(at + 8, little) & 1) === 1;
  }
  return false;
}
