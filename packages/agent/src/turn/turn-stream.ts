import type { TurnStream } from '../conversation/conversation.ts';
import type { RunningTurn } from '../conversation/running-turns.ts';
import type { Turn } from '../conversation/turn.ts';

/** Makes a turn readable as a promise and as an iterable; it begins with the first use, and once. */
export function createTurnStream(begin: () => RunningTurn, read: (turn: number) => Turn): TurnStream {
  let begun: { readonly turn: RunningTurn } | { readonly error: unknown } | undefined;

  function start(): RunningTurn {
    if (begun === undefined) {
      try {
        begun = { turn: begin() };
      } catch (error) {
        begun = { error };
      }
    }
    if ('error' in begun) throw begun.error;
    return begun.turn;
  }

  async function whole(): Promise<Turn> {
    const { turn, ended } = start();
    await ended;
    return read(turn);
  }

  return {
    // biome-ignore lint/suspicious/noThenProperty: it is meant to be awaited
    then: (onFulfilled, onRejected) => whole().then(onFulfilled, onRejected),
    catch: (onRejected) => whole().catch(onRejected),
    finally: (onFinally) => whole().finally(onFinally),
    [Symbol.toStringTag]: 'TurnStream',
    async *[Symbol.asyncIterator]() {
      yield* start().log.read(0);
    },
  };
}
