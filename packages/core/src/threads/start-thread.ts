import { MessageChannel, type MessagePort, type ResourceLimits, Worker } from 'node:worker_threads';
import { threadArguments } from './thread-arguments.ts';

/** A thread that was started, and the port to it. */
export interface ThreadWithPort {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** Settles when the thread has ended, with the error that ended it, if one did. */
  readonly ended: Promise<unknown>;
}

/** Starts a thread that finds its settings and a port to this one as the data of its worker. */
export function startThread(options: {
  /** The file that the thread starts with. */
  url: URL;
  name: string;
  settings: object;
  heap: ResourceLimits;
}): ThreadWithPort {
  const { url, name, settings, heap } = options;
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(url, {
    workerData: { port: port2, settings },
    transferList: [port2],
    name,
    ...threadArguments(),
    resourceLimits: heap,
  });
  let failure: unknown;
  const ended = new Promise<unknown>((resolve) => {
    worker.on('error', (error) => {
      failure = error;
    });
    worker.once('exit', () => {
      // A thread that could not even start has not closed its port.
      port1.close();
      resolve(failure);
    });
  });
  return { worker, port: port1, ended };
}
