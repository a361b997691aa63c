import { crc32, deflateSync } from 'node:zlib';

/** A grey PNG file; `pixels` has a byte for each, or is left out where only the header counts. */
export function pngFile(width: number, height: number, pixels?: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows: Buffer[] = [];
  for (let y = 0; pixels !== undefined && y < height; y++)
    rows.push(Buffer.from([0]), Buffer.from(pixels.subarray(y * width, (y + 1) * width)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
