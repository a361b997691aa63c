import { spawnSync } from 'node:child_process';
import type { OcrEngine, OcrImage } from '@cubo/contracts';
import { ocrEngineConformance } from '@cubo/contracts/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { pdfFile } from '../../ingest/test/helpers/pdf-file.ts';
import { tesseractOcr } from '../src/index.ts';
import { askew, drawnPage, turnedOver } from './helpers/drawn-page.ts';
import { bmpFile } from './helpers/image-files.ts';
import { pngFile } from './helpers/png-file.ts';

const lease = [
  { text: 'The lease ends in May.', x: 72, y: 760, size: 14 },
  { text: 'Notice must be given three months before.', x: 72, y: 730, size: 14 },
];
const words = ['lease', 'ends', 'May', 'notice', 'three', 'months', 'before'];
const drawn = await drawnPage(lease);
const png = (page = drawn): OcrImage => ({
  kind: 'image',
  mediaType: 'image/png',
  bytes: pngFile(page.width, page.height, page.pixels),
});
const pdfPage = (page: number, password?: string): OcrImage => ({
  kind: 'pdf-page',
  bytes: pdfFile({ pages: [[], lease], ...(password === undefined ? {} : { password }) }),
  page,
  password,
});
const textOf = async (engine: OcrEngine, image: OcrImage, languages?: string[]) =>
  (await engine.recognize(image, { languages })).lines.map(({ text }) => text).join(' ');

describe('conformance', () => {
  const checks = ocrEngineConformance({
    create: () => tesseractOcr({ workers: 1, languages: ['en'] }),
    examples: [{ name: 'a PNG', image: png(), words, size: [drawn.width, drawn.height] }],
    blank: pdfPage(1),
  });
  for (const check of checks) test(check.name, check.run);
});

describe('tesseractOcr', () => {
  const engine = tesseractOcr({ workers: 1 });
  afterAll(() => engine.close());

  test('reads a page of a PDF document, with boxes in points', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(pdfPage(2).bytes.byteLength));
    shared.set(pdfPage(2).bytes);
    const { lines, confidence, languages } = await engine.recognize({ kind: 'pdf-page', bytes: shared, page: 2 });
    expect(lines.map(({ text }) => text)).toEqual(lease.map(({ text }) => text));
    expect(languages[0]).toBe('en');
    expect(confidence).toBeGreaterThan(0.85);
    const [x0, y0, x1, y1] = lines[0]?.box ?? [0, 0, 0, 0];
    // Helvetica of 14 points on its base line at 760: capitals are 10 points high, the text is 140 points wide.
    for (const [value, near] of [
      [x0, 72],
      [y0, 760],
      [x1, 212],
      [y1, 770],
    ] as const)
      expect(Math.abs(value - near)).toBeLessThan(4);
  });

  test('opens an encrypted document with its password, and says so without it', async () => {
    expect(await textOf(engine, pdfPage(2, 'open'))).toContain('The lease ends in May.');
    const wrong = { ...pdfPage(2, 'open'), password: 'wrong' };
    await expect(engine.recognize(wrong)).rejects.toMatchObject({
      code: 'CUBO_OCR_FAILED',
      message: expect.stringMatching(/^Page 2 of the PDF document could not be read .*[Pp]assword/),
    });
  });

  test('reads an image that is upside down', async () => {
    expect(await textOf(engine, png(turnedOver(drawn)))).toBe(lease.map(({ text }) => text).join(' '));
  });

  test('gives the place of turned text where it is seen', async () => {
    const { lines } = await engine.recognize(png(turnedOver(drawn)));
    const upright = (await engine.recognize(png())).lines;
    const [x0, y0, x1, y1] = upright[0]?.box ?? [0, 0, 0, 0];
    const turned = [drawn.width - x1, drawn.height - y1, drawn.width - x0, drawn.height - y0];
    for (const [index, value] of (lines[0]?.box ?? []).entries())
      expect(Math.abs(value - (turned[index] as number))).toBeLessThan(4);
  });

  test('reads columns that are askew one after the other, and says where they are seen', async () => {
    const left =
      'The tenant pays the rent|on the first of each month|without being asked for it|by a transfer to the bank|that the landlord names to|her or him in writing when|the lease begins in spring'.split(
        '|',
      );
    const right =
      'Pets are allowed in these|rooms as long as they do|not disturb anybody else|who lives in this house or|who visits those who live|there by day or by night|unless they are dangerous'.split(
        '|',
      );
    const column = (texts: string[], x: number) =>
      texts.map((text, index) => ({ text, x, y: 790 - 20 * index, size: 13 }));
    const straight = await drawnPage([...column(left, 60), ...column(right, 310)]);
    const { lines } = await engine.recognize(png(askew(straight, 0.08)));
    expect(lines.map(({ text }) => text)).toEqual([...left, ...right]);
    const upright = (await engine.recognize(png(straight))).lines[0]?.box ?? [0, 0, 0, 0];
    const [x0, y0, x1, y1] = lines[0]?.box ?? [0, 0, 0, 0];
    // The left end of the first line is half a page from the middle: it moves by 0.08 of that, up on the page.
    const middle = (upright[0] + upright[2]) / 2 - straight.width / 2;
    expect((y0 + y1) / 2 - (upright[1] + upright[3]) / 2).toBeCloseTo(-0.08 * middle, -1);
    expect(x1 - x0).toBeCloseTo(upright[2] - upright[0], -1.5);
  });

  test('reads in the language that is guessed, as far as it is installed', async () => {
    const accents = [{ text: "L'élève a reçu le hérisson où il était né.", x: 72, y: 760, size: 14 }];
    const image = png(await drawnPage(accents));
    const french = await engine.recognize(image, { languages: ['fr-CA'] });
    expect(french.languages).toEqual(['fr']);
    expect(french.lines[0]?.text).toBe("L'élève a reçu le hérisson où il était né.");
  });

  test('reads a bitmap with masks', async () => {
    expect(await textOf(engine, { kind: 'image', mediaType: 'image/bmp', bytes: bmpFile(drawn) })).toContain('lease');
  });

  test('reads nothing in noise', async () => {
    let state = 1;
    const pixels = Uint8Array.from({ length: 600 * 400 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state & 255;
    });
    expect((await engine.recognize(png({ width: 600, height: 400, pixels }))).lines).toEqual([]);
  });

  test('refuses an image that would unfold into too much', async () => {
    const bomb: OcrImage = { kind: 'image', mediaType: 'image/png', bytes: pngFile(30_000, 30_000) };
    await expect(engine.recognize(bomb)).rejects.toMatchObject({
      code: 'CUBO_LIMIT_EXCEEDED',
      message: expect.stringContaining('30000 × 30000 pixels'),
    });
  });

  test('says what is wrong with a page or document', async () => {
    await expect(engine.recognize(pdfPage(3))).rejects.toThrow(/it has no page 3/);
    const bytes = Buffer.from('%PDF-1.4 and nothing else');
    await expect(engine.recognize({ kind: 'pdf-page', bytes, page: 1 })).rejects.toThrow(/PDFium cannot open/);
  });

  test('gives up on a page after the time limit, and can be stopped', async () => {
    const hasty = tesseractOcr({ workers: 1, timeLimitMilliseconds: 1 });
    await expect(hasty.recognize(png())).rejects.toMatchObject({
      code: 'CUBO_OCR_FAILED',
      remedy: expect.stringContaining('timeLimitMilliseconds'),
    });
    await hasty.close();
    const abort = new AbortController();
    const stopped = expect(engine.recognize(png(), { signal: abort.signal })).rejects.toThrow('enough');
    setTimeout(() => abort.abort(new Error('enough')), 20);
    await stopped;
    expect(await textOf(engine, png())).toContain('lease');
  });
});

const cannotCut = spawnSync('unshare', ['-rn', 'true']).status !== 0;

test.skipIf(cannotCut)('reads without any network, from within a thread of the host', () => {
  const source = (path: string) => new URL(`../../../${path}`, import.meta.url);
  const script = `
    const { tesseractOcr } = await import(${JSON.stringify(source('packages/ocr/src/index.ts').href)});
    const engine = tesseractOcr({ languages: ['en'] });
    const bytes = Buffer.from(${JSON.stringify(Buffer.from(png().bytes).toString('base64'))}, 'base64');
    const { lines } = await engine.recognize({ kind: 'image', mediaType: 'image/png', bytes });
    console.log(lines[0].text);`;
  const host = `
    const { Worker } = require('node:worker_threads');
    new Worker(new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(script)})), { execArgv: process.execArgv });`;
  const register = source('scripts/lib/resolve-sources.mjs').href;
  const { stdout, stderr } = spawnSync('unshare', ['-rn', process.execPath, '--import', register, '-e', host], {
    encoding: 'utf8',
    timeout: 25_000,
  });
  expect(stderr).toBe('');
  expect(stdout).toBe('The lease ends in May.\n');
});
