import { isCuboError } from '@cubo/contracts';
import { expect } from 'vitest';
import { ollamaEmbedderWith } from '../../src/ollama/ollama-embedder.ts';
import type { OllamaEmbedderOptions } from '../../src/ollama/ollama-embedder-options.ts';
import { fakeOllama, type OllamaFaults } from '../helpers/fake-ollama.ts';

const words = ['harbour', 'granite', 'orchard', 'contract', 'lighthouse', 'quarry', 'cider', 'tenant', 'rope', 'arch'];
/** Short texts that differ. */
export const texts = (count: number) =>
  Array.from({ length: count }, (_, i) => `${words[i % 10]} ${i} ${words[(i * 3) % 10]}`);

/** A fake server, and an embedder that uses it and does not wait between tries. */
export async function setUp(faults: OllamaFaults = {}, options: Partial<OllamaEmbedderOptions> = {}) {
  const server = await fakeOllama(faults);
  const pauses: number[] = [];
  const embedder = ollamaEmbedderWith(
    { model: 'tiny', dimensions: 8, baseUrl: server.url, ...options },
    async (milliseconds) => {
      pauses.push(milliseconds);
      faults.refuse ??= { status: 200, error: '', times: 0 };
    },
  );
  return { server, embedder, pauses };
}

/** The vectors of texts, one by one, from a server without faults. */
export async function trueVectors(given: readonly string[]): Promise<Float32Array[]> {
  const { embedder } = await setUp();
  const vectors: Float32Array[] = [];
  for (const text of given) vectors.push(...(await embedder.embedDocuments([text])));
  return vectors;
}

/** Matches an error by its code, what happened, and what to do. */
export const failure = (code: string, message: RegExp, remedy?: RegExp) =>
  expect.toSatisfy(
    (error) =>
      isCuboError(error) && error.code === code && message.test(error.summary) && (remedy?.test(error.remedy) ?? true),
    `${code} ${message}`,
  );
