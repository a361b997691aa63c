import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'cubo-readme-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

// #region index
import { nodeFileLayer } from '@cubo/library';
import { createAnalyzer, openLexicalIndex } from '@cubo/retrieval';

const index = await openLexicalIndex({ directory, files: nodeFileLayer, analyzer: createAnalyzer() });
await index.add([{ id: 1, text: 'I gatti dormono sul divano.' }]); // searchable at once
await index.add([{ id: 2, text: 'The notice period is three months.' }]);
await index.flush(); // durable, and visible to other processes after their refresh()
const hits = await index.search('gatto', { limit: 10 }); // [{ id: 1, score: … }]
await index.close();
// #endregion

test('the README finds what it says', () => {
  expect(hits).toEqual([{ id: 1, score: expect.closeTo(0.33, 1) }]);
});
