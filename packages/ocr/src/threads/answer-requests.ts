import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer } from './thread-pool.ts';

/** What a thread found, what of it may be handed over without copying, and whether it wants to be replaced. */
export interface Answered<Result> {
  readonly result: Result;
  readonly transfer?: readonly ArrayBuffer[] | undefined;
  readonly worn?: boolean | undefined;
}

/** Answers the requests of a pool, one after the other. After a failure nothing is expected of the thread any more. */
export function answerRequests<Request, Result>(answer: (request: Request) => Promise<Answered<Result>>): void {
  const port = parentPort;
  if (port === null) throw new Error('This file is started as a thread.');
  // What the libraries print goes nowhere, and must not pile up.
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => {};
  port.on('message', async (request: Request) => {
    try {
      const { result, transfer = [], worn } = await answer(request);
      port.postMessage({ result, worn } satisfies ThreadAnswer<Result>, [...transfer]);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      port.postMessage({ error: message, worn: !(error instanceof BadInput) } satisfies ThreadAnswer<Result>);
    }
  });
}

/** A failure that lies in what was asked for, after which the thread is as good as before. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}
