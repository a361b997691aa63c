import { type ConformanceCheck, extractorConformance } from '@cubo/contracts/testing';
import { describe, test } from 'vitest';
import {
  cmsExtractor,
  codeExtractor,
  emlExtractor,
  epubExtractor,
  jsonExtractor,
  mboxExtractor,
  mhtmlExtractor,
  msgExtractor,
  notebookExtractor,
  tnefExtractor,
  xmlExtractor,
  zipExtractor,
} from '../src/index.ts';
import { cmsFile } from './helpers/cms-file.ts';
import { mhtmlFile } from './helpers/mhtml-file.ts';
import { compoundFile, msgObject } from './helpers/msg-file.ts';
import { tnefFile } from './helpers/tnef-file.ts';
import { zipFile } from './helpers/zip-file.ts';

function runs(checks: readonly ConformanceCheck[]): void {
  for (const check of checks) test(check.name, check.run);
}

const zip = zipFile([
  { name: 'a.txt', data: 'From the archive.', deflate: true },
  { name: 'b.txt', data: 'Second.' },
]);
const eml = `From: Ada <ada@example.com>\r\nSubject: Rent\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nThe rent is due.\r\n--x\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment\r\n\r\nAttached.\r\n--x--\r\n`;
const mbox = `From ada@example.com Fri May  3 14:05:00 2024\n${eml.replaceAll('\r\n', '\n')}\n`.repeat(3);
const msg = compoundFile(msgObject({ 55: 'Rent', 4096: 'The rent is due.' }, 32));
const tnef = tnefFile({
  body: Buffer.from('The rent is due.'),
  attachments: [{ title: 'a.txt', data: Buffer.from('Attached.') }],
});
const signed = cmsFile(Buffer.from('The signed rent.'), { isIndefinite: true });
const mhtml = mhtmlFile([
  { type: 'text/html', content: '<html><body><h1>Pumps</h1><p>About pumps.</p></body></html>' },
  { type: 'text/plain', content: 'Beside it.', location: 'a.txt' },
]);
const epub = zipFile([
  { name: 'mimetype', data: 'application/epub+zip' },
  {
    name: 'book.opf',
    data: '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
  },
  { name: 'a.xhtml', data: '<html><body><h1>Pumps</h1><p>About pumps.</p></body></html>', deflate: true },
]);
const json = JSON.stringify({ users: Array.from({ length: 40 }, (_, id) => ({ id, name: `Person ${id}` })) });
const code = "import a from 'a';\n\nexport function b() {\n  return a;\n}\n";
const notebook = JSON.stringify({
  cells: [
    { cell_type: 'markdown', source: '# Größe' },
    { cell_type: 'code', source: 'x = 1' },
  ],
});
const xml = '<?xml version="1.0"?><list><item><name>Größe</name></item><item><name>Pump</name></item></list>';
const noise = { name: 'noise', bytes: Uint8Array.from({ length: 600 }, (_, i) => (i % 3 === 0 ? 0 : i)) };

describe('zip', () =>
  runs(
    extractorConformance({
      create: zipExtractor,
      sources: [{ name: 'a.zip', bytes: zip, contains: ['From the archive.', 'Second.'] }],
      damaged: [{ name: 'cut.zip', bytes: zip.subarray(0, 50) }, noise],
    }),
  ));
describe('eml', () =>
  runs(
    extractorConformance({
      create: emlExtractor,
      sources: [{ name: 'a.eml', bytes: eml, contains: ['The rent is due.', 'Attached.'] }],
      damaged: [noise],
    }),
  ));
describe('mbox', () =>
  runs(
    extractorConformance({
      create: mboxExtractor,
      sources: [{ name: 'a.mbox', bytes: mbox, contains: ['The rent is due.', 'Attached.'] }],
      damaged: [noise],
    }),
  ));
describe('msg', () =>
  runs(
    extractorConformance({
      create: msgExtractor,
      sources: [{ name: 'a.msg', bytes: msg, contains: ['The rent is due.'] }],
      damaged: [{ name: 'cut.msg', bytes: msg.subarray(0, 1000) }, noise],
    }),
  ));
describe('tnef', () =>
  runs(
    extractorConformance({
      create: tnefExtractor,
      sources: [{ name: 'winmail.dat', bytes: tnef, contains: ['The rent is due.', 'Attached.'] }],
      damaged: [{ name: 'cut.dat', bytes: tnef.subarray(0, 20) }, noise],
    }),
  ));
describe('cms', () =>
  runs(
    extractorConformance({
      create: cmsExtractor,
      sources: [{ name: 'a.txt.p7m', bytes: signed, contains: ['The signed rent.'] }],
      damaged: [{ name: 'cut.txt.p7m', bytes: signed.subarray(0, 40) }, noise],
    }),
  ));
describe('mhtml', () =>
  runs(
    extractorConformance({
      create: mhtmlExtractor,
      sources: [{ name: 'a.mhtml', bytes: mhtml, contains: ['About pumps.', 'Beside it.'] }],
      damaged: [{ name: 'cut.mht', bytes: mhtml.subarray(0, 200) }, noise],
    }),
  ));
describe('epub', () =>
  runs(
    extractorConformance({
      create: epubExtractor,
      sources: [{ name: 'a.epub', bytes: epub, contains: ['About pumps.'] }],
      damaged: [{ name: 'cut.epub', bytes: epub.subarray(0, 100) }, { name: 'a.epub', bytes: zip }, noise],
    }),
  ));
describe('json', () =>
  runs(
    extractorConformance({
      create: jsonExtractor,
      sources: [{ name: 'a.json', bytes: json, documentText: json, contains: ['Person 39'] }],
      damaged: [noise],
    }),
  ));
describe('notebook', () =>
  runs(
    extractorConformance({
      create: notebookExtractor,
      sources: [{ name: 'a.ipynb', bytes: notebook, contains: ['# Größe', 'x = 1'] }],
      damaged: [{ name: 'cut.ipynb', bytes: notebook.slice(0, 40) }, noise],
    }),
  ));
describe('xml', () =>
  runs(
    extractorConformance({
      create: xmlExtractor,
      sources: [{ name: 'a.xml', bytes: xml, contains: ['Größe', 'Pump'] }],
      damaged: [noise],
    }),
  ));
describe('code', () =>
  runs(
    extractorConformance({
      create: codeExtractor,
      sources: [{ name: 'a.ts', bytes: code, documentText: code, contains: ['export function b'] }],
      damaged: [noise],
    }),
  ));
