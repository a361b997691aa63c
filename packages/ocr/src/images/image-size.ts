/** Width and height in pixels, as an image file states them. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size that an image says it has, read from its header so that no decoder has to allocate what a small file claims.
 * `undefined` for what is not a PNG, JPEG, GIF, BMP, TIFF, WebP or portable map, or is cut off.
 */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64)).toString('latin1');
  try {
    if (start.startsWith('\x89PNG\r\n\x1a\n')) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (start.startsWith('GIF8')) return gifSize(view);
    if (start.startsWith('BM')) return bmpSize(view);
    if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return tiffSize(view);
    if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return webpSize(view, start.slice(12, 16));
    if (start.startsWith('\xff\xd8')) return jpegSize(view);
    return pnmSize(start);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function gifSize(view: DataView): ImageSize {
  // The screen; a frame may be larger than it, but decoders draw it on the screen.
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  const flags = view.getUint8(10);
  const at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  if (at + 9 < view.byteLength && view.getUint8(at) === 0x2c) {
    width = Math.max(width, view.getUint16(at + 5, true));
    height = Math.max(height, view.getUint16(at + 7, true));
  }
  return { width, height };
}

function bmpSize(view: DataView): ImageSize {
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

/** TIFF 6.0: tags 256 and 257 of the first directory. */
function tiffSize(view: DataView): ImageSize {
  const little = view.getUint8(0) === 0x49;
  const directory = view.getUint32(4, little);
  const size = { width: 0, height: 0 };
  for (let i = 0, entries = view.getUint16(directory, little); i < entries; i++) {
    const at = directory + 2 + 12 * i;
    const tag = view.getUint16(at, little);
    if (tag !== 256 && tag !== 257) continue;
    const value =
      view.getUint16(at + 2, little) === 3 ? view.getUint16(at + 8, little) : view.getUint32(at + 8, little);
    size[tag === 256 ? 'width' : 'height'] = value;
  }
  return size;
}

/** RFC 9649, sections 2.5 to 2.7. */
function webpSize(view: DataView, kind: string): ImageSize | undefined {
  const three = (at: number) => view.getUint16(at, true) + 65_536 * view.getUint8(at + 2);
  switch (kind) {
    case 'VP8X':
      return { width: three(24) + 1, height: three(27) + 1 };
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    default:
      return undefined;
  }
}

/** ITU-T T.81, B.2.2: the frame header. */
function jpegSize(view: DataView): ImageSize | undefined {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else if (marker === 0xd9 || marker === 0xda) return undefined;
    else at += 2 + view.getUint16(at + 2);
  }
}

function pnmSize(start: string): ImageSize | undefined {
  const match = /^P[1-6](?:\s+#[^\n]*\n|\s)+(\d+)\s+(\d+)\s/.exec(start);
  return match ? { width: Number(match[1]), height: Number(match[2]) } : undefined;
}
