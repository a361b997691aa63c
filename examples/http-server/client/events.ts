import assert from 'node:assert/strict';
import type { AgentEvent } from '@cubo/agent';

/** All events of a turn. */
export async function collect(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const collected: AgentEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

/** Checks that none is missing, and that the turn came to its end. */
export function assertComplete(events: readonly AgentEvent[]): void {
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  );
  assert.equal(events[0]?.type, 'start');
  const last = events.at(-1);
  assert.equal(last?.type === 'finish' && last.reason, 'stop');
}

/** What the answer says. */
export function answerOf(events: readonly AgentEvent[]): string {
  return events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('');
}
