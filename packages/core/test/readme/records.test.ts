import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCubo, writeFiles } from '../open-cubo.ts';

test('the guide keeps notes on documents', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  await writeFiles(documents, { 'lease.md': 'Notice is given three months before the end.' });
  await cubo.ingest(documents);
  const source = join(documents, 'lease.md');
  // #region records
  cubo.records.change([
    {
      put: {
        collection: 'my-app.note',
        id: 'note-1',
        parent: source,
        order: Date.now(),
        content: { colour: 'yellow', quoted: { text: 'three months before the end' } },
        quotes: [source],
      },
    },
  ]);
  const notes = cubo.records.list('my-app.note', { parent: source, descending: true, limit: 20 });
  // #endregion
  expect(notes.map(({ content }) => content)).toMatchObject([{ colour: 'yellow' }]);
  await cubo.erase(source);
  expect(cubo.records.get('my-app.note', 'note-1')?.content).toEqual({ colour: 'yellow', erased: true });
});
