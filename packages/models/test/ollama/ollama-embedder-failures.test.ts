import { describe, expect, test } from 'vitest';
import { ollamaEmbedder } from '../../src/index.ts';
import { ollamaEmbedderWith } from '../../src/ollama/ollama-embedder.ts';
import { fakeOllama, type OllamaFaults } from '../helpers/fake-ollama.ts';
import { failure, setUp, texts, trueVectors } from './embedder-set-up.ts';

describe('what is wrong is caught', () => {
  test.each<[string, OllamaFaults, string, RegExp]>([
    ['too few vectors', { vectors: (v) => v.slice(1) }, 'CUBO_EMBEDDER_INVALID', /0 vectors for 1 texts/],
    ['too many vectors', { vectors: (v) => [...v, ...v] }, 'CUBO_EMBEDDER_INVALID', /2 vectors for 1 texts/],
    ['other dimensions', { vectors: (v) => v.map((x) => x.slice(1)) }, 'CUBO_EMBEDDER_INVALID', /7 dimensions, not 8/],
    ['null in a vector', { vectors: (v) => v.map((x) => [null, ...x.slice(1)]) }, 'CUBO_EMBEDDER_INVALID', /holds NaN/],
    ['no list', { vectors: () => 'none' }, 'CUBO_EMBEDDER_INVALID', /gave no vectors/],
    ['no lists in it', { vectors: () => [7] }, 'CUBO_EMBEDDER_INVALID', /gave no vectors/],
    ['NaN in the JSON', { raw: '{"embeddings":[[NaN,1,2,3,4,5,6,7]]}' }, 'CUBO_EMBEDDER_FAILED', /JSON/],
    ['an answer that is cut', { cutAfter: 20 }, 'CUBO_EMBEDDER_FAILED', /aborted/],
    [
      'NaN on the server',
      { refuse: { status: 500, error: 'json: unsupported value: NaN', times: Infinity } },
      'CUBO_EMBEDDER_FAILED',
      /unsupported value: NaN/,
    ],
  ])('%s', async (_, faults, code, message) => {
    const { embedder } = await setUp(faults);
    await expect(embedder.embedDocuments(['harbour'])).rejects.toEqual(failure(code, message));
    await expect(embedder.embedQuery('harbour')).rejects.toEqual(failure(code, message));
    await expect(embedder.embedDocuments(texts(7))).rejects.toEqual(failure(code, /./));
  });

  test('the remedy for other dimensions names them', async () => {
    const { embedder } = await setUp({}, { model: 'all-minilm', dimensions: undefined });
    expect(embedder.dimensions).toBe(384);
    const { embedder: other } = await setUp(
      { vectors: (v) => v.map((x) => x.slice(0, 100)) },
      { model: 'all-minilm', dimensions: undefined },
    );
    await expect(other.embedQuery('harbour')).rejects.toEqual(
      failure('CUBO_EMBEDDER_INVALID', /100 dimensions/, /dimensions: 100/),
    );
  });
});

describe('failures', () => {
  test('that pass are tried again, after longer and longer pauses', async () => {
    const { embedder, pauses } = await setUp({ refuse: { status: 503, error: 'server busy', times: 3 } });
    await embedder.embedQuery('harbour');
    expect(pauses).toEqual([250, 1000, 4000]);
  });

  test('that stay are told after four tries', async () => {
    const { server, embedder } = await setUp({ refuse: { status: 500, error: 'out of memory', times: Infinity } });
    await expect(embedder.embedQuery('harbour')).rejects.toEqual(
      failure('CUBO_EMBEDDER_FAILED', /tiny: out of memory\.$/),
    );
    expect(server.seen).toHaveLength(4);
  });

  test('Ollama is not running', async () => {
    const { server, embedder, pauses } = await setUp();
    await server.stop();
    const told = failure('CUBO_EMBEDDER_FAILED', /^Ollama does not answer at http:/, /ollama serve/);
    await expect(embedder.embedQuery('harbour')).rejects.toEqual(told);
    await expect(embedder.embedDocuments(texts(7))).rejects.toEqual(told);
    await expect(embedder.load?.()).rejects.toEqual(told);
    expect(pauses).toEqual([]);
  });

  test('Ollama is restarted while documents are embedded', async () => {
    const server = await fakeOllama();
    const embedder = ollamaEmbedderWith({ model: 'tiny', dimensions: 8, baseUrl: server.url }, () => server.start());
    await embedder.embedDocuments(texts(10));
    await server.stop();
    expect(await embedder.embedDocuments(texts(10))).toEqual(await trueVectors(texts(10)));
  });

  test('the model is not pulled', async () => {
    const { embedder, pauses } = await setUp({}, { model: 'bge-m3', dimensions: undefined });
    const told = failure('CUBO_EMBEDDER_FAILED', /has no model bge-m3\.$/, /ollama pull bge-m3/);
    await expect(embedder.embedQuery('harbour')).rejects.toEqual(told);
    await expect(embedder.embedDocuments(texts(7))).rejects.toEqual(told);
    expect(pauses).toEqual([]);
  });

  test('a model that Ollama has elsewhere is refused unless that is allowed', async () => {
    const { server, embedder } = await setUp({}, { model: 'tiny:cloud' });
    const told = failure('CUBO_EMBEDDER_FAILED', /ollama\.com:443 was not contacted/);
    await expect(embedder.embedQuery('harbour')).rejects.toEqual(told);
    await expect(embedder.embedDocuments(['harbour'])).rejects.toEqual(told);
    expect(server.seen).toEqual([]);
  });

  test('another machine is refused unless it is allowed', async () => {
    const embedder = ollamaEmbedder({ model: 'embeddinggemma', baseUrl: 'http://192.0.2.1:11434' });
    await expect(embedder.embedQuery('harbour')).rejects.toEqual(
      failure('CUBO_EMBEDDER_FAILED', /192\.0\.2\.1:11434 was not contacted/, /allow: \['192\.0\.2\.1:11434'\]/),
    );
  });

  test('an abort ends what waits for an answer, and what waits for its turn', async () => {
    const { embedder } = await setUp({ hang: true });
    const reason = new Error('enough');
    const controller = new AbortController();
    const calls = [
      embedder.embedDocuments(texts(7), { signal: controller.signal }),
      embedder.embedQuery('harbour', { signal: controller.signal }),
    ];
    setTimeout(() => controller.abort(reason), 20);
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason });
  });
});
