import type { AgentEvent } from './agent-event.ts';

/** Events as lines of JSON, each with its line break: what an HTTP response of type `application/x-ndjson` is made of. */
export async function* toNdjson(events: AsyncIterable<AgentEvent>): AsyncGenerator<string, void, undefined> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`;
}
