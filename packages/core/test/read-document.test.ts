import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

test('a document is read passage by passage, by any of its names', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  const text = Array.from({ length: 60 }, (_, i) => `Sentence number ${i} of the lease.`).join(' ');
  await writeFiles(documents, { 'a.txt': text, 'copy.txt': text });
  await finish(cubo.ingest(documents));
  for (const name of ['a.txt', 'copy.txt']) {
    const passages = await all(cubo.read(join(documents, name)));
    expect(passages.length).toBeGreaterThan(1);
    for (const { locator, text: passage } of passages) expect(text.slice(locator.start, locator.end)).toBe(passage);
    expect(passages.map(({ ordinal }) => ordinal)).toEqual(passages.map((_, i) => i));
  }
});

test('what cannot be read says why', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  await writeFiles(documents, { 'a.txt': 'text' });
  await finish(cubo.ingest(documents));
  await expect(all(cubo.read('none.txt'))).rejects.toMatchObject({ code: 'CUBO_DOCUMENT_NOT_FOUND' });
  await expect(all(cubo.read(''))).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(all(cubo.read(join(documents, 'a.txt'), { signal }))).rejects.toThrow('enough');
  expect(() => cubo.read('a.txt', { pages: 1 } as never)).toThrow(
    expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }),
  );
  await cubo.close();
  await expect(all(cubo.read(join(documents, 'a.txt')))).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
});
