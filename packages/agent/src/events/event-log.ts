import type { AgentEvent, TurnEvent } from './agent-event.ts';

/** The events of one turn, for any number of readers, each from where it wants. */
export interface EventLog {
  add(event: TurnEvent): void;
  /** No event follows. */
  end(): void;
  /** The events behind a sequence number, those to come too. */
  read(after: number): AsyncGenerator<AgentEvent, void, undefined>;
}

/** Makes the log of a turn. */
export function createEventLog(turn: number): EventLog {
  const events: AgentEvent[] = [];
  let waiting: (() => void)[] = [];
  let ended = false;

  function wake(): void {
    const sleepers = waiting;
    waiting = [];
    for (const go of sleepers) go();
  }

  return {
    add(event) {
      // A tool that was given up may go on for long: nothing comes behind the end.
      if (events.at(-1)?.type === 'finish') return;
      events.push({ ...event, turn, sequence: events.length + 1 });
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *read(after) {
      for (let next = Math.max(0, after); ; next++) {
        while (next >= events.length && !ended) await new Promise<void>((resolve) => waiting.push(resolve));
        const event = events[next];
        if (event === undefined) return;
        yield event;
      }
    },
  };
}
