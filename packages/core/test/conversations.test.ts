import { join } from 'node:path';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { textSource } from '../src/index.ts';
import { filesWith, marker } from './files-with.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

test('an erased document leaves what conversations quote of it, and the receipt names the conversations', async () => {
  const { cubo, documents, directory } = await openCubo({ embedder: false });
  const [secret, other] = [marker(), marker()];
  await writeFiles(documents, { 'a.txt': `The word is ${secret}.`, 'b.txt': `The word is ${other}.` });
  await finish(cubo.ingest(documents));
  const part = (name: string, text: string) => {
    const source = join(documents, name);
    return { turn: 0, kind: 'tool-result', content: { quoted: { text } }, text, quotes: [source] };
  };
  cubo.conversations.change('talk', { revision: 0, parts: [part('a.txt', secret), part('b.txt', other)] });
  const receipt = await cubo.erase(join(documents, 'a.txt'));
  expect(receipt.conversations).toEqual({ parts: 1, conversations: ['talk'] });
  const remainder = receipt.mayRemain.find(({ kind }) => kind === 'conversations');
  expect(remainder?.note).toContain('talk');
  expect(await filesWith(join(directory, 'library'), [secret])).toEqual([]);
  expect(cubo.conversations.search(secret)).toEqual([]);
  expect(cubo.conversations.search(other)).toHaveLength(1);
  // What is deleted takes its quotes along with the next compaction.
  await cubo.delete(join(documents, 'b.txt'));
  await cubo.compact();
  expect(await filesWith(join(directory, 'library'), [other])).toEqual([]);
});

test('a deleted conversation is gone from the disk', async () => {
  const { cubo, directory } = await openCubo({ embedder: false });
  const [word, title] = [marker(), marker()];
  const parts = [{ turn: 0, kind: 'user', content: { text: word }, text: word, bytes: Buffer.from(word) }];
  cubo.conversations.change('talk', { revision: 0, title, parts });
  expect(cubo.conversations.delete('talk')).toBe(true);
  await cubo.close();
  expect(await filesWith(join(directory, 'library'), [word, title])).toEqual([]);
});

test('a document is read passage by passage, by any of its names, and one that was not ingested is extracted', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  const text = Array.from({ length: 60 }, (_, i) => `Sentence number ${i} of the lease.`).join(' ');
  await writeFiles(documents, { 'lease.txt': text });
  await finish(cubo.ingest(documents));
  const passages = await all(cubo.read(join(documents, 'lease.txt')));
  expect(passages.length).toBeGreaterThan(1);
  for (const { locator, text: passage } of passages) expect(text.slice(locator.start, locator.end)).toBe(passage);
  expect(passages.map(({ ordinal }) => ordinal)).toEqual(passages.map((_, i) => i));
  await expect(all(cubo.read('none.txt'))).rejects.toMatchObject({ code: 'CUBO_DOCUMENT_NOT_FOUND' });

  const extracted = await cubo.extract(textSource({ uri: 'note:1', name: 'note.md', text }));
  expect(extracted.chunks.map((chunk) => chunk.text)).toEqual(passages.map((passage) => passage.text));
  expect(extracted.isCut).toBe(false);
  const cut = await cubo.extract(textSource({ uri: 'note:1', name: 'note.md', text }), { maximumCharacters: 1100 });
  expect([cut.isCut, cut.chunks.length]).toEqual([true, 1]);
  const failure = (name: string, bytes: string, options = {}) =>
    cubo.extract(textSource({ uri: `note:${name}`, name, text: bytes }), options);
  await expect(failure('a.pdf', '%PDF-1.7 broken')).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID' });
  await expect(failure('a.txt', text, { maximumBytes: 10 })).rejects.toMatchObject({ code: 'CUBO_SOURCE_TOO_LARGE' });
  await expect(failure('a.xyz', '\0\u0001')).rejects.toMatchObject({ code: 'CUBO_FORMAT_UNSUPPORTED' });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(failure('a.txt', text, { signal })).rejects.toThrow('enough');
  expect([...cubo.documents()]).toHaveLength(1);
});

test('a generator that is held is loaded when asked, listed, and fails as the library says', async () => {
  const { cubo } = await openCubo({ embedder: false });
  let loads = 0;
  const model = { ...scriptedGenerator({ script: [{ type: 'text', text: 'a' }] }), load: async () => void loads++ };
  const held = cubo.holdGenerator(model);
  expect(cubo.holdGenerator(model)).toBe(held);
  await held.load?.();
  expect(loads).toBe(1);
  const answer = all(held.generate({ question: '', passages: [], messages: [] }));
  await expect(answer).rejects.toMatchObject({ code: 'CUBO_GENERATOR_FAILED' });
  expect((await cubo.status()).models).toMatchObject([{ kind: 'generator', id: 'scripted', state: 'failed' }]);
  expect(cubo.holdGenerator().id).toBe('extractive');
  expect(() => cubo.holdGenerator({} as never)).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
});
