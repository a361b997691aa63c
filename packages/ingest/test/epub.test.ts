import { describe, expect, test } from 'vitest';
import { epubExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';
import { type ZipMember, zipFile } from './helpers/zip-file.ts';

const container = '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>';
const chapter = (body: string) =>
  `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head><body>${body}</body></html>`;

interface Book {
  readonly chapters: readonly (readonly [href: string, body: string])[];
  readonly manifest?: string;
  readonly spineAttributes?: string;
  readonly files?: readonly ZipMember[];
}

function book({ chapters, manifest = '', spineAttributes = '', files = [] }: Book): Uint8Array {
  const opf = `<?xml version="1.0"?><package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>
    <dc:title>The &amp; Pump</dc:title><dc:creator>Ada</dc:creator><dc:creator>Bob</dc:creator><dc:language>en-GB</dc:language><dc:date>2024-05-03</dc:date></metadata>
    <manifest>${manifest}${chapters.map(([href], index) => `<item id="c${index}" href="${encodeURI(href)}" media-type="application/xhtml+xml"/>`).join('')}</manifest>
    <spine ${spineAttributes}>${chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('')}</spine></package>`;
  return zipFile([
    { name: 'mimetype', data: 'application/epub+zip' },
    { name: 'META-INF/container.xml', data: container, deflate: true },
    { name: 'OEBPS/book.opf', data: opf, deflate: true },
    // In another order than the spine's.
    ...[...chapters].reverse().map(([href, body]) => ({ name: `OEBPS/${href}`, data: chapter(body), deflate: true })),
    ...files,
  ]);
}

const read = (content: Book) => extract(epubExtractor(), bytesSource('a.epub', book(content)));
const chapters: Book['chapters'] = [
  ['text/cover.xhtml', '<p>Cover<a id="x"/></p>'],
  ['text/ch 1.xhtml', '<h1>Parts</h1><p>Rotor.</p><h2>Seal</h2><p>Rubber.</p>'],
  ['text/ch2.xhtml', '<p>No heading here.</p>'],
  ['text/ch3.xhtml', '<p>Goes on.</p>'],
];

describe('epubExtractor', () => {
  const nav = `<nav epub:type="landmarks"><ol><li><a href="text/ch2.xhtml">Wrong</a></li></ol></nav><nav epub:type="toc"><h1>Contents</h1><ol>
    <li><span>Part I</span><ol><li><a href="text/ch%201.xhtml#top">The <i>parts</i></a></li><li><a href="text/ch2.xhtml">Care</a></li></ol></li></ol></nav>`;
  const ncx = `<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://x/ncx.dtd"><ncx><docTitle><text>The Pump</text></docTitle><navMap>
    <navPoint><navLabel><text>Part I</text></navLabel><content src="text/none.xhtml"/>
    <navPoint><navLabel><text>The parts</text></navLabel><content src="text/ch%201.xhtml#top"/></navPoint>
    <navPoint><navLabel><text>Care</text></navLabel><content src="text/ch2.xhtml"/></navPoint></navPoint></navMap></ncx>`;
  test.each([
    [
      'EPUB 3',
      {
        manifest: '<item id="n" href="nav.xhtml" properties="scripted nav" media-type="application/xhtml+xml"/>',
        files: [{ name: 'OEBPS/nav.xhtml', data: chapter(nav) }],
      },
    ],
    [
      'EPUB 2',
      {
        manifest: '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
        spineAttributes: 'toc="ncx"',
        files: [{ name: 'OEBPS/toc.ncx', data: ncx }],
      },
    ],
  ])('reads %s in the order of the spine, with the headings of its table of contents', async (_, more) => {
    const { sections, description, unread } = await read({ chapters, ...more });
    expectOrderedSections(sections);
    expect(sections.map(({ text, heading }) => [text, heading])).toEqual([
      ['Cover', undefined],
      ['Parts\n\nRotor.', ['Part I', 'Parts']],
      ['Seal\n\nRubber.', ['Part I', 'Parts', 'Seal']],
      ['No heading here.', ['Part I', 'Care']],
      ['Goes on.', ['Part I', 'Care']],
    ]);
    expect(sections[3]?.locator).toMatchObject({ kind: 'heading', path: ['Part I', 'Care'] });
    expect(description).toEqual({
      title: 'The & Pump',
      author: 'Ada, Bob',
      language: 'en-GB',
      metadata: { date: '2024-05-03' },
    });
    expect(unread).toEqual([]);
  });

  const encryption = (algorithm: string, ...paths: string[]): ZipMember => ({
    name: 'META-INF/encryption.xml',
    data: `<encryption>${paths
      .map(
        (path) =>
          `<enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${encodeURI(path)}"/></enc:CipherData></enc:EncryptedData>`,
      )
      .join('')}</encryption>`,
  });
  const aes = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';

  test('refuses a book under copy protection, not one whose fonts are disguised', async () => {
    const all = chapters.map(([href]) => `OEBPS/${href}`);
    await expect(read({ chapters, files: [encryption(aes, ...all)] })).rejects.toMatchObject({
      code: 'CUBO_SOURCE_ENCRYPTED',
      path: '/test/a.epub',
    });
    const fonts = encryption('http://www.idpf.org/2008/embedding', ...all);
    expect((await read({ chapters, files: [fonts] })).sections).toHaveLength(5);
    const { sections, unread } = await read({ chapters, files: [encryption(aes, 'OEBPS/text/ch2.xhtml')] });
    expect(sections).toHaveLength(4);
    expect(unread).toMatchObject([{ place: 'OEBPS/text/ch2.xhtml', code: 'CUBO_SOURCE_ENCRYPTED' }]);
  });

  test('reports chapters that are missing, and refuses what is no book', async () => {
    const opf =
      '<package><manifest><item id="a" href="a.html" media-type="text/html"/><item id="b" href="b.html" media-type="text/html"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>';
    const bytes = (text: string) =>
      zipFile([
        { name: 'META-INF/container.xml', data: container },
        { name: 'OEBPS/book.opf', data: text },
        { name: 'OEBPS/b.html', data: '<p>Here.' },
      ]);
    const { sections, unread } = await extract(epubExtractor(), bytesSource('a.epub', bytes(opf)));
    expect(sections.map(({ text }) => text)).toEqual(['Here.']);
    expect(unread).toMatchObject([{ place: 'OEBPS/a.html', code: 'CUBO_FORMAT_INVALID' }]);
    for (const damaged of [
      bytes('<package><spine/></package>'),
      bytes('no XML'),
      bytes('<!DOCTYPE p [<!ENTITY a "b"><!ENTITY b "&a;&a;">]><package>&b;'),
      zipFile([{ name: 'a.txt', data: 'x' }]),
    ])
      await expect(extract(epubExtractor(), bytesSource('a.epub', damaged))).rejects.toMatchObject({
        code: 'CUBO_FORMAT_INVALID',
      });
  });
});
