import { isCuboError, type UnreadPlace } from '@cubo/contracts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { layOutPage } from '../src/extractors/pdf/layout/page-layout.ts';
import { openPdf } from '../src/extractors/pdf/open-pdf.ts';
import { readPages } from '../src/extractors/pdf/read-pages.ts';
import { pdfExtractor, recursiveChunker } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { expectLinearTime } from './helpers/linear-time.ts';
import { type PdfContent, pdfFile } from './helpers/pdf-file.ts';
import {
  collect,
  type ExtractOptions,
  expectChunksOf,
  expectOrderedSections,
  extract,
  stream,
} from './helpers/sections.ts';

const read = (content: PdfContent, options?: ExtractOptions) =>
  extract(pdfExtractor(), bytesSource('test.pdf', pdfFile(content)), options);
const lines = (texts: readonly string[], step = 14, top = 770) =>
  texts.map((text, index) => ({ text, x: 72, y: top - step * index }));

const output = ['log', 'info', 'warn', 'error'] as const;
let spies: { mock: { calls: unknown[][] } }[];
beforeEach(() => {
  spies = output.map((name) => vi.spyOn(console, name));
});
afterEach(() => {
  const printed = spies.flatMap((spy) => spy.mock.calls);
  vi.restoreAllMocks();
  expect(printed).toEqual([]);
});

describe('pdfExtractor', () => {
  test('reads page by page, with page numbers, umlauts and what the document says about itself', async () => {
    const pages = Array.from({ length: 12 }, (_, index) =>
      lines([`Kündigungsfrist für Mieträume ${'I'.repeat(index + 1)}`, 'beträgt „drei Monate“ – 100 €.'], 14, 600),
    );
    const { sections, description, unread } = await read({
      title: 'Übersicht',
      author: 'Ada Groß',
      language: 'de',
      pages,
    });
    expect(description).toEqual({ title: 'Übersicht', author: 'Ada Groß', language: 'de', pages: 12 });
    expect(unread).toEqual([]);
    expectOrderedSections(sections);
    expect(sections).toHaveLength(12);
    for (const [index, { text, locator }] of sections.entries()) {
      expect(text).toBe(`Kündigungsfrist für Mieträume ${'I'.repeat(index + 1)} beträgt „drei Monate“ – 100 €.`);
      expect(locator).toMatchObject({ kind: 'page', page: index + 1 });
    }
    const chunks = await collect(recursiveChunker().chunk(stream(sections)));
    expectChunksOf(sections, chunks);
    expect(chunks.map(({ locator }) => locator.kind === 'page' && locator.page)).toEqual(
      sections.map((_, index) => index + 1),
    );
  });

  test('finds lines, paragraphs and gaps between words by their places', async () => {
    const page = [
      ...lines(['First line of a paragraph', 'and its second line.']),
      ...lines(['After a wide gap.']).map((line) => ({ ...line, y: 700 })),
      { text: 'left', x: 72, y: 600 },
      { text: 'right', x: 300, y: 600 },
    ];
    const { sections } = await read({ pages: [page] });
    expect(sections[0]?.text).toBe('First line of a paragraph and its second line.\n\nAfter a wide gap.\n\nleft right');
  });

  test('misses nothing on a blank page, and refuses a document without any text', async () => {
    const { sections, unread } = await read({ pages: [lines(['One']), [], lines(['Three'])] });
    expect(sections.map(({ text }) => text)).toEqual(['One', 'Three']);
    expect(unread).toEqual([]);
    await expect(read({ pages: [[], []] })).rejects.toMatchObject({ code: 'CUBO_SOURCE_EMPTY' });
  });

  test('opens encrypted documents with the empty or a given password', async () => {
    const secret = { pages: [lines(['Secret'])], password: 'open sesame' };
    await expect(read(secret)).rejects.toMatchObject({
      code: 'CUBO_SOURCE_ENCRYPTED',
      message: expect.stringContaining('encrypted'),
      path: '/test/test.pdf',
    });
    await expect(read(secret, { passwords: ['x', 'y'] })).rejects.toMatchObject({
      code: 'CUBO_SOURCE_ENCRYPTED',
      message: expect.stringContaining('none of the 2 passwords'),
    });
    expect((await read(secret, { passwords: ['x', 'open sesame', 'y'] })).sections[0]?.text).toBe('Secret');
    expect((await read({ pages: [lines(['No secret'])], password: '' })).sections[0]?.text).toBe('No secret');
  });

  test('takes linear time on a page of many runs', async () => {
    const page = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ text: `w${index} `, x: 72 + (index % 40) * 10, y: 700 }));
    await expectLinearTime(2000, async (count) => {
      const { sections } = await read({ pages: [page(count)] });
      expect(sections[0]?.text.length).toBeGreaterThan(4 * count);
    });
  });

  test.each([
    ['one wide line', (index: number) => ({ x: index * 30, y: 700 })],
    ['a long column', (index: number) => ({ x: 72, y: -14 * index })],
    ['lines further and further apart', (index: number) => ({ x: 30 * index * (index % 2 ? 1 : -1), y: -14 * index })],
  ])('lays out %s in linear time', async (_, place) => {
    await expectLinearTime(1500, (count) => {
      const runs = Array.from({ length: count }, (__, index) => ({
        text: index % 7 ? 'word' : 'word-',
        ...place(index),
        width: 22,
        size: 10,
        angle: 0,
        bold: false,
        rightToLeft: false,
        spaceBefore: false,
      }));
      expect(layOutPage(runs).length).toBeGreaterThan(0);
    });
  });

  test('stops at a page that takes too long, and at a document that does', { retry: 2 }, async () => {
    const long = Array.from({ length: 10_000 }, (_, index) => ({ text: 'word', x: 72, y: index % 800 }));
    const bytes = pdfFile({ pages: [lines(['One']), long, lines(['Three']), lines(['Four'])] });
    const readWithin = async (pageTimeout: number, documentTimeout: number) => {
      const pdf = await openPdf(bytes, '/test/long.pdf');
      const unread: UnreadPlace[] = [];
      const context = { maximumBytes: 1, describe: () => {}, unread: (place: UnreadPlace) => unread.push(place) };
      const pages = await collect(readPages(pdf, context, { pageTimeout, documentTimeout }));
      await pdf.close();
      return { pages: pages.map(({ page }) => page), places: unread.map(({ place }) => place) };
    };
    const all = { pages: [1, 2, 3, 4], places: [] };
    // The first reading brings the code of pdf.js along; the second tells how long the second page takes, the only long
    // one.
    expect(await readWithin(60_000, 60_000)).toEqual(all);
    const started = performance.now();
    expect(await readWithin(60_000, 60_000)).toEqual(all);
    const short = (performance.now() - started) / 3;
    expect(await readWithin(short, 60_000)).toEqual({ pages: [1, 3, 4], places: ['page 2'] });
    expect(await readWithin(60_000, short)).toEqual({ pages: [1], places: ['page 2', 'pages 3 to 4'] });
  });

  test.each([
    ['User Manual for the XR-40 Pump', 'User Manual for the XR-40 Pump'],
    ['Word Embeddings for Retrieval', 'Word Embeddings for Retrieval'],
    ['Unknown Pleasures', 'Unknown Pleasures'],
    ['Document 12 of the Council', 'Document 12 of the Council'],
    ['Microsoft Word - offer.doc', undefined],
    ['(anonymous)', undefined],
    ['untitled', undefined],
    ['PowerPoint-Präsentation', undefined],
    ['Document1', undefined],
  ])('takes the title %j for %j', async (title, expected) => {
    expect((await read({ title, pages: [lines(['Text'])] })).description.title).toBe(expected);
  });

  test('refuses what is larger than it may hold, and stops when it is told to', async () => {
    const bytes = pdfFile({ pages: [lines(['One'])] });
    const context = { maximumBytes: 100, unread: () => {}, describe: () => {} };
    const reading = collect(pdfExtractor().extract(bytesSource('big.pdf', bytes), context));
    await expect(reading).rejects.toMatchObject({ code: 'CUBO_SOURCE_TOO_LARGE', path: '/test/big.pdf' });
    const aborted = extract(pdfExtractor(), bytesSource('test.pdf', bytes), AbortSignal.abort());
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('survives any damage to a file with text or a CuboError', async () => {
    const bytes = pdfFile({ title: 'T', pages: [lines(['One', 'Two']), lines(['Three'])] });
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(damage, fc.integer({ min: 0, max: bytes.length }), async (changes, length) => {
        const damaged = Uint8Array.from(bytes);
        for (const [place, value] of changes) damaged[place] = value;
        const cut = length < bytes.length / 4 ? damaged.subarray(0, length * 4) : damaged;
        try {
          expectOrderedSections((await extract(pdfExtractor(), bytesSource('bad.pdf', cut))).sections);
        } catch (error) {
          expect(isCuboError(error), String((error as Error).stack)).toBe(true);
        }
      }),
      { seed: 31, numRuns: 150 },
    );
  });
});
