import { json } from 'node:stream/consumers';
import { embedderConformance, generatorConformance } from '@cubo/contracts/testing';
import { request } from '@cubo/network';
import { describe, test } from 'vitest';
import { ollamaEmbedder, ollamaGenerator, openAiCompatibleGenerator } from '../src/index.ts';
import { embeddingModelFacts } from '../src/ollama/known-embedding-models.ts';

// The same suites as with the fake servers, where real ones answer on this machine.

const ollama = await modelsOf('http://127.0.0.1:11434/api/tags', 'models', 'name');
const embeds = ollama.find((name) => embeddingModelFacts(name) !== undefined);
const writes = ollama.find((name) => embeddingModelFacts(name) === undefined && !/embed|minilm|bge/.test(name));

describe.skipIf(embeds === undefined)(`Ollama embeds with ${embeds}`, () => {
  const create = () => ollamaEmbedder({ model: embeds ?? '' });
  for (const { name, run } of embedderConformance({ create })) test(name, run, 300_000);
});

describe.skipIf(writes === undefined)(`Ollama generates with ${writes}`, () => {
  const create = async () => {
    const generator = ollamaGenerator({ model: writes ?? '', temperature: 0 });
    await generator.load?.();
    return generator;
  };
  for (const { name, run } of generatorConformance({ create })) test(name, run, 300_000);
});

// llama.cpp, LM Studio, vLLM.
for (const port of [8080, 1234, 8000]) {
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const [model] = await modelsOf(`${baseUrl}/models`, 'data', 'id');
  describe.skipIf(model === undefined)(`the server on port ${port} generates with ${model}`, () => {
    const create = () => openAiCompatibleGenerator({ baseUrl, model: model ?? '', temperature: 0 });
    for (const { name, run } of generatorConformance({ create })) test(name, run, 300_000);
  });
}

/** The names of the models that a server has; none where no such server answers. */
async function modelsOf(url: string, list: string, name: string): Promise<string[]> {
  try {
    const answer = await request(url, { purpose: 'tests', signal: AbortSignal.timeout(2000) });
    const models = ((await json(answer.body)) as Record<string, Record<string, string>[] | undefined>)[list] ?? [];
    return models.flatMap((model) => model[name] ?? []);
  } catch {
    return [];
  }
}
