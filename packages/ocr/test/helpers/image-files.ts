import type { DrawnPage } from './drawn-page.ts';

/** A bitmap of 32 bits a pixel with masks, as Windows writes it; `topDown`: its first row is the upper one. */
export function bmpFile({ width, height, pixels }: DrawnPage, topDown = false): Uint8Array {
  const file = Buffer.alloc(122 + 4 * width * height);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(122, 10);
  file.writeUInt32LE(108, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(topDown ? -height : height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(32, 28);
  file.writeUInt32LE(3, 30);
  for (const [index, mask] of [0xff0000, 0xff00, 0xff].entries()) file.writeUInt32LE(mask, 54 + 4 * index);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const grey = pixels[(topDown ? y : height - 1 - y) * width + x] as number;
      file.writeUInt32LE(grey * 0x010101, 122 + 4 * (y * width + x));
    }
  }
  return file;
}

/** The header of a JPEG file with an EXIF orientation. */
export function jpegHeader(width: number, height: number, orientation?: number): Uint8Array {
  const exif = Buffer.from('4578696600004d4d002a00000008000101120003000000010000000000000000', 'hex');
  if (orientation !== undefined) exif.writeUInt16BE(orientation, 24);
  const app1 = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...(orientation === undefined ? [] : [app1]), frame]);
}
