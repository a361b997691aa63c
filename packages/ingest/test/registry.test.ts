import type { Extractor } from '@cubo/contracts';
import { describe, expect, test } from 'vitest';
import { builtinExtractors, createExtractorRegistry, textSource } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { docxFile } from './helpers/docx-file.ts';
import { odfFile } from './helpers/odf-file.ts';
import { officeFile } from './helpers/office-file.ts';
import { pdfFile } from './helpers/pdf-file.ts';
import { xlsxFile } from './helpers/xlsx-file.ts';
import { zipFile } from './helpers/zip-file.ts';

const registry = createExtractorRegistry(builtinExtractors());
const pdf = pdfFile({ pages: [[{ text: 'Text', x: 72, y: 700 }]] });
const docx = docxFile({ blocks: [{ text: 'Text' }] });
const pptx = officeFile([{ name: 'ppt/presentation.xml', root: 'p:presentation', data: '' }]);
const embedding = (name: string, folder: string) =>
  zipFile([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: `${folder}embeddings/${name}`, data: name.endsWith('.docx') ? docx : xlsxFile({ sheets: [] }) },
    { name: `${folder}main.xml`, data: '' },
  ]);
const rtf = Buffer.from('{\\rtf1 Text}');
const odf = (kind: 'text' | 'presentation') => odfFile({ kind, body: '' });
const ole = Buffer.from('d0cf11e0a1b11ae1000000000000000000000000', 'hex');
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const webp = Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1');
const bmp = Buffer.from('BM\x8a\x04\0\0\0\0\0\0\x8a\0\0\0', 'latin1');
const text = Buffer.from('function main() { return 1; }\n');
const html = Buffer.from('\n<!-- saved -->\n<!DOCTYPE html><html><body>Text');

const find = (name: string, head?: Uint8Array) =>
  registry.find(bytesSource(name, head ?? new Uint8Array(0)), head).id.replace(/@.*/, '');

describe('createExtractorRegistry', () => {
  test.each([
    ['a.txt', text, 'text'],
    ['a.MD', text, 'markdown'],
    ['a.csv', text, 'csv'],
    ['a.tsv', text, 'csv'],
    ['a.HTML', text, 'html'],
    ['a.pdf', pdf, 'pdf'],
    ['a.docx', docx, 'docx'],
    ['a.docx', ole, 'docx'],
    ['a.dotm', docx, 'docx'],
    ['a.pptx', pptx, 'pptx'],
    ['a.PPSX', ole, 'pptx'],
    ['a.docx', pptx, 'pptx'],
    ['noname', pptx, 'pptx'],
    ['chart.pptx', embedding('Sheet1.xlsx', 'ppt/'), 'pptx'],
    ['chart.docx', embedding('Sheet1.xlsx', 'word/'), 'docx'],
    ['letter.pptx', embedding('letter.docx', 'ppt/'), 'pptx'],
    ['letter.xlsx', embedding('letter.docx', 'xl/'), 'xlsx'],
    ['noname', embedding('letter.docx', 'xl/'), 'xlsx'],
    [
      'noise.pptx',
      zipFile([
        { name: '[Content_Types].xml', data: '' },
        { name: 'ppt/a.png', data: 'xl/word/' },
      ]),
      'pptx',
    ],
    ['a.rtf', rtf, 'rtf'],
    ['a.odt', odf('text'), 'odt'],
    ['a.ott', odf('text'), 'odt'],
    ['a.odt', odf('presentation'), 'odp'],
    ['noname', odf('presentation'), 'odp'],
    ['a.txt', odf('text'), 'odt'],
    ['a.doc', rtf, 'rtf'],
    ['report.xls', html, 'html'],
    ['report.xls', Buffer.from('a\tb\n1\t2\n'), 'text'],
    ['main.rs', text, 'code'],
    ['main.xyz', text, 'text'],
    ['Makefile', text, 'text'],
    ['empty', new Uint8Array(0), 'text'],
    ['page.php', html, 'html'],
    ['page.jsp', Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- a --><!-- b --> <HTML lang="de">'), 'html'],
    ['page.asp', Buffer.from('<!-- never closed <html>'), 'text'],
    ['list.xml', Buffer.from('<?xml version="1.0"?><!-- a <html> --><list/>'), 'xml'],
    ['words.xyz', Buffer.from('The tag <html> begins a page.'), 'text'],
    ['utf16.log2', Buffer.from('\ufeffText', 'utf16le'), 'text'],
    ['a.txt', pdf, 'pdf'],
    ['a.md', docx, 'docx'],
    ['a.docx', pdf, 'pdf'],
    ['noname', pdf, 'pdf'],
    ['noname', docx, 'docx'],
    ['a.zip', zipFile([{ name: 'a.docx', data: docx }]), 'zip'],
    ['noname', zipFile([{ name: 'a.docx', data: docx }]), 'zip'],
    ['a.txt', zipFile([{ name: 'a', data: 'b' }]), 'zip'],
    ['a.docx', zipFile([{ name: 'a', data: 'b' }]), 'docx'],
    ['a.zip', docx, 'docx'],
    ['a.zip', zipFile([{ name: 'word/a.txt', data: 'b' }]), 'zip'],
    ['empty.zip', zipFile([]), 'zip'],
    ['1234.M5P6.host', Buffer.from('Return-Path: <a>\r\nFrom: b\r\nSubject: c\r\n\r\nText'), 'eml'],
    ['Inbox', Buffer.from('From a@example.com Fri May  3 14:05:00 2024\nFrom: b\n\nText'), 'mbox'],
    ['letter', Buffer.from('From: the landlord\n\nTo: the tenant\n\nSubject: rent\n\nDate: today'), 'text'],
    ['a.png', png, 'image'],
    ['a.txt', png, 'image'],
    ['a.jpg', webp, 'image'],
    ['a.bmp', bmp, 'image'],
    ['BMW.txt', Buffer.from('BMW is a maker of cars. RIFF, WEBP.'), 'text'],
    ['about-pdf.txt', Buffer.from('The header %PDF-1.4 begins a PDF.'), 'text'],
  ])('reads %s by name and content', (name, head, id) => {
    expect(find(name, head)).toBe(id);
  });

  test.each([
    ['a.doc', ole, /old or encrypted Microsoft Office/],
    ['a.xlsb', undefined, /binary Excel workbook/],
    ['a.xls', ole, /old or encrypted Microsoft Office document.* Add an extractor whose extensions include "\.xls"/],
    ['a.xyz', Buffer.from([1, 2, 3, 0, 0, 5]), /not known \(\.xyz\).*"\.xyz"/],
    ['a.7z', undefined, /7-Zip archive/],
  ])('says what %s is', (name, head, message) => {
    expect(() => find(name, head)).toThrow(
      expect.objectContaining({
        code: 'CUBO_FORMAT_UNSUPPORTED',
        message: expect.stringMatching(message),
        path: `/test/${name}`,
      }),
    );
  });

  test('takes an old container under a new name for encrypted', () => {
    expect(() => find('a.xlsb', ole)).toThrow(expect.objectContaining({ code: 'CUBO_SOURCE_ENCRYPTED' }));
    for (const name of ['a.xlsx', 'a.xlsm']) expect(find(name, ole)).toBe('xlsx');
  });

  test('believes a name where there are no bytes', () => {
    expect(() => find('empty.xls')).toThrow('an Excel workbook of before 2007');
  });

  test('passes over any number of comments before a tag', () => {
    const start = performance.now();
    expect(find('settings.xml', Buffer.from(`${'<!-- a -->\n'.repeat(60)}<settings/>`))).toBe('xml');
    expect(find('page.php', Buffer.from(`${'<!-- a -->\n'.repeat(60)}<html>`))).toBe('html');
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test('prefers what an application brings along, and a media type that is stated', () => {
    const own = (id: string, extension: string, mediaType: string): Extractor => ({
      id,
      extensions: [extension],
      mediaTypes: [mediaType],
      async *extract() {},
    });
    const mine = createExtractorRegistry([
      ...builtinExtractors(),
      own('mine@1', '.md', 'text/markdown'),
      own('epub@1', '.epub', 'application/epub+zip'),
    ]);
    expect(mine.find(bytesSource('a.md', text), text).id).toBe('mine@1');
    expect(
      mine.find(bytesSource('a.epub', docx), Buffer.from('PK\x03\x04....mimetypeapplication/epub+zip', 'latin1')).id,
    ).toBe('epub@1');
    expect(registry.find(textSource({ uri: 'mail:1.pdf', text: 'Text' }), text).id).toMatch(/^text@/);
    expect(registry.find({ ...bytesSource('a', text), mediaType: 'Text/HTML; charset=utf-8' }, text).id).toMatch(
      /^html@/,
    );
  });
});
