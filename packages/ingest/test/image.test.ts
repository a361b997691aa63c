import type { ExtractContext, OcrImage, Section, UnreadPlace } from '@cubo/contracts';
import { type ExtractorExample, extractorConformance, scriptedOcr } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { imageExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { tiffFile } from './helpers/tiff-file.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

async function extract(
  bytes: Uint8Array,
  context: Partial<ExtractContext>,
  name = 'scan.png',
): Promise<{ sections: Section[]; unread: UnreadPlace[]; pages: number | undefined }> {
  const sections: Section[] = [];
  const unread: UnreadPlace[] = [];
  let pages: number | undefined;
  const whole: ExtractContext = {
    maximumBytes: 2 ** 20,
    unread: (place) => unread.push(place),
    describe: (description) => {
      pages = description.pages ?? pages;
    },
    ...context,
  };
  for await (const section of imageExtractor().extract(bytesSource(name, bytes), whole)) sections.push(section);
  return { sections, unread, pages };
}

describe('imageExtractor', () => {
  const example: ExtractorExample = { name: 'scan.png', bytes: png, contains: ['Notice is three months.'] };
  const context = { ocr: scriptedOcr({ script: ['Lease', 'Notice is three months.'] }) };
  for (const check of extractorConformance({ create: imageExtractor, sources: [example], context }))
    test(check.name, check.run);

  test('gives the text of an image as its page 1, with the place and certainty of each line', async () => {
    const { sections, pages } = await extract(png, context);
    expect(pages).toBe(1);
    expect(sections).toEqual([
      {
        text: 'Lease Notice is three months.',
        kind: 'prose',
        locator: { kind: 'page', page: 1, start: 0, end: 29, box: [20, 20, 181, 52], confidence: 0.9 },
        boxes: [
          { start: 0, end: 5, box: [20, 40, 55, 52] },
          { start: 6, end: 29, box: [20, 20, 181, 32] },
        ],
      },
    ]);
  });

  test('says what to install where there is no engine', async () => {
    await expect(extract(png, {})).rejects.toMatchObject({
      code: 'CUBO_OCR_UNAVAILABLE',
      path: '/test/scan.png',
      remedy: expect.stringContaining('npm install @cubo/ocr'),
    });
  });

  test('says of an image without text that it is empty', async () => {
    await expect(extract(png, { ocr: scriptedOcr({ script: '' }) })).rejects.toMatchObject({
      code: 'CUBO_SOURCE_EMPTY',
    });
  });

  test('names the file where the engine fails', async () => {
    const ocr = scriptedOcr({ script: '' });
    await ocr.close();
    await expect(extract(png, { ocr })).rejects.toMatchObject({
      code: 'CUBO_OCR_FAILED',
      message: expect.stringContaining('/test/scan.png could not be read. The OCR engine was closed.'),
    });
  });

  test('refuses what the engine does not read, by what the bytes are', async () => {
    const gif = Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1');
    await expect(extract(gif, context)).rejects.toMatchObject({
      code: 'CUBO_FORMAT_UNSUPPORTED',
      message: expect.stringContaining('image/gif'),
    });
  });

  describe('TIFF', () => {
    const width = (image: OcrImage) => firstWidth(image.bytes);
    const byWidth = scriptedOcr({ script: (image) => `Page of ${width(image)} pixels` });

    test('reads every picture as a page', async () => {
      for (const little of [true, false]) {
        const file = tiffFile([{ width: 10 }, { width: 20 }, { width: 30 }], { little });
        const { sections, pages } = await extract(file, { ocr: byWidth }, 'fax.tif');
        expect(pages).toBe(3);
        expect(sections.map(({ text }) => text)).toEqual([10, 20, 30].map((at) => `Page of ${at} pixels`));
        expect(sections.map(({ locator }) => locator)).toMatchObject([
          { page: 1, start: 0, end: 17 },
          { page: 2, start: 19, end: 36 },
          { page: 3, start: 38, end: 55 },
        ]);
      }
    });

    test('reports a page that fails, and passes over thumbnails and blank pages', async () => {
      const ocr = scriptedOcr({
        script(image) {
          if (width(image) === 20) throw new Error('too dark');
          return width(image) === 40 ? '' : `Page of ${width(image)} pixels`;
        },
      });
      const file = tiffFile([{ width: 10 }, { width: 5, reduced: true }, { width: 20 }, { width: 40 }, { width: 30 }]);
      const { sections, unread, pages } = await extract(file, { ocr }, 'fax.tif');
      expect(pages).toBe(4);
      expect(sections.map(({ locator }) => locator)).toMatchObject([{ page: 1 }, { page: 4 }]);
      expect(unread).toEqual([{ place: 'page 2', reason: 'too dark', code: 'CUBO_OCR_FAILED' }]);
    });

    test('ends where directories go round, or lead out of the file', async () => {
      const round = tiffFile([{ width: 10 }, { width: 20 }], { next: 8 });
      expect((await extract(round, { ocr: byWidth }, 'round.tif')).pages).toBe(2);
      const out = tiffFile([{ width: 10 }, { width: 20 }], { next: 0xffff_0000 });
      expect((await extract(out, { ocr: byWidth }, 'out.tif')).pages).toBe(2);
      for (let length = 4; length < out.length; length += 7)
        expect((await extract(out.subarray(0, length), context, 'cut.tif')).sections).not.toEqual([]);
    });
  });
});

/** Tag 256 of the directory that the header names. */
function firstWidth(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = view.getUint8(0) === 0x49;
  const directory = view.getUint32(4, little);
  return view.getUint32(directory + 2 + 12 + 8, little);
}
