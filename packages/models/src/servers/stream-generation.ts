import { CuboError, type GenerationEvent } from '@cubo/contracts';
import type { NetworkResponse } from '@cubo/network';
import { explainFailure, type FailedCall } from './explain-failure.ts';
import { linesOf } from './lines.ts';

/**
 * Reads the answer of a model server line by line. However it fails, the stream ends with one `error`; an abort of the
 * signal is thrown as what it is.
 *
 * @param open asks the server
 * @param read the events of one line
 */
export async function* streamGeneration(options: {
  open(): Promise<NetworkResponse>;
  read(line: string): readonly GenerationEvent[];
  /** The last events, when all lines were read. */
  end(): readonly GenerationEvent[];
  readonly failure: FailedCall;
  readonly signal: AbortSignal | undefined;
}): AsyncGenerator<GenerationEvent> {
  const { open, read, end, failure, signal } = options;
  signal?.throwIfAborted();
  let answer: NetworkResponse | undefined;
  try {
    answer = await open();
    for await (const line of linesOf(answer.body)) {
      for (const event of read(line)) {
        yield event;
        if (isEnd(event)) return;
        signal?.throwIfAborted();
      }
    }
    const last = end();
    yield* last;
    if (!last.some(isEnd)) throw brokenOff(failure);
  } catch (error) {
    signal?.throwIfAborted();
    yield { type: 'error', error: explainFailure(isAborted(error) ? brokenOff(failure, error) : error, failure) };
  } finally {
    answer?.close();
  }
}

function isEnd({ type }: GenerationEvent): boolean {
  return type === 'finish' || type === 'error';
}

/** What reading an answer throws whose connection ended before it. */
function isAborted(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET';
}

function brokenOff({ code, server, url, model }: FailedCall, cause?: unknown): CuboError {
  return new CuboError({
    code,
    message: `The answer of ${model} from ${server} at ${url} broke off.`,
    remedy: `Look into the log of ${server}, and ask again.`,
    cause,
  });
}
