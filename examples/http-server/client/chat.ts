import type { AgentEvent } from '@cubo/agent';
import { type Client, readNdjson } from './client.ts';

// #region resume
/**
 * Asks a question, and gives the events of the answer, each once and in order. When the connection breaks, it asks for what
 * came behind the last sequence number that it saw.
 *
 * @param breakAfter for trying it out: breaks the connection itself behind so many events
 */
export async function* ask(
  client: Client,
  { conversation, text, breakAfter }: { conversation: string; text: string; breakAfter?: number },
): AsyncGenerator<AgentEvent> {
  const cut = new AbortController();
  let response = await accepted(
    await client.send('POST', `/conversations/${conversation}/turns`, { text }, { signal: cut.signal }),
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
    const address = `/conversations/${conversation}/events?turn=${turn}&after=${sequence}`;
    response = await accepted(await client.send('GET', address));
  }
}
// #endregion

/** Begins a conversation, and gives its id. */
export async function beginConversation(client: Client): Promise<string> {
  const response = await accepted(await client.send('POST', '/conversations', {}));
  const { id } = (await response.json()) as { id: string };
  return id;
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new Error(`The server answered ${response.status}: ${await response.text()}`);
}
