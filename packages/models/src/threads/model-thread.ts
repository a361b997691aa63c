import { parentPort, workerData } from 'node:worker_threads';
import { type FolderModel, loadModel, type ModelRequest } from './folder-model.ts';
import { failureOf, type ThreadAnswer, type ThreadRequest } from './thread-messages.ts';

// The file of a thread that holds one model. Requests are answered as they come; a model may work at several.
const port = parentPort;
if (port === null) throw new Error('This file is started as a thread.');
const answer = (message: ThreadAnswer) => port.postMessage(message);

// What the libraries print tells what they were given, and must not end up in the host's output.
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => {};

loadModel(workerData as ModelRequest).then(
  (model) => {
    port.on('message', (request: ThreadRequest) => void run(model as FolderModel<unknown, unknown>, request));
    answer({ id: 'loaded' });
  },
  (error: unknown) => answer({ id: 'loaded', failure: failureOf(error) }),
);

async function run(model: FolderModel<unknown, unknown>, { id, input }: ThreadRequest): Promise<void> {
  try {
    answer({ id, output: await model.run(input) });
  } catch (error) {
    answer({ id, failure: failureOf(error) });
  }
}
