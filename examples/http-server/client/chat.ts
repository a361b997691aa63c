import { setTimeout as pause } from 'node:timers/promises';
import type { AgentEvent } from '@cubo/agent';
import { type Client, readNdjson } from './client.ts';

// #region resume
/**
 * Asks a question, and gives the events of the answer, each once and in order. When the connection breaks, it asks for what
 * came behind the last sequence number that it saw. A server that was started anew meanwhile knows what was stored alone: it
 * tells the turn anew, from a second `start` on, each text as a whole. What was shown before is then to be shown anew.
 *
 * @param breakAfter for trying it out: breaks the connection itself behind so many events
 */
export async function* ask(
  client: Client,
  { conversation, breakAfter, ...message }: Message & { conversation: string; breakAfter?: number },
): AsyncGenerator<AgentEvent> {
  const cut = new AbortController();
  let response = await accepted(
    await client.send('POST', `/conversations/${conversation}/turns`, message, { signal: cut.signal }),
  );
  let last: AgentEvent | undefined;
  for (;;) {
    try {
      for await (const event of readNdjson<AgentEvent>(response)) {
        last = event;
        yield event;
        if (event.type === 'finish') return;
        if (event.sequence === breakAfter) cut.abort();
      }
    } catch (error) {
      if (last === undefined) throw error;
    }
    const { turn = 0, sequence = 0 } = last ?? {};
    response = await sendAgain(client, `/conversations/${conversation}/events?turn=${turn}&after=${sequence}`);
  }
}

/** Asks again, and again for ten seconds while there is no connection, as long as the server is away. */
async function sendAgain(client: Client, address: string): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await accepted(await client.send('GET', address));
    } catch (error) {
      if (error instanceof RefusedError || attempt === 50) throw error;
      await pause(200);
    }
  }
}
// #endregion

/** A message, and files that come with it, as base64. */
export interface Message {
  readonly text: string;
  readonly attachments?: readonly { readonly name: string; readonly mediaType?: string; readonly data: string }[];
}

/** The server has answered, and refused. */
class RefusedError extends Error {}

/** Begins a conversation, and gives its id. */
export async function beginConversation(client: Client): Promise<string> {
  const response = await accepted(await client.send('POST', '/conversations', {}));
  const { id } = (await response.json()) as { id: string };
  return id;
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new RefusedError(`The server answered ${response.status}: ${await response.text()}`);
}
