import type { Extractor } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { jsonExtractor, odsExtractor, xlsxExtractor, xmlExtractor, zipExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { odfFile } from './helpers/odf-file.ts';
import { extract } from './helpers/sections.ts';
import { xlsxFile, xlsxRows } from './helpers/xlsx-file.ts';
import { zipFile } from './helpers/zip-file.ts';

const long = `begin-${'x'.repeat(60_000)}-end`;
const odsBody = `<table:table table:name="${long}"><table:table-row><table:table-cell><text:p>text</text:p></table:table-cell></table:table-row></table:table>`;
const records = Array.from({ length: 100 }, (_, index) => `a text of some words ${index}`);

test.each<[string, Extractor, Uint8Array | string]>([
  ['a member of an archive', zipExtractor(), zipFile([{ name: `${long}.txt`, data: 'text' }])],
  ['an element of XML', xmlExtractor(), `<${long}><a>some text</a></${long}>`],
  ['a sheet of a workbook', xlsxExtractor(), xlsxFile({ sheets: [{ name: long, rows: xlsxRows([['text']]) }] })],
  ['a sheet of OpenDocument', odsExtractor(), odfFile({ kind: 'spreadsheet', body: odsBody })],
])('the name of %s is shortened where each chunk repeats it', async (_, extractor, content) => {
  const { sections, unread } = await extract(extractor, bytesSource('a.any', Buffer.from(content as Uint8Array)));
  expect(unread).toEqual([]);
  expect(sections.length).toBeGreaterThan(0);
  for (const { heading, context, locator } of sections) {
    const repeated = JSON.stringify([heading, context, locator]);
    expect(repeated).toContain('begin-xxx');
    expect(repeated).toMatch(/xxx-end/);
    expect(repeated.length).toBeLessThan(2000);
  }
});

test('of a hundred keys of JSON the outermost and the innermost are a heading', async () => {
  let text = JSON.stringify(records);
  for (let key = 99; key >= 0; key--) text = `{"key${key}":${text}}`;
  const { sections } = await extract(jsonExtractor(), bytesSource('a.json', Buffer.from(text)));
  const heading = sections.at(-1)?.heading ?? [];
  expect(heading).toHaveLength(21);
  expect([heading[0], heading[10], heading[20]]).toEqual(['key0', '…', 'key99']);
});
