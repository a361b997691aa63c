import { CuboError } from '@cubo/core';
import type { EventLog } from '../events/event-log.ts';

/** A turn that is being answered, or was lately. */
export interface RunningTurn {
  readonly turn: number;
  /** Tells it from another that has its number. Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly log: EventLog;
  /** Settles when the turn has ended; never rejects. */
  readonly ended: Promise<void>;
  cancel(reason: unknown): void;
}

/** The turns of an agent that are being answered, and the events of the last ones. */
export interface RunningTurns {
  /** Begins a turn; one at a time in each conversation. */
  begin(conversation: string, turn: RunningTurn): void;
  /** @throws CuboError `CUBO_CONVERSATION_BUSY` */
  assertIdle(conversation: string): void;
  /** The last turn of a conversation whose events are still known. */
  latest(conversation: string): RunningTurn | undefined;
  forget(conversation: string): void;
  isRunning(conversation: string): boolean;
  /** Cancels a turn, or all, and waits for their ends. */
  cancel(reason: unknown, conversation?: string): Promise<void>;
}

/** Ended turns whose events are kept for readers who come back. */
const keptLogs = 64;

/** Makes the list of an agent. */
export function createRunningTurns(): RunningTurns {
  const running = new Map<string, RunningTurn>();
  const ended = new Map<string, RunningTurn>();

  return {
    begin(conversation, turn) {
      running.set(conversation, turn);
      ended.delete(conversation);
      void turn.ended.then(() => {
        running.delete(conversation);
        ended.set(conversation, turn);
        // Who has read all may send the next message at once.
        turn.log.end();
        for (const oldest of ended.keys()) {
          if (ended.size <= keptLogs) break;
          ended.delete(oldest);
        }
      });
    },
    assertIdle(conversation) {
      if (!running.has(conversation)) return;
      throw new CuboError({
        code: 'CUBO_CONVERSATION_BUSY',
        message: `A turn of the conversation ${conversation} is being answered.`,
        remedy: 'Wait until it has finished, or cancel it with stop().',
      });
    },
    latest: (conversation) => running.get(conversation) ?? ended.get(conversation),
    forget: (conversation) => void ended.delete(conversation),
    isRunning: (conversation) => running.has(conversation),
    async cancel(reason, conversation) {
      const turns = [...running].filter(([id]) => conversation === undefined || id === conversation);
      for (const [, turn] of turns) turn.cancel(reason);
      await Promise.all(turns.map(([, turn]) => turn.ended));
    },
  };
}
