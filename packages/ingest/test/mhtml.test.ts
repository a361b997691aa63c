import { isCuboError } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtinExtractors, createExtractorRegistry, mhtmlExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { encodeText } from './helpers/encode-text.ts';
import { type MhtmlPart, mhtmlFile } from './helpers/mhtml-file.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';

const read = async (bytes: Uint8Array) => {
  const extraction = await extract(mhtmlExtractor(), bytesSource('a.mhtml', bytes));
  expectOrderedSections(extraction.sections);
  return extraction;
};
const paragraph = 'Die Miete für Mai ist im Voraus fällig und beträgt achthundertfünfzig Euro. '.repeat(8).trim();
const page = (body: string, title = '<title>Miete</title>') =>
  `<!DOCTYPE html><html lang="de"><head>${title}</head><body>${body}</body></html>`;
const html = (content: string, location = '', id = ''): MhtmlPart => ({
  type: 'text/html',
  content,
  location,
  id,
});
const article = page(
  `<nav><a href="/">Start</a></nav><main><h1>Mai</h1><p>${paragraph}</p><iframe src="cid:frame-1@mhtml.blink"></iframe></main>`,
);
const picture: MhtmlPart = { type: 'image/png', content: Buffer.from('89504e470d0a1a0a', 'hex'), location: 'a.png' };
const style: MhtmlPart = { type: 'text/css', content: 'body { color: red }', location: 'a.css' };

describe('mhtmlExtractor', () => {
  test('reads the page as a page, and neither styles, pictures nor small frames', async () => {
    const parts = [
      html(article, 'https://example.com/rent/?page=2', 'frame-0@mhtml.blink'),
      style,
      picture,
      html(page('Buy now!'), 'cid:frame-1@mhtml.blink', 'frame-1@mhtml.blink'),
    ];
    const { sections, description, unread } = await read(mhtmlFile(parts));
    expect(sections).toMatchObject([
      { text: `Mai\n\n${paragraph}`, heading: ['Mai'], locator: { kind: 'heading', path: ['Mai'], start: 0 } },
    ]);
    expect(sections[0]?.locator.member).toBeUndefined();
    expect(description).toEqual({
      title: 'Miete',
      language: 'de',
      metadata: { url: 'https://example.com/rent/?page=2', fetchedAt: '2024-05-03T12:05:00.000Z' },
    });
    expect(unread).toEqual([]);
  });

  test('reads documents among the parts: long pages in frames, texts, tables', async () => {
    const parts = [
      html(article),
      html(page(`<h2>Vertrag</h2><p>${paragraph}</p>`), 'https://example.com/frames/lease.php?x=/y.css'),
      html(page(`<p>${paragraph}</p>`), 'cid:frame-2@mhtml.blink'),
      { type: 'text/csv; charset=utf-8', content: 'item,fee\nkey,5', location: 'file:///C:\\files\\fees.csv' },
      { type: 'text/javascript', content: `x = "${paragraph}"` },
    ];
    const { sections } = await read(mhtmlFile(parts));
    expect(sections.map(({ text, heading, locator }) => [text.slice(0, 9), heading, locator.member])).toEqual([
      ['Mai\n\nDie ', ['Mai'], undefined],
      ['Vertrag\n\n', ['lease.php', 'Vertrag'], ['lease.php']],
      ['Die Miete', ['part 3.html'], ['part 3.html']],
      ['item,fee\n', ['fees.csv'], ['fees.csv']],
    ]);
  });

  test('reads what short frames show where the page is nothing but frames', async () => {
    const frames = page(
      '<frameset><frame src="left.htm"><noframes>Your browser shows no frames.</noframes></frameset>',
    );
    const parts = [html(frames, 'book.htm'), html(page('Sheet one'), 'left.htm'), html(page(''), 'empty.htm')];
    const { sections } = await read(mhtmlFile(parts));
    expect(sections.map(({ text }) => text)).toContain('Sheet one');
    expect(sections.some(({ locator }) => locator.member?.[0] === 'empty.htm')).toBe(false);
  });

  test('takes the page that the header names, and one of its alternatives', async () => {
    const named = await read(
      mhtmlFile([html(page(`Not ${paragraph}`)), html(article, '', 'root')], undefined, '\r\n\tstart="<root>";'),
    );
    expect(named.sections[0]?.text).toBe(`Mai\n\n${paragraph}`);
    const alternatives = Buffer.from(
      [
        'MIME-Version: 1.0',
        'Content-Type: multipart/related; boundary=r',
        '',
        '--r',
        'Content-Type: multipart/alternative; boundary=a',
        '',
        '--a',
        'Content-Type: text/plain',
        '',
        'The same as plain text.',
        '--a',
        'Content-Type: text/html',
        '',
        page('<p>The same.</p>'),
        '--a--',
        '--r--',
      ].join('\r\n'),
    );
    expect((await read(alternatives)).sections.map(({ text }) => text)).toEqual(['The same.']);
  });

  test('reads the page in the encoding of its part, and takes the subject where it has no title', async () => {
    const word = Buffer.concat([
      Buffer.from(
        [
          'MIME-Version: 1.0',
          'Subject: Vertrag',
          'Content-Type: multipart/related; boundary="----=_NextPart_01D"',
          '',
          'This document is a Single File Web Page, also known as a Web Archive file.',
          '',
          '------=_NextPart_01D',
          'Content-Location: file:///C:/1234/Vertrag.htm',
          'Content-Transfer-Encoding: 8bit',
          'Content-Type: text/html; charset="windows-1251"',
          '',
          '',
        ].join('\r\n'),
      ),
      encodeText(page('<p>Договор аренды</p>', ''), 'windows-1251'),
      Buffer.from('\r\n------=_NextPart_01D--\r\n'),
    ]);
    const { sections, description } = await read(word);
    expect(sections.map(({ text }) => text)).toEqual(['Договор аренды']);
    expect(description).toEqual({ title: 'Vertrag', language: 'de' });
  });

  test('is known without an extension, and messages stay messages', () => {
    const registry = createExtractorRegistry(builtinExtractors());
    const find = (name: string, bytes: Uint8Array) => registry.find(bytesSource(name, bytes), bytes).id.split('@')[0];
    const saved = mhtmlFile([html(article)]);
    const word = Buffer.from('MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\n');
    for (const bytes of [saved, word]) expect(find('saved page', bytes)).toBe('mhtml');
    for (const name of ['a.mht', 'a.MHTML']) expect(find(name, saved)).toBe('mhtml');
    const mail = Buffer.concat([Buffer.from('To: ada@example.com\r\nMessage-ID: <1@x>\r\n'), saved]);
    expect(find('message', mail)).toBe('eml');
  });

  test.each<[string, Uint8Array, string]>([
    ['no header', Buffer.from('Just text.'), 'CUBO_FORMAT_INVALID'],
    ['nothing', Buffer.alloc(0), 'CUBO_FORMAT_INVALID'],
    ['no page', mhtmlFile([style, picture]), 'CUBO_FORMAT_INVALID'],
    ['an empty page', mhtmlFile([html(page(''))]), 'CUBO_SOURCE_EMPTY'],
  ])('refuses %s', async (_, bytes, code) => {
    await expect(read(bytes)).rejects.toMatchObject({ code, path: '/test/a.mhtml' });
  });

  test('refuses what is larger than half of what may be held', async () => {
    const bytes = mhtmlFile([html(article)]);
    const limited = extract(mhtmlExtractor(), bytesSource('a.mhtml', bytes), { maximumBytes: 2 * bytes.length - 2 });
    await expect(limited).rejects.toMatchObject({ code: 'CUBO_SOURCE_TOO_LARGE' });
  });

  test('survives any damage with text or a CuboError', async () => {
    const bytes = mhtmlFile([html(article), style, html(page(`<p>${paragraph}</p>`), 'b.html')]);
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const damaged = Uint8Array.from(bytes);
        for (const [place, value] of changes) damaged[place] = value;
        try {
          await read(damaged);
        } catch (error) {
          expect(isCuboError(error), String((error as Error).stack)).toBe(true);
        }
      }),
      { seed: 45, numRuns: 80 },
    );
  });
});
