/** Lets work have its turn, one piece at a time. */
export interface Turns {
  /** Runs the work when it is its turn; urgent work goes before other work that waits. */
  take<Result>(
    work: () => Promise<Result>,
    options: { urgent: boolean; signal?: AbortSignal | undefined },
  ): Promise<Result>;
}

/** Makes turns of which the first is free. */
export function createTurns(): Turns {
  const waiting: { readonly urgent: boolean; readonly start: () => void }[] = [];
  let isTaken = false;

  function next(): void {
    const index = waiting.findIndex(({ urgent }) => urgent);
    const [first] = waiting.splice(Math.max(index, 0), 1);
    if (first === undefined) isTaken = false;
    else first.start();
  }

  function wait(urgent: boolean, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = {
        urgent,
        start() {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      function leave(): void {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal?.reason);
      }
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
    });
  }

  return {
    async take(work, { urgent, signal }) {
      signal?.throwIfAborted();
      if (isTaken) await wait(urgent, signal);
      isTaken = true;
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}
