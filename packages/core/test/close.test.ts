import { hashingEmbedder } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

test('close stops a search whose embedder is waiting', async () => {
  const embedder = hashingEmbedder();
  let asked = () => {};
  const waiting = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const { cubo, documents } = await openCubo({
    embedder: {
      ...embedder,
      embedQuery: (_text, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          asked();
        }),
    },
  });
  await writeFiles(documents, { 'note.txt': 'The boiler is in the cellar.' });
  await finish(cubo.ingest(documents));
  const search = cubo.search('boiler');
  await waiting;
  await Promise.all([expect(search).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' }), cubo.close()]);
});
