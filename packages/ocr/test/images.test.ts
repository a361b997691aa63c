import { describe, expect, test } from 'vitest';
import { tiffFile } from '../../ingest/test/helpers/tiff-file.ts';
import { imageOrientation, turnedOver } from '../src/images/image-orientation.ts';
import { imageSize } from '../src/images/image-size.ts';
import { readableBitmap } from '../src/images/portable-map.ts';
import { turnedBack } from '../src/images/turned-back.ts';
import { bmpFile, jpegHeader } from './helpers/image-files.ts';
import { pngFile } from './helpers/png-file.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

describe('imageSize', () => {
  test.each([
    ['PNG', pngFile(30_000, 20_000), { width: 30_000, height: 20_000 }],
    ['JPEG', jpegHeader(640, 480), { width: 640, height: 480 }],
    ['JPEG with EXIF', jpegHeader(640, 480, 6), { width: 640, height: 480 }],
    ['GIF', bytes('474946383961 8002 e001 00 00 00'), { width: 640, height: 480 }],
    [
      'GIF whose frame is larger than its screen',
      bytes('474946383961 0100 0100 00 00 00 2c 0000 0000 8002 e001 00'),
      { width: 640, height: 480 },
    ],
    ['BMP, upside down', bmpFile({ width: 2, height: 3, pixels: new Uint8Array(6) }, true), { width: 2, height: 3 }],
    ['TIFF', tiffFile([{ width: 640 }]), { width: 640, height: 10 }],
    ['big-endian TIFF', tiffFile([{ width: 640 }], { little: false }), { width: 640, height: 10 }],
    [
      'WebP, lossy',
      bytes('52494646 00000000 57454250 56503820 00000000 000000 9d012a 8002 e001'),
      { width: 640, height: 480 },
    ],
    ['WebP, lossless', bytes('52494646 00000000 57454250 5650384c 00000000 2f 7fc27700'), { width: 640, height: 480 }],
    [
      'WebP, extended',
      bytes('52494646 00000000 57454250 56503858 0a000000 00000000 7f0200 df0100'),
      { width: 640, height: 480 },
    ],
    ['portable graymap', Buffer.from('P5\n# made by hand\n640 480\n255\n'), { width: 640, height: 480 }],
  ])('reads the size of a %s', (_, file, size) => {
    expect(imageSize(file)).toEqual(size);
  });

  test('knows no size of what is no image, or is cut off anywhere', () => {
    expect(imageSize(Buffer.from('Hello'))).toBeUndefined();
    expect(imageSize(new Uint8Array(0))).toBeUndefined();
    for (const file of [pngFile(1, 1).subarray(0, 24), jpegHeader(640, 480, 6), tiffFile([{ width: 640 }])])
      for (let length = 0; length < 20; length++) expect(() => imageSize(file.subarray(0, length))).not.toThrow();
  });
});

describe('imageOrientation', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('reads %i from a JPEG', (orientation) => {
    expect(imageOrientation(jpegHeader(640, 480, orientation))).toBe(orientation);
  });

  test('is 1 where none is stated, it makes no sense, or the file is cut off', () => {
    expect(imageOrientation(jpegHeader(640, 480))).toBe(1);
    expect(imageOrientation(jpegHeader(640, 480, 9))).toBe(1);
    expect(imageOrientation(pngFile(1, 1))).toBe(1);
    const whole = jpegHeader(640, 480, 6);
    for (let length = 0; length < 30; length++) expect(imageOrientation(whole.subarray(0, length))).toBe(1);
  });

  test('turns over and back', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(turnedOver)).toEqual([3, 4, 1, 2, 7, 8, 5, 6]);
  });
});

test('a bitmap with masks becomes a portable pixmap, whichever way up it is stored', () => {
  const page = { width: 2, height: 2, pixels: Uint8Array.of(1, 2, 3, 4) };
  const pixmap = Buffer.concat([Buffer.from('P6\n2 2\n255\n'), Buffer.from([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])]);
  for (const topDown of [false, true]) expect(Buffer.from(readableBitmap(bmpFile(page, topDown)))).toEqual(pixmap);
  const png = pngFile(1, 1);
  expect(readableBitmap(png)).toBe(png);
});

describe('turnedBack', () => {
  const box = { x0: 10, y0: 20, x1: 30, y1: 40 };

  test('leaves boxes where they are without an angle', () => {
    expect(turnedBack(100, 200, 0)(box)).toEqual(box);
  });

  test('turns the middle of a box about the middle of the image, and holds all of it', () => {
    // A quarter turn, by which everything can be told by hand: (x, y) from the middle comes from (y, -x).
    expect(turnedBack(100, 100, Math.PI / 2)({ x0: 60, y0: 40, x1: 80, y1: 50 })).toEqual({
      x0: 40,
      y0: 20,
      x1: 50,
      y1: 40,
    });
    const wide = turnedBack(1000, 1000, 0.1)({ x0: 100, y0: 500, x1: 900, y1: 500 });
    expect(wide).toEqual({ x0: 102, y0: 460, x1: 898, y1: 540 });
  });

  test('stays within the image', () => {
    expect(turnedBack(100, 100, 0.1)({ x0: 0, y0: 0, x1: 100, y1: 100 })).toEqual({ x0: 0, y0: 0, x1: 100, y1: 100 });
  });
});
