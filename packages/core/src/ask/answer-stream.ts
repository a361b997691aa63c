import type { Answer, AnswerEvent, AnswerStream } from '@cubo/contracts';

/** Makes steps of an answer readable as a promise and as an iterable, by any number of readers. */
export function createAnswerStream(steps: () => AsyncIterable<AnswerEvent>): AnswerStream {
  const events: AnswerEvent[] = [];
  let waiting: (() => void)[] = [];
  let running: Promise<Answer> | undefined;
  let ended = false;

  function wakeAll(): void {
    const readers = waiting;
    waiting = [];
    for (const wake of readers) wake();
  }

  async function run(): Promise<Answer> {
    try {
      for await (const event of steps()) {
        events.push(event);
        wakeAll();
      }
    } finally {
      ended = true;
      wakeAll();
    }
    const last = events.at(-1);
    if (last?.type !== 'done') throw new Error('An answer ended without its last step.');
    return last.answer;
  }

  function start(): Promise<Answer> {
    running ??= run();
    return running;
  }

  return {
    // biome-ignore lint/suspicious/noThenProperty: it is meant to be awaited
    then: (onFulfilled, onRejected) => start().then(onFulfilled, onRejected),
    catch: (onRejected) => start().catch(onRejected),
    finally: (onFinally) => start().finally(onFinally),
    [Symbol.toStringTag]: 'AnswerStream',
    async *[Symbol.asyncIterator]() {
      const answer = start();
      // The error reaches the reader below; without this it would also count as unhandled.
      answer.catch(() => {});
      for (let next = 0; ; next++) {
        while (next >= events.length && !ended) {
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
          });
        }
        const event = events[next];
        if (event === undefined) break;
        yield event;
      }
      await answer;
    },
  };
}
