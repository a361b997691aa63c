import { CuboError, type OcrEngine, type OcrImage, type OcrLine, type OcrOptions } from '@cubo/contracts';
import { describe, expect, test } from 'vitest';
import { pdfExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { type PdfLine, type PdfPage, pdfFile } from './helpers/pdf-file.ts';
import { collect, expectOrderedSections } from './helpers/sections.ts';

const scan: PdfPage = { lines: [], picture: [0, 0, 595, 842] };
const english: PdfLine[] = [{ text: 'The quick brown fox jumps over the lazy dog and runs away.', x: 72, y: 700 }];

interface Call {
  readonly image: OcrImage;
  readonly options: OcrOptions | undefined;
}

const line = (text: string, y: number, startsParagraph = false): OcrLine => ({
  text,
  confidence: 0.9,
  box: [50, y, 300, y + 12],
  startsParagraph,
});

/** An engine that finds the given lines on every page, and notes how it was asked. */
function fakeOcr(lines: (page: number) => readonly OcrLine[]): OcrEngine & { calls: Call[]; most: number } {
  let running = 0;
  const engine = {
    id: 'fake@1',
    mediaTypes: [],
    calls: [] as Call[],
    most: 0,
    async recognize(image: OcrImage, options?: OcrOptions) {
      engine.calls.push({ image, options });
      engine.most = Math.max(engine.most, ++running);
      const page = image.kind === 'pdf-page' ? image.page : 0;
      // Later pages are ready first.
      await new Promise((resolve) => setTimeout(resolve, 40 - 2 * page));
      running--;
      return { lines: lines(page), confidence: 0.8, languages: ['en'] };
    },
    close: async () => {},
  };
  return engine;
}

async function read(pages: readonly (PdfPage | readonly PdfLine[])[], ocr?: OcrEngine, password?: string) {
  const unread: { place: string; reason: string; code?: string | undefined }[] = [];
  const bytes = pdfFile({ pages, ...(password !== undefined && { password }) });
  const sections = await collect(
    pdfExtractor().extract(bytesSource('scan.pdf', bytes), {
      maximumBytes: 1e8,
      ocr,
      passwords: password === undefined ? [] : [password],
      detectLanguage: (text) => (text.includes('fox') ? 'en' : 'und'),
      describe: () => {},
      unread: (place) => unread.push(place),
    }),
  );
  expectOrderedSections(sections);
  return { sections, unread };
}

describe('scanned pages', () => {
  test('are read by the engine, several at once and in order, with boxes and confidence', async () => {
    const ocr = fakeOcr((page) => [
      line(`Scan ${page} of a con-`, 700, true),
      line('tract', 680),
      line('End.', 600, true),
    ]);
    const { sections, unread } = await read([english, ...Array.from({ length: 9 }, () => scan), english], ocr);
    expect(unread).toEqual([]);
    expect(sections.map(({ locator }) => locator.kind === 'page' && locator.page)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
    expect(sections[1]).toMatchObject({
      text: 'Scan 2 of a contract\n\nEnd.',
      locator: { kind: 'page', page: 2, confidence: 0.8 },
      boxes: [
        { start: 0, end: 15, box: [50, 700, 300, 712] },
        { start: 15, end: 20, box: [50, 680, 300, 692] },
        { start: 22, end: 26, box: [50, 600, 300, 612] },
      ],
    });
    expect(ocr.most).toBeGreaterThan(2);
    expect(ocr.most).toBeLessThan(10);
    const [first] = ocr.calls;
    expect(first?.options?.languages).toEqual(['en']);
    expect(first?.image.bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(
      Buffer.from(first?.image.bytes ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(new Set(ocr.calls.map(({ image }) => image.bytes.buffer)).size).toBe(1);
  });

  test('hand on the password that opened the document', async () => {
    const ocr = fakeOcr(() => [line('Text', 700, true)]);
    await read([scan], ocr, 'open sesame');
    expect(ocr.calls[0]?.image).toMatchObject({ kind: 'pdf-page', page: 1, password: 'open sesame' });
  });

  test('keep the little text that they have', async () => {
    const stamped: PdfPage = { ...scan, lines: [{ text: 'Received 3 May', x: 72, y: 700 }] };
    const { sections } = await read(
      [stamped],
      fakeOcr(() => [line('The letter', 500, true)]),
    );
    expect(sections.map(({ text }) => text)).toEqual(['Received 3 May', 'The letter']);
  });

  test('are reported without an engine, and where it reads nothing or fails', async () => {
    const { sections, unread } = await read([english, scan, []]);
    expect(sections).toHaveLength(1);
    expect(unread).toEqual([
      { place: 'page 2', reason: expect.stringContaining('install @cubo/ocr'), code: 'CUBO_OCR_UNAVAILABLE' },
    ]);
    const nothing = await read(
      [english, scan],
      fakeOcr(() => []),
    );
    expect(nothing.unread).toMatchObject([{ place: 'page 2', code: 'CUBO_SOURCE_EMPTY' }]);
    const error = new CuboError({ code: 'CUBO_OCR_FAILED', message: 'The picture is torn.', remedy: 'None.' });
    const broken = { ...fakeOcr(() => []), recognize: () => Promise.reject(error) };
    expect((await read([english, scan], broken)).unread).toEqual([
      { place: 'page 2', reason: expect.stringContaining('The picture is torn.'), code: 'CUBO_OCR_FAILED' },
    ]);
    const other = { ...fakeOcr(() => []), recognize: () => Promise.reject(new Error('out of memory')) };
    expect((await read([english, scan], other)).unread).toMatchObject([{ code: 'CUBO_OCR_FAILED' }]);
    await expect(read([scan, scan])).rejects.toMatchObject({ code: 'CUBO_OCR_UNAVAILABLE' });
  });

  test('are told from pages with text, with small pictures, and from blank ones', async () => {
    const ocr = fakeOcr(() => [line('Never', 700, true)]);
    const logo: PdfPage = { lines: [{ text: 'Short', x: 72, y: 700 }], picture: [50, 780, 60, 40] };
    const illustrated: PdfPage = { lines: english, picture: [0, 0, 595, 842] };
    const { sections, unread } = await read([logo, illustrated, []], ocr);
    expect(sections).toHaveLength(2);
    expect(unread).toEqual([]);
    expect(ocr.calls).toEqual([]);
  });

  test('stop being recognised when nobody reads on', async () => {
    const signals: AbortSignal[] = [];
    const ocr: OcrEngine = {
      ...fakeOcr(() => []),
      recognize: (_image, options) =>
        new Promise((_, reject) => {
          const { signal } = options ?? {};
          if (signal) signals.push(signal);
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    };
    const bytes = pdfFile({ pages: [english, scan, scan] });
    const context = { maximumBytes: 1e8, ocr, describe: () => {}, unread: () => {} };
    for await (const section of pdfExtractor().extract(bytesSource('scan.pdf', bytes), context)) {
      expect(section.text).toContain('fox');
      break;
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
