import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Embedder, TrainableEmbedder } from '@cubo/contracts';
import { openTieredVectors } from '@cubo/index-tiered';
import { openLibrary } from '@cubo/library';
import { expect, onTestFinished, test } from 'vitest';
import { createAnalyzer, createCubo, latentEmbedder, textSource } from '../src/index.ts';
import { createVectorSpaces } from '../src/indexes/vector-spaces.ts';
import { createModels } from '../src/models/models.ts';
import { failingFileLayer } from './failing-file-layer.ts';
import { finish, openCubo } from './open-cubo.ts';

const embedder = latentEmbedder({ analyzer: createAnalyzer(), dimensions: 8 });

/** A library whose vectors are of its first two documents; the third calls for a training. */
async function libraryToRetrain(): Promise<string> {
  const { cubo, directory } = await openCubo({ embedder });
  const note = (uri: string, text: string) => finish(cubo.ingest([textSource({ uri, text })]));
  await note('note:1', 'The boiler is in the cellar.');
  await note('note:2', 'The ferry leaves the harbour at noon.');
  await cubo.close();
  const path = join(directory, 'library');
  const wordsOnly = await createCubo({ workers: 0, path, embedder: false });
  await finish(wordsOnly.ingest([textSource({ uri: 'note:3', text: 'Stars are far away.' })]));
  await wordsOnly.close();
  return path;
}

async function openSpaces(path: string, trainable: TrainableEmbedder = embedder) {
  const files = failingFileLayer();
  const library = await openLibrary({ path, files });
  const models = createModels();
  const spaces = createVectorSpaces({
    library,
    embedder: trainable,
    openTier: openTieredVectors,
    memoryBytes: 2 ** 26,
    models,
  });
  onTestFinished(async () => {
    await library.close();
    await spaces.close();
    await models.close();
  });
  return {
    files,
    update: () =>
      library.write(async (writer) => {
        for await (const _ of spaces.update(writer));
      }),
    /** The chunks that can be found, by the model in use. */
    found: () =>
      spaces.use(async (space) => {
        if (space === undefined) throw new Error('there is no space');
        const query = await space.embedder.embedQuery('boiler ferry stars');
        return (await space.tier.search(query, { limit: 10 })).map((hit) => hit.id);
      }),
  };
}

test('whatever a full disk stops when an embedder is trained anew, the vectors of before answer, and the next try succeeds', async () => {
  const path = await libraryToRetrain();
  const whole = `${path}-whole`;
  await cp(path, whole, { recursive: true });
  const { files, update, found } = await openSpaces(whole);
  const before = await found();
  files.failAt(-1);
  await update();
  const after = await found();
  const operations = [...files.operations];
  expect(before).toHaveLength(2);
  expect(after).toHaveLength(3);
  // The first notes which space is being filled, the second switches to it.
  expect(operations.filter((name) => name === 'commit')).toHaveLength(2);
  expect(operations.length).toBeGreaterThan(15);

  for (const [number, name] of operations.entries()) {
    const copy = `${path}-${number}`;
    await cp(path, copy, { recursive: true });
    const spaces = await openSpaces(copy);
    spaces.files.failAt(number);
    // What is left to remove after the switch may stay for the next time.
    const error = await spaces.update().catch((thrown: unknown) => thrown);
    const switched = number > operations.lastIndexOf('commit');
    if (!switched) expect(error, name).toMatchObject({ code: 'CUBO_STORAGE_FAILED' });
    else expect(error, name).toBeUndefined();
    expect(await spaces.found(), `after ${name}`).toEqual(switched ? after : before);
    await spaces.update();
    expect(await spaces.found(), `after ${name}, again`).toEqual(after);
  }
});

test('a training or an embedding that fails leaves the space of before in use', async () => {
  const path = await libraryToRetrain();
  let failure: 'fit' | 'embed' | undefined = 'fit';
  const failing: TrainableEmbedder = {
    ...embedder,
    async fit(sample, options) {
      if (failure === 'fit') throw new Error('out of memory');
      const trained = await embedder.fit(sample, options);
      const embedDocuments: Embedder['embedDocuments'] = async (texts, given) => {
        if (failure === 'embed') throw new Error('out of memory');
        return trained.embedDocuments(texts, given);
      };
      return { ...trained, embedDocuments };
    },
  };
  const spaces = await openSpaces(path, failing);
  const before = await spaces.found();
  for (failure of ['fit', 'embed'] as const) {
    await expect(spaces.update()).rejects.toThrow('out of memory');
    expect(await spaces.found()).toEqual(before);
  }
  failure = undefined;
  await spaces.update();
  expect(await spaces.found()).toHaveLength(3);
});
