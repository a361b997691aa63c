import { startTinyOllama } from './tiny-ollama.ts';

// With OLLAMA_URL=http://127.0.0.1:11434 it runs on the real one, with these models pulled.
const server = process.env.OLLAMA_URL === undefined ? await startTinyOllama() : undefined;
const baseUrl = server?.url ?? process.env.OLLAMA_URL;

// #region use
import { createCubo } from '@cubo/core';
import { ollamaEmbedder, ollamaGenerator } from '@cubo/models/ollama';

const cubo = await createCubo({
  path: './my-library',
  embedder: ollamaEmbedder({ model: 'embeddinggemma', baseUrl }),
  generator: ollamaGenerator({ model: 'qwen3', baseUrl }),
});
for await (const event of cubo.ingest('./documents')) console.log(event.type);
const { text, citations } = await cubo.ask('When must the tenant give notice?');
// #endregion

console.log(text);
for (const { number, source, quote } of citations) console.log(`[${number}] ${source}: ${quote}`);
if (!citations[0]?.quote.includes('three months')) throw new Error('The answer does not cite the place it rests on.');

const { dense } = await cubo.status();
if (dense === undefined || dense.coverage < 1) throw new Error('Not all passages have vectors of the model.');

// #region connections
import { connections } from '@cubo/core';

for (const { host, purpose, opened, bytesSent } of connections().counts) {
  console.log(`${purpose}: ${opened} connections to ${host}, ${bytesSent} bytes sent`);
}
// #endregion

if (connections().counts.some(({ host }) => host !== '127.0.0.1')) throw new Error('Something left this machine.');

await server?.close();

// #region failure
import { isCuboError } from '@cubo/core';

try {
  // By words and vectors together it would go on by the words, and say so in `explain.failures`.
  await cubo.search('Where are the keys?', { mode: 'dense' });
} catch (error) {
  if (!isCuboError(error, 'CUBO_EMBEDDER_FAILED')) throw error;
  console.log(error.message); // Ollama does not answer at http://127.0.0.1:11434. Start it with `ollama serve` …
}
// #endregion
await cubo.close();
