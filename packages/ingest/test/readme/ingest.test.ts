import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

test('the example of the README', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cubo-readme-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'note.md'), '# Keys\n\nThe keys lie with the caretaker.\n');
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  // #region chunks
  const { builtinExtractors, createExtractorRegistry, readSourceHead, recursiveChunker, scanSources } = await import(
    '@cubo/ingest'
  );

  const registry = createExtractorRegistry(builtinExtractors());
  const chunker = recursiveChunker();
  for await (const source of scanSources([folder])) {
    const extractor = registry.find(source, await readSourceHead(source));
    const context = { maximumBytes: 256 * 1024 * 1024, unread: console.warn, describe: console.log };
    for await (const chunk of chunker.chunk(extractor.extract(source, context))) console.log(chunk.locator, chunk.text);
  }
  // #endregion
  expect(log.mock.calls.flat()).toContainEqual(expect.stringContaining('The keys lie with the caretaker.'));
  log.mockRestore();
});
