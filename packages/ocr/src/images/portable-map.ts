/** A grey image as a portable graymap (PGM), which needs no encoding: 255 is white. */
export function portableGraymap(width: number, height: number, pixels: Uint8Array): Uint8Array {
  return withHeader(`P5\n${width} ${height}\n255\n`, pixels);
}

/**
 * A bitmap file of 32 bits a pixel as a portable pixmap: Tesseract's decoder refuses those that state masks, which is
 * what Windows and macOS write. Other files are given back as they are.
 */
export function readableBitmap(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 66 || view.getUint16(0) !== 0x424d) return bytes;
  const compression = view.getUint32(30, true);
  if (view.getUint16(28, true) !== 32 || (compression !== 3 && compression !== 6)) return bytes;
  const width = view.getInt32(18, true);
  const rows = view.getInt32(22, true);
  const height = Math.abs(rows);
  const offset = view.getUint32(10, true);
  if (width <= 0 || offset + 4 * width * height > bytes.byteLength) return bytes;
  // Masks of whole bytes, which all writers use.
  const shifts = [54, 58, 62].map((at) => 31 - Math.clz32(view.getUint32(at, true)) - 7);
  if (shifts.some((shift) => shift < 0)) return bytes;
  const pixels = new Uint8Array(3 * width * height);
  let to = 0;
  for (let y = 0; y < height; y++) {
    const row = offset + 4 * width * (rows > 0 ? height - 1 - y : y);
    for (let x = 0; x < width; x++) {
      const pixel = view.getUint32(row + 4 * x, true);
      for (const shift of shifts) pixels[to++] = (pixel >>> shift) & 0xff;
    }
  }
  return withHeader(`P6\n${width} ${height}\n255\n`, pixels);
}

function withHeader(header: string, pixels: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(header.length + pixels.length);
  bytes.set(Buffer.from(header, 'latin1'));
  bytes.set(pixels, header.length);
  return bytes;
}
