import { embedderConformance } from '@cubo/contracts/testing';
import { connections } from '@cubo/network';
import { describe, expect, test } from 'vitest';
import { ollamaEmbedder } from '../../src/index.ts';
import type { OllamaEmbedderOptions } from '../../src/ollama/ollama-embedder-options.ts';
import { fakeOllama, type OllamaFaults } from '../helpers/fake-ollama.ts';
import { failure, setUp, texts, trueVectors } from './embedder-set-up.ts';

describe('conformance, with a fake server', async () => {
  const { url } = await fakeOllama();
  const create = () => ollamaEmbedder({ model: 'embeddinggemma', baseUrl: url });
  for (const { name, run } of embedderConformance({ create })) test(name, run);
});

describe('what is asked', () => {
  test('documents and questions have the prefixes of the model', async () => {
    const { server, embedder } = await setUp({}, { model: 'embeddinggemma', dimensions: undefined });
    await embedder.embedDocuments(['A text.']);
    await embedder.embedQuery('A question?');
    const inputs = server.seen.map(({ body }) => body.input);
    expect(inputs).toEqual([['title: none | text: A text.'], ['task: search result | query: A question?']]);
    expect(server.seen[0]?.body).toMatchObject({ model: 'embeddinggemma', truncate: true });
  });

  test('prefixes and keepAlive of the options win', async () => {
    const options = {
      model: 'embeddinggemma',
      dimensions: undefined,
      documentPrefix: 'd: ',
      queryPrefix: '',
      keepAlive: 60,
    };
    const { server, embedder } = await setUp({}, options);
    await embedder.embedDocuments(['A text.']);
    await embedder.embedQuery('A question?');
    expect(server.seen.map(({ body }) => [body.input, body.keep_alive])).toEqual([
      [['d: A text.'], 60],
      [['A question?'], 60],
    ]);
  });

  test('a text without content is not asked for', async () => {
    const { server, embedder } = await setUp();
    const [blank, text] = await embedder.embedDocuments([' \n', 'harbour']);
    expect(blank).toEqual(new Float32Array(8));
    expect(text?.some((value) => value !== 0)).toBe(true);
    expect(await embedder.embedQuery('')).toEqual(new Float32Array(8));
    expect(server.batches()).toEqual([1]);
  });

  test('vectors of a Matryoshka model are shortened and of unit length', async () => {
    const { embedder } = await setUp({}, { model: 'embeddinggemma', dimensions: 128 });
    const [vector] = await embedder.embedDocuments(['harbour granite']);
    expect(vector).toHaveLength(128);
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
  });

  test('the fingerprint names what changes the vectors, and not where Ollama runs', () => {
    const of = (options: Partial<OllamaEmbedderOptions>) =>
      ollamaEmbedder({ model: 'embeddinggemma', ...options }).fingerprint;
    const all = [
      {},
      { dimensions: 256 },
      { queryPrefix: '' },
      { documentPrefix: '' },
      { contextLength: 100 },
      { revision: '2' },
    ];
    expect(new Set(all.map(of)).size).toBe(all.length);
    expect(of({ baseUrl: 'http://gpu.lan:11434', keepAlive: 5 })).toBe(of({}));
  });

  test('load() and unload()', async () => {
    const { server, embedder } = await setUp();
    await embedder.load?.();
    await embedder.unload?.();
    expect(server.seen.map(({ path, body }) => [path, body.keep_alive])).toEqual([
      ['/api/embed', undefined],
      ['/api/generate', 0],
    ]);
  });

  test('connections are counted for the model', async () => {
    const { embedder } = await setUp();
    await embedder.embedQuery('harbour');
    expect(connections().recent.at(-1)?.purpose).toBe('embedding with ollama:tiny');
  });
});

describe('batches', () => {
  test('grow while throughput grows, and stay when it does not', async () => {
    // Twenty texts take as long as one; beyond that time grows faster than the batch.
    const milliseconds = (count: number) => (count <= 21 ? 40 : count * 10);
    const { server, embedder } = await setUp({ milliseconds });
    const given = texts(150);
    const vectors: Float32Array[] = [];
    for (let i = 0; i < given.length; i += 64) vectors.push(...(await embedder.embedDocuments(given.slice(i, i + 64))));
    expect(vectors).toHaveLength(150);
    const sizes = server
      .batches()
      .filter((size) => size > 1)
      .map((size) => size - 1);
    expect(sizes.slice(0, 4)).toEqual([5, 10, 20, 29]);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(40);
    expect(sizes.at(-2)).toBe(20);
  });

  test('halve on an error, and do not grow back', async () => {
    const { server, embedder } = await setUp({ mostTexts: 8 });
    const vectors = await embedder.embedDocuments(texts(40));
    expect(vectors).toEqual(await trueVectors(texts(40)));
    const sizes = server.batches().map((size) => size - 1);
    expect(sizes.filter((size) => size + 1 > 8)).toEqual([10]);
  });

  test('a question goes before the batches that wait', async () => {
    const { server, embedder } = await setUp({ milliseconds: () => 5 });
    const documents = Promise.all([1, 2, 3, 4].map(() => embedder.embedDocuments(texts(20))));
    await new Promise((resolve) => setTimeout(resolve, 2));
    await embedder.embedQuery('a question');
    const at = server.seen.findIndex(({ body }) => (body.input as string[])[0] === 'a question');
    await documents;
    // One request was under way.
    expect(at).toBe(1);
  });

  test('one request is under way at a time', async () => {
    let current = 0;
    let most = 0;
    const { embedder } = await setUp({
      milliseconds: () => {
        most = Math.max(most, ++current);
        return 5;
      },
      vectors: (vectors) => {
        current--;
        return vectors;
      },
    });
    await Promise.all([1, 2, 3].map((i) => embedder.embedDocuments(texts(i * 7))));
    expect(most).toBe(1);
  });
});

describe('batches that cannot be trusted are made text by text', () => {
  test.each<[string, OllamaFaults]>([
    ['reversed', { order: 'reversed' }],
    ['rotated', { order: 'rotated' }],
    ['other vectors in a batch', { driftFrom: 2 }],
    ['other vectors in a larger batch', { driftFrom: 8 }],
  ])('%s', async (_, faults) => {
    const { server, embedder } = await setUp(faults);
    const given = texts(30);
    expect(await embedder.embedDocuments(given)).toEqual(await trueVectors(given));
    // And from then on.
    const before = server.batches().length;
    await embedder.embedDocuments(given.slice(0, 5));
    expect(server.batches().slice(before)).toEqual([1, 1, 1, 1, 1]);
  });

  test('also when that begins later', async () => {
    const { server, embedder } = await setUp();
    await embedder.embedDocuments(texts(64));
    server.faults.order = 'reversed';
    expect(await embedder.embedDocuments(texts(10))).toEqual(await trueVectors(texts(10)));
  });
});

describe('texts that are too long', () => {
  test('are sent as far as they can matter', async () => {
    const { server, embedder } = await setUp({}, { contextLength: 10 });
    await embedder.embedDocuments(['word '.repeat(1000)]);
    expect(server.seen.map(({ body }) => (body.input as string[])[0]?.length)).toEqual([80]);
  });

  test.each([400, 500])(
    'are shortened for a server that refuses them with %i, and hold up no others',
    async (tooLongStatus) => {
      const { server, embedder, pauses } = await setUp({ mostCharacters: 300, tooLongStatus });
      const given = [...texts(3), 'harbour '.repeat(100), ...texts(3)];
      const vectors = await embedder.embedDocuments(given);
      const [, first] = await trueVectors([texts(1)[0] as string, texts(2)[1] as string]);
      expect(vectors[1]).toEqual(first);
      expect(vectors[3]?.some((value) => value !== 0)).toBe(true);
      expect(pauses).toEqual([]);
      // The size of batches is not the reason.
      const before = server.batches().length;
      await embedder.embedDocuments(texts(5));
      expect(server.batches().slice(before)).toContain(6);
    },
  );
});

test.each<[Partial<OllamaEmbedderOptions> & Record<string, unknown>, RegExp]>([
  [{ model: '' }, /option model/],
  [{ model: 'unheard-of' }, /dimensions of the vectors of unheard-of are not known/],
  [{ model: 'qwen3-embedding' }, /not known/],
  [{ dimensions: 1.5 }, /option dimensions/],
  [{ dimensions: 1024 }, /option dimensions/],
  [{ model: 'bge-m3', dimensions: 512 }, /option dimensions/],
  [{ contextLength: 0 }, /option contextLength/],
  [{ baseUrl: 'gpu.lan' }, /baseUrl/],
  [{ baseURL: 'http://127.0.0.1' }, /no option "baseURL"/],
])('%j is refused', (options, message) => {
  expect(() => ollamaEmbedder({ model: 'embeddinggemma', ...options })).toThrow(failure('CUBO_BAD_ARGUMENT', message));
});

test.each([
  ['embeddinggemma:300m', 768],
  ['qwen3-embedding:0.6b', 1024],
  ['qwen3-embedding:4b-q4_K_M', 2560],
  ['snowflake-arctic-embed:22m', 384],
  ['hf.co/someone/bge-m3:Q8_0', 1024],
])('%s has %i dimensions', (model, dimensions) => {
  expect(ollamaEmbedder({ model }).dimensions).toBe(dimensions);
});
