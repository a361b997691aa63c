import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const path = mkdtempSync(join(tmpdir(), 'cubo-readme-'));
afterAll(() => rmSync(path, { recursive: true, force: true }));

// #region example
import { openLibrary } from '@cubo/library';

const library = await openLibrary({ path });
await library.write(async (writer) => {
  const segment = await writer.stageSegment();
  const pending = writer.beginDocument({ uri: 'note:1', title: 'A note' });
  const text = 'The keys lie with the caretaker.';
  await segment.append(pending, 0, {
    text,
    kind: 'prose',
    locator: { kind: 'characters', start: 0, end: text.length },
  });
  const about = { name: 'note.txt', sha256: '', bytes: text.length, extractor: 'own@1', chunker: 'own@1' };
  const document = { ...about, pending, metadata: {}, unread: [], chunks: 1 };
  await writer.publish({ segments: [await segment.seal()], documents: [document] });
});
const snapshot = library.snapshot();
for await (const chunk of snapshot.scan(snapshot.chunks)) console.log(chunk.id, chunk.source, chunk.text);
await library.close();
// #endregion

test('the README stores a chunk', () => {
  expect(snapshot.chunks.size).toBe(1);
});
