import { readFileSync } from 'node:fs';
import {
  type ConformanceCheck,
  chunkerConformance,
  type ExtractorExample,
  extractorConformance,
} from '@cubo/contracts/testing';
import { describe, test } from 'vitest';
import {
  csvExtractor,
  docxExtractor,
  htmlExtractor,
  markdownExtractor,
  odsExtractor,
  pdfExtractor,
  recursiveChunker,
  textExtractor,
  xlsxExtractor,
} from '../src/index.ts';
import { xlsxFile, xlsxRows } from './helpers/xlsx-file.ts';
import { zipFile } from './helpers/zip-file.ts';

const folder = new URL('../../../examples/demo-documents/', import.meta.url);

function demo(name: string, ...contains: string[]): ExtractorExample {
  return { name, bytes: readFileSync(new URL(name, folder)), contains };
}

/** A file whose document text is the file itself. */
function plain(name: string, ...contains: string[]): ExtractorExample {
  return { ...demo(name, ...contains), documentText: readFileSync(new URL(name, folder), 'utf8') };
}

function cut(name: string): ExtractorExample {
  const { bytes } = demo(name);
  return { name: `cut-${name}`, bytes: (bytes as Uint8Array).subarray(0, 600) };
}

const binary: Uint8Array = Uint8Array.from({ length: 600 }, (_, i) => (i % 3 === 0 ? 0 : i));

function runs(checks: readonly ConformanceCheck[]): void {
  for (const check of checks) test(check.name, check.run);
}

describe('text', () =>
  runs(
    extractorConformance({
      create: textExtractor,
      sources: [plain('rundschreiben-heizung.txt', 'Heizung')],
      damaged: [{ name: 'binary.txt', bytes: binary }],
    }),
  ));
describe('markdown', () =>
  runs(extractorConformance({ create: markdownExtractor, sources: [plain('employee-handbook.md', 'badge')] })));
describe('csv', () =>
  runs(extractorConformance({ create: csvExtractor, sources: [plain('supplier-contracts.csv', ',')] })));
describe('html', () =>
  runs(extractorConformance({ create: htmlExtractor, sources: [demo('datenschutzhinweise.html', 'Aufbewahrung')] })));
describe('pdf', () =>
  runs(
    extractorConformance({
      create: pdfExtractor,
      sources: [demo('contratto-di-locazione.pdf', 'preavviso'), demo('hausordnung.pdf', 'Ruhezeiten')],
      damaged: [cut('hausordnung.pdf')],
    }),
  ));
describe('docx', () =>
  runs(
    extractorConformance({
      create: docxExtractor,
      sources: [demo('betriebsanleitung-pumpe.docx', 'Pumpe')],
      damaged: [cut('betriebsanleitung-pumpe.docx')],
    }),
  ));
describe('xlsx', () => {
  const rows = xlsxRows([
    ['Name', 'Betrag'],
    ['Müller', 17],
    ['Größe', 4.5],
  ]);
  const bytes = xlsxFile({ sheets: [{ name: 'S', rows }] });
  runs(
    extractorConformance({
      create: xlsxExtractor,
      sources: [{ name: 'a.xlsx', bytes, contains: ['Müller | 17'] }],
      damaged: [{ name: 'cut.xlsx', bytes: bytes.subarray(0, 600) }],
    }),
  );
});
describe('ods', () => {
  const row = '<table:table-row><table:table-cell><text:p>Müller</text:p></table:table-cell></table:table-row>';
  const table = `<table:table table:name="S">${row.repeat(30)}</table:table>`;
  const data = `<office:document><office:body><office:spreadsheet>${table}</office:spreadsheet></office:body></office:document>`;
  const bytes = zipFile([{ name: 'content.xml', data, deflate: true }]);
  runs(
    extractorConformance({
      create: odsExtractor,
      sources: [
        { name: 'a.ods', bytes, contains: ['Müller'] },
        { name: 'a.fods', bytes: data, contains: ['Müller'] },
      ],
      damaged: [{ name: 'cut.ods', bytes: bytes.subarray(0, 100) }],
    }),
  );
});
describe('recursive chunker', () => runs(chunkerConformance({ create: () => recursiveChunker() })));
describe('recursive chunker, small chunks', () =>
  runs(chunkerConformance({ create: () => recursiveChunker({ maximumCharacters: 80, overlapCharacters: 20 }) })));
describe('recursive chunker, whole sections', () =>
  runs(chunkerConformance({ create: () => recursiveChunker({ maximumCharacters: Number.POSITIVE_INFINITY }) })));
