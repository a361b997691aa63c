import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'cubo-readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'note.md'), '# Keys\n\nThe keys lie with the caretaker.\n');
const log = vi.spyOn(console, 'log').mockImplementation(() => {});

// #region chunks
import {
  builtinExtractors,
  createExtractorRegistry,
  readSourceHead,
  recursiveChunker,
  scanSources,
} from '@cubo/ingest';

const registry = createExtractorRegistry(builtinExtractors());
const chunker = recursiveChunker();
for await (const source of scanSources([folder])) {
  const extractor = registry.find(source, await readSourceHead(source));
  const context = { maximumBytes: 256 * 1024 * 1024, unread: console.warn, describe: console.log };
  for await (const chunk of chunker.chunk(extractor.extract(source, context))) console.log(chunk.locator, chunk.text);
}
// #endregion

const printed = log.mock.calls.flat();
log.mockRestore();

test('the README prints what it reads', () => {
  expect(printed).toContainEqual(expect.stringContaining('The keys lie with the caretaker.'));
});
