import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Embedder } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { createCubo, recursiveChunker } from '../src/index.ts';
import { finish, openCubo } from './open-cubo.ts';

/** An embedder that remembers the texts it was given, and fails while it is told to. */
function countingEmbedder(): { embedder: Embedder; texts: string[]; state: { failing: boolean } } {
  const texts: string[] = [];
  const state = { failing: false };
  const embedder: Embedder = {
    ...hashingEmbedder(),
    async embedDocuments(batch, options) {
      if (state.failing) throw new Error('the model is gone');
      // Beside the texts of the book there is the probe of batches.
      texts.push(...batch.filter((text) => text.includes('tenant')));
      return hashingEmbedder().embedDocuments(batch, options);
    },
  };
  return { embedder, texts, state };
}

const count = 60;
const page = (i: number, word: string) =>
  `## Page ${i}\n\n${`The ${word} number ${i} says what the tenant of flat ${i} must pay. `.repeat(9)}\n\n`;
const book = (wordOf: (i: number) => string = () => 'clause') =>
  Array.from({ length: count }, (_, i) => page(i, wordOf(i))).join('');

test('of a document that has changed in part only that part is embedded', async () => {
  const { embedder, texts } = countingEmbedder();
  const { cubo, documents } = await openCubo({ embedder });
  const path = join(documents, 'book.md');
  await writeFile(path, book());
  await finish(cubo.ingest(documents));
  const whole = texts.splice(0).length;
  expect(whole).toBeGreaterThanOrEqual(count);

  await writeFile(
    path,
    book((i) => (i === 17 ? 'amendment' : 'clause')),
  );
  await finish(cubo.ingest(documents));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.every((text) => text.includes('Page 17'))).toBe(true);
  texts.length = 0;
  const status = await cubo.status();
  expect(status.dense).toMatchObject({ chunks: whole, coverage: 1 });
  // What was taken over scores as what was embedded.
  const fresh = await openCubo({ embedder: hashingEmbedder() });
  await writeFile(
    join(fresh.documents, 'book.md'),
    book((i) => (i === 17 ? 'amendment' : 'clause')),
  );
  await finish(fresh.cubo.ingest(fresh.documents));
  const places = async (of: typeof cubo) =>
    (await of.search('tenant of flat 23', { mode: 'dense', limit: 20 })).map(({ text, score }) => [
      text,
      Number(score.toFixed(6)),
    ]);
  expect(await places(cubo)).toEqual(await places(fresh.cubo));
  expect((await cubo.doctor()).problems).toEqual([]);
});

test('what could not be embedded for a while is taken over later, through several versions', async () => {
  const { embedder, texts, state } = countingEmbedder();
  const { cubo, documents } = await openCubo({ embedder });
  const path = join(documents, 'book.md');
  await writeFile(path, book());
  await finish(cubo.ingest(documents));
  texts.length = 0;
  state.failing = true;
  for (const changed of [3, 4]) {
    await writeFile(
      path,
      book((i) => (i === 3 || i === changed ? `amendment ${changed}` : 'clause')),
    );
    await expect(finish(cubo.ingest(documents))).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_FAILED' });
  }
  state.failing = false;
  await finish(cubo.ingest(documents));
  expect(texts.every((text) => /Page [34]\b/.test(text))).toBe(true);
  expect((await cubo.status()).dense?.coverage).toBe(1);
});

test('a chunker of another id that cuts the same embeds nothing anew', async () => {
  const { embedder, texts } = countingEmbedder();
  const { cubo, documents, directory } = await openCubo({ embedder });
  await writeFile(join(documents, 'book.md'), book());
  await finish(cubo.ingest(documents));
  await cubo.close();
  texts.length = 0;
  const chunker = { ...recursiveChunker(), id: 'my own' };
  const again = await createCubo({ workers: 0, path: join(directory, 'library'), embedder, chunker });
  expect((await finish(again.ingest(documents))).outcomes).toMatchObject({ indexed: 1 });
  expect(texts).toEqual([]);
  expect((await again.status()).dense?.coverage).toBe(1);
  await again.close();
});
