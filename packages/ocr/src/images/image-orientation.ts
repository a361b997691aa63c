/**
 * The orientation of a JPEG image, 1 to 8 as EXIF numbers them (tag 0x0112): how it has to be turned and mirrored before
 * it is looked at. 1 where none is stated. Exif 2.3, section 4.6.
 */
export function imageOrientation(bytes: Uint8Array): number {
  try {
    return orientationOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? 1;
  } catch (error) {
    if (error instanceof RangeError) return 1;
    throw error;
  }
}

/** The same image upside down. */
export function turnedOver(orientation: number): number {
  // 1 and 3, 2 and 4, 5 and 7, 6 and 8 are half a turn apart.
  return ((orientation - 1) ^ 2) + 1;
}

function orientationOf(view: DataView): number | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xda || marker === 0xd9) return undefined;
    // APP1 that begins with `Exif\0\0`.
    if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966) return exifOrientation(view, at + 10);
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function exifOrientation(view: DataView, start: number): number | undefined {
  const little = view.getUint16(start) === 0x4949;
  const directory = start + view.getUint32(start + 4, little);
  for (let i = 0, entries = view.getUint16(directory, little); i < entries; i++) {
    const at = directory + 2 + 12 * i;
    if (view.getUint16(at, little) !== 0x0112) continue;
    const value = view.getUint16(at + 8, little);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}
