import { Worker } from 'node:worker_threads';
import { type FolderModel, loadModel, type ModelKinds, type ModelRequest } from './folder-model.ts';
import { errorOf, type ThreadAnswer, type ThreadRequest } from './thread-messages.ts';
import { threadUrl } from './thread-url.ts';

/** A model in a thread of its own, or in the calling one. */
export interface StartedModel<Input, Output> extends FolderModel<Input, Output> {
  /** Whether it can be asked: a thread may crash. */
  isAlive(): boolean;
}

/**
 * Loads a model in a thread of its own, so that neither loading nor running it holds the host's event loop up; in the
 * calling thread where that is asked for, or where a bundler has left the thread's file behind. An idle thread keeps no
 * process alive.
 *
 * @throws what loading throws
 */
export async function startModel<Kind extends keyof ModelKinds>(
  request: ModelRequest<Kind>,
  inThread: boolean,
): Promise<StartedModel<ModelKinds[Kind]['input'], ModelKinds[Kind]['output']>> {
  const url = inThread ? threadUrl() : undefined;
  return url === undefined ? { ...(await loadModel(request)), isAlive: () => true } : startThread(url, request);
}

interface Waiting {
  resolve(answer: ThreadAnswer): void;
  reject(error: Error): void;
}

async function startThread<Input, Output>(url: URL, workerData: ModelRequest): Promise<StartedModel<Input, Output>> {
  // Options that the host's process was started with for its own code are not meant for the thread.
  const own = process.execArgv.some((argument) => argument.startsWith('--input-type')) ? { execArgv: [] } : {};
  const worker = new Worker(url, { workerData, name: 'cubo-model', stdout: true, stderr: true, ...own });
  const waiting = new Map<ThreadAnswer['id'], Waiting>();
  let ended: Error | undefined;
  let last = 0;

  function end(error: Error): void {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  }

  worker.on('error', (error) => end(new Error(`its thread crashed: ${error.message}`, { cause: error })));
  worker.on('exit', () => end(new Error('its thread ended')));
  worker.on('message', (answer: ThreadAnswer) => {
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
  });

  function answered(id: ThreadAnswer['id']): Promise<ThreadAnswer> {
    if (ended !== undefined) return Promise.reject(ended);
    worker.ref();
    return new Promise<ThreadAnswer>((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  const loaded = await answered('loaded');
  if ('failure' in loaded) {
    await worker.terminate();
    throw errorOf(loaded.failure);
  }
  return {
    async run(input) {
      const id = ++last;
      const answer = answered(id);
      worker.postMessage({ id, input } satisfies ThreadRequest);
      const given = await answer;
      if ('failure' in given) throw errorOf(given.failure);
      return ('output' in given ? given.output : undefined) as Output;
    },
    async close() {
      await worker.terminate();
    },
    isAlive: () => ended === undefined,
  };
}
