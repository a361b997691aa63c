import { type Answer, type AnswerEvent, type AnswerStream, untilAborted } from '@cubo/contracts';
import { type LinkedSignal, linkSignals } from '../signals/link-signals.ts';

/**
 * Makes steps of an answer readable as a promise and as an iterable, by any number of readers. The signal that the
 * steps are made with is aborted with any of `signals`, and when the last reader has stopped early and nobody awaits
 * the answer.
 */
export function createAnswerStream(
  steps: (signal: AbortSignal) => AsyncIterable<AnswerEvent>,
  signals: readonly (AbortSignal | undefined)[],
): AnswerStream {
  const events: AnswerEvent[] = [];
  let waiting: (() => void)[] = [];
  let link: LinkedSignal | undefined;
  let running: Promise<Answer> | undefined;
  let ended = false;
  let readers = 0;
  let awaited = false;

  function wakeAll(): void {
    const sleepers = waiting;
    waiting = [];
    for (const wake of sleepers) wake();
  }

  async function run(): Promise<Answer> {
    link = linkSignals(signals);
    const { signal, unlink } = link;
    try {
      for await (const event of untilAborted(steps(signal), signal)) {
        events.push(event);
        wakeAll();
      }
    } finally {
      unlink();
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

  function awaitAnswer(): Promise<Answer> {
    awaited = true;
    return start();
  }

  function leave(): void {
    readers--;
    if (readers > 0 || awaited || ended) return;
    link?.abort(new DOMException('The reader of the answer has stopped.', 'AbortError'));
  }

  return {
    // biome-ignore lint/suspicious/noThenProperty: it is meant to be awaited
    then: (onFulfilled, onRejected) => awaitAnswer().then(onFulfilled, onRejected),
    catch: (onRejected) => awaitAnswer().catch(onRejected),
    finally: (onFinally) => awaitAnswer().finally(onFinally),
    [Symbol.toStringTag]: 'AnswerStream',
    async *[Symbol.asyncIterator]() {
      const answer = start();
      // The error reaches the reader below; without this it would also count as unhandled.
      answer.catch(() => {});
      readers++;
      try {
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
      } finally {
        leave();
      }
      await answer;
    },
  };
}
