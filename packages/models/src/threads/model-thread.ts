import { parentPort, workerData } from 'node:worker_threads';
import { loadTextModel, type ModelRequest, type TextModel } from './text-model.ts';
import { failureOf, type ThreadAnswer, type ThreadRequest } from './thread-messages.ts';

// The file of a thread that holds one model. Requests are answered as they come; a model may work at several.
const port = parentPort;
if (port === null) throw new Error('This file is started as a thread.');
const answer = (message: ThreadAnswer) => port.postMessage(message);

// What the libraries print tells what they were given, and must not end up in the host's output.
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => {};

loadTextModel(workerData as ModelRequest).then(
  (model) => {
    port.on('message', (request: ThreadRequest) => void embed(model, request));
    answer({ id: 'loaded' });
  },
  (error: unknown) => answer({ id: 'loaded', failure: failureOf(error) }),
);

async function embed(model: TextModel, { id, texts }: ThreadRequest): Promise<void> {
  try {
    answer({ id, vectors: await model.embed(texts) });
  } catch (error) {
    answer({ id, failure: failureOf(error) });
  }
}
