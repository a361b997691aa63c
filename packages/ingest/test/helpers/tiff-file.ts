/** A picture of a {@link tiffFile}; there are no pixels. */
export interface TiffPicture {
  readonly width: number;
  /** Whether it is a thumbnail. */
  readonly reduced?: boolean;
}

/** A TIFF file of directories with a few tags, the first at byte 8; `next` is where the last one leads. */
export function tiffFile(
  pictures: readonly TiffPicture[],
  { little = true, next = 0 }: { little?: boolean; next?: number } = {},
): Uint8Array {
  const size = 2 + 3 * 12 + 4;
  const view = new DataView(new ArrayBuffer(8 + size * pictures.length));
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, little);
  view.setUint32(4, 8, little);
  for (const [index, { width, reduced = false }] of pictures.entries()) {
    const at = 8 + size * index;
    view.setUint16(at, 3, little);
    const tags = [
      [254, reduced ? 1 : 0],
      [256, width],
      [257, 10],
    ] as const;
    for (const [entry, [tag, value]] of tags.entries()) {
      view.setUint16(at + 2 + 12 * entry, tag, little);
      view.setUint16(at + 4 + 12 * entry, 4, little);
      view.setUint32(at + 6 + 12 * entry, 1, little);
      view.setUint32(at + 10 + 12 * entry, value, little);
    }
    view.setUint32(at + size - 4, index + 1 < pictures.length ? at + size : next, little);
  }
  return new Uint8Array(view.buffer);
}
