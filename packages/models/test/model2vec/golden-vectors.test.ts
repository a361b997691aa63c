import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { model2vecEmbedder } from '../../src/model2vec.ts';

/** Models and the vectors that the Python package made of two texts, as tests of model2vec-rs have them. */
const fixtures = new URL('../../../../../shared/eval/models/model2vec-fixtures/', import.meta.url).pathname;
const isThere = existsSync(fixtures);
if (!isThere) console.info(`Tests are skipped: there are no models in ${fixtures}.`);

const short = 'hello world';
const long = Array.from({ length: 1000 }, () => 'hello').join(' ');

describe.skipIf(!isThere)('vectors of the Python package', () => {
  test.each([
    { model: 'test-model-float32', text: short, golden: 'embeddings_short.json', within: 1e-6 },
    { model: 'test-model-float32', text: long, golden: 'embeddings_long.json', within: 1e-6 },
    { model: 'test-model-sentence-transformers', text: short, golden: 'embeddings_short.json', within: 1e-6 },
    { model: 'test-model-sentence-transformers', text: long, golden: 'embeddings_long.json', within: 1e-6 },
    { model: 'test-model-vocab-quantized', text: long, golden: 'embeddings_vocab_quantized.json', within: 1e-6 },
    // The same model in fewer bits: near, and no more.
    { model: 'test-model-float16', text: short, golden: 'embeddings_short.json', within: 1e-3 },
    { model: 'test-model-float16', text: long, golden: 'embeddings_long.json', within: 1e-3 },
    { model: 'test-model-int8', text: short, golden: 'embeddings_short.json', within: 1e-1 },
    { model: 'test-model-int8', text: long, golden: 'embeddings_long.json', within: 1e-1 },
  ])('$model: $golden within $within', async ({ model, text, golden, within }) => {
    const embedder = await model2vecEmbedder({ directory: join(fixtures, model) });
    const [expected = []] = JSON.parse(await readFile(join(fixtures, golden), 'utf8')) as number[][];
    const [vector = new Float32Array()] = await embedder.embedDocuments([text]);
    expect(vector.length).toBe(expected.length);
    const differences = expected.map((value, i) => Math.abs(value - (vector[i] as number)));
    expect(Math.max(...differences)).toBeLessThan(within);
  });
});
