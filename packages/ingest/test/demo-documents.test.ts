import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Chunk } from '@cubo/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  builtinExtractors,
  createExtractorRegistry,
  readSourceHead,
  recursiveChunker,
  scanSources,
} from '../src/index.ts';
import { collect, expectChunksOf, expectOrderedSections, extract, stream } from './helpers/sections.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const registry = createExtractorRegistry(builtinExtractors());
const chunks = new Map<string, readonly Chunk[]>();

beforeAll(async () => {
  for await (const source of scanSources(`${root}examples/demo-documents`)) {
    const extractor = registry.find(source, await readSourceHead(source));
    const { sections, unread } = await extract(extractor, source);
    expect(unread).toEqual([]);
    expectOrderedSections(sections);
    const cut = await collect(recursiveChunker().chunk(stream(sections)));
    expectChunksOf(sections, cut);
    chunks.set(source.name, cut);
  }
});

/** The first chunk of a document that holds a text, whose lines may be broken anywhere. */
function chunkWith(name: string, text: string): Chunk | undefined {
  return chunks.get(name)?.find((chunk) => chunk.text.replace(/\s+/g, ' ').includes(text));
}

describe('the documents of the demo', () => {
  test('are what the script makes', () => {
    const script = ['--experimental-strip-types', 'scripts/make-demo-documents.mjs', '--check'];
    execFileSync(process.execPath, script, { cwd: root, stdio: 'pipe' });
  });

  test('answer questions in three languages, with file and page', () => {
    expect([...chunks.keys()]).toHaveLength(8);
    const english = chunkWith(
      'employment-contract.pdf',
      'The notice period is three months to the end of a calendar quarter',
    );
    expect(english?.locator).toMatchObject({ kind: 'page', page: 3 });
    const italian = chunkWith('contratto-di-locazione.pdf', 'Il periodo di preavviso è di sei mesi');
    expect(italian?.locator).toMatchObject({ kind: 'page', page: 3 });
    const german = chunkWith('hausordnung.pdf', 'Die Nachtruhe gilt von 22 Uhr bis 6 Uhr');
    expect(german?.locator).toMatchObject({ kind: 'page', page: 2 });
    const filter = chunkWith(
      'betriebsanleitung-pumpe.docx',
      'Der Schmutzfilter vor der Pumpe wird alle sechs Monate gereinigt',
    );
    expect(filter?.heading).toEqual(['Betriebsanleitung Umwälzpumpe UP 25-60', '5 Wartung']);
    const retention = chunkWith(
      'datenschutzhinweise.html',
      'Bewerbungsunterlagen werden sechs Monate nach der Absage gelöscht',
    );
    expect(retention?.heading?.at(-1)).toBe('Aufbewahrung');
    const wedding = chunkWith('employee-handbook.md', '| Own wedding | 2 |');
    expect(wedding).toMatchObject({ kind: 'table', heading: ['Employee Handbook', 'Holidays and absence'] });
    expect(chunkWith('rundschreiben-heizung.txt', 'Haus 6 und 8 Mittwoch, 8. Mai')?.locator.kind).toBe('lines');
    const lift = chunkWith('supplier-contracts.csv', 'Avon Lifts;Maintenance of the goods lift');
    expect(lift?.context).toContain('notice period');
  });
});
