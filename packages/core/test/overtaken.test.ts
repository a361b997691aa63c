import { join } from 'node:path';
import type { Hit, SparseIndex, TrainableEmbedder, VectorTier } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { openTieredVectors } from '@cubo/index-tiered';
import { openLexicalIndex } from '@cubo/retrieval';
import { expect, onTestFinished, test } from 'vitest';
import {
  type Cubo,
  type CuboOptions,
  createAnalyzer,
  createCubo,
  latentEmbedder,
  type OpenSparseIndex,
  textSource,
} from '../src/index.ts';
import { finish, openCubo } from './open-cubo.ts';

/** Two instances of one library: what one writes, the other must notice, as if it were another process. */
async function writerAndReader(
  options: Partial<CuboOptions>,
  readerOptions: (writer: Cubo) => Partial<CuboOptions> = () => ({}),
) {
  const { cubo: writer, directory } = await openCubo(options);
  await replaceAll(writer, 0);
  const reader = await createCubo({
    workers: 0,
    path: join(directory, 'library'),
    ...options,
    ...readerOptions(writer),
  });
  onTestFinished(() => reader.close());
  return { writer, reader };
}

/** New versions of all documents, so that no chunk of before is left. */
async function replaceAll(cubo: Cubo, version: number): Promise<void> {
  const sources = ['boiler', 'radiator', 'thermostat'].map((name) =>
    textSource({ uri: `note:${name}`, text: `The ${name} of the heating, version ${version}.` }),
  );
  await finish(cubo.ingest(sources));
}

/** Runs something the first times it is called. */
function firstTimes(times: number, run: (time: number) => Promise<void>): () => Promise<void> {
  let time = 0;
  return async () => {
    if (time < times) await run(++time);
  };
}

/** The built-in indexes, with something that happens after each of their searches. */
function indexesWith(afterSearch: () => Promise<void>): Partial<CuboOptions> {
  const followed = <Index extends SparseIndex | VectorTier>(index: Index): Index => ({
    ...index,
    async search(...given: Parameters<Index['search']>) {
      const hits = await (index.search as (...given: Parameters<Index['search']>) => Promise<Hit[]>)(...given);
      await afterSearch();
      return hits;
    },
  });
  return {
    sparseIndex: async (context) => followed(await openLexicalIndex(context)),
    vectorTier: async (context) => followed(await openTieredVectors(context)),
  };
}

test.each(['hybrid', 'sparse', 'dense'] as const)(
  'a %s search whose documents are replaced before it has read them finds the new ones',
  async (mode) => {
    const embedder = hashingEmbedder();
    const { reader } = await writerAndReader({ embedder }, (writer) =>
      indexesWith(firstTimes(3, (time) => replaceAll(writer, time))),
    );
    const hits = await reader.search('heating version', { mode });
    expect(hits.map(({ text }) => text.slice(-10))).toEqual(new Array(3).fill('version 3.'));
  },
);

test('a search whose vectors are replaced while its question is embedded asks again', async () => {
  const embedder = hashingEmbedder();
  const { reader } = await writerAndReader({ embedder }, (writer) => {
    const overtake = firstTimes(1, (time) => replaceAll(writer, time));
    return {
      embedder: {
        ...embedder,
        async embedQuery(text, options) {
          await overtake();
          await reader.search('heating', { mode: 'sparse' });
          return embedder.embedQuery(text, options);
        },
      },
    };
  });
  expect(await reader.search('heating version', { mode: 'dense' })).toHaveLength(3);
});

test('a search whose words another search has seen replaced asks again', async () => {
  const { reader } = await writerAndReader({ embedder: false }, (writer) => {
    const overtake = firstTimes(1, async (time) => {
      await replaceAll(writer, time);
      await reader.search('heating');
    });
    const sparseIndex: OpenSparseIndex = async (context) => {
      const index = await openLexicalIndex(context);
      return { ...index, search: (query, options) => overtake().then(() => index.search(query, options)) };
    };
    return { sparseIndex };
  });
  expect(await reader.search('heating version')).toHaveLength(3);
});

test('a search whose vectors are removed before it opens them asks again', async () => {
  const latent = latentEmbedder({ analyzer: createAnalyzer() });
  const { reader } = await writerAndReader({ embedder: latent }, (writer) => {
    const addAnother = firstTimes(1, async () => {
      await finish(writer.ingest([textSource({ uri: 'note:pump', text: 'The pump.' })]));
    });
    const embedder: TrainableEmbedder = {
      ...latent,
      async restore(directory) {
        const restored = await latent.restore(directory);
        await addAnother();
        return restored;
      },
    };
    return { embedder };
  });
  const [hit] = await reader.search('heating version');
  expect(hit?.explain.lists.map(({ list }) => list)).toEqual(['sparse', 'dense']);
});

test('a search ends, however often it is overtaken', async () => {
  let searches = 0;
  const { reader } = await writerAndReader({ embedder: false }, (writer) =>
    indexesWith(() => replaceAll(writer, ++searches)),
  );
  await reader.search('heating');
  expect(searches).toBe(4);
});

test('a model that is replaced while it is being read is not missed', async () => {
  const latent = latentEmbedder({ analyzer: createAnalyzer() });
  const { reader } = await writerAndReader({ embedder: latent }, (writer) => {
    const overtake = firstTimes(2, (time) => replaceAll(writer, time));
    const embedder: TrainableEmbedder = {
      ...latent,
      async restore(directory) {
        await overtake();
        return latent.restore(directory);
      },
    };
    return { embedder };
  });
  const hits = await reader.search('heating version');
  expect(hits.map((hit) => hit.explain.lists.map(({ list }) => list))).toEqual(new Array(3).fill(['sparse', 'dense']));
});

test('a failure that no write explains is passed on at once', async () => {
  let asked = 0;
  const { reader } = await writerAndReader({ embedder: false }, () => ({
    reranker: {
      id: 'broken',
      async rerank() {
        asked++;
        throw new Error('no such model');
      },
    },
  }));
  await expect(reader.search('heating', { rerank: true })).rejects.toThrow('no such model');
  expect(asked).toBe(1);
});

test('status and doctor see what another instance has written', async () => {
  const { writer, reader } = await writerAndReader({});
  expect(await reader.status()).toMatchObject({ lexical: { coverage: 1 }, dense: { coverage: 1 } });
  await replaceAll(writer, 1);
  expect(await reader.status()).toMatchObject({ lexical: { coverage: 1 }, dense: { coverage: 1 } });
  await replaceAll(writer, 2);
  expect(await reader.doctor()).toMatchObject({ healthy: true, problems: [] });
});

test('a space whose vectors another instance has added to shows them', async () => {
  const embedder = hashingEmbedder();
  const { writer, reader } = await writerAndReader({ embedder });
  expect(await reader.search('heating', { mode: 'dense' })).toHaveLength(3);
  await finish(writer.ingest([textSource({ uri: 'note:pump', text: 'The pump of the heating.' })]));
  expect(await reader.search('heating', { mode: 'dense' })).toHaveLength(4);
});
