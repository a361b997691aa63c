import { linkSignals } from './link-signals.ts';

type Signals = readonly (AbortSignal | undefined)[];

/** Does work with a signal that is aborted with any of several others, and leaves nothing behind on these. */
export async function whileLinked<Result>(
  signals: Signals,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal, unlink } = linkSignals(signals);
  try {
    return await work(signal);
  } finally {
    unlink();
  }
}

/** The same for steps that are gone through by their reader. */
export async function* stepsWhileLinked<Step>(
  signals: Signals,
  steps: (signal: AbortSignal) => AsyncIterable<Step>,
): AsyncGenerator<Step, void, undefined> {
  const { signal, unlink } = linkSignals(signals);
  try {
    yield* steps(signal);
  } finally {
    unlink();
  }
}
