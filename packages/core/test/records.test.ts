import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesWith, marker } from './files-with.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

test('erasing a document takes what records quote of it off the disk; deleted records are gone too', async () => {
  const { cubo, documents, directory } = await openCubo({ embedder: false });
  const [secret, other] = [marker(), marker()];
  await writeFiles(documents, { 'a.txt': `The word is ${secret}.`, 'b.txt': 'Nothing.' });
  await finish(cubo.ingest(documents));
  const quotes = [join(documents, 'a.txt')];
  cubo.records.change([
    { put: { collection: 'card', id: '1', content: { quoted: { front: secret } }, quotes } },
    { put: { collection: 'card', id: '2', content: { front: other } } },
  ]);
  cubo.records.change([{ delete: { collection: 'card', id: '2' } }]);
  const receipt = await cubo.erase(join(documents, 'a.txt'));
  expect(receipt.records).toBe(1);
  expect(await filesWith(join(directory, 'library'), [secret, other])).toEqual([]);
  expect(cubo.records.list('card').map(({ content }) => content)).toEqual([{ erased: true }]);
  await cubo.close();
  expect(() => cubo.records.list('card')).toThrow(expect.objectContaining({ code: 'CUBO_LIBRARY_CLOSED' }));
});
