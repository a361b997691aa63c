// #region generator
import type { GenerationEvent, Generator } from '@cubo/contracts';

/**
 * Has a model server on this computer write the answer. It streams lines of JSON, `{"text":"…"}` each, and ends with
 * `{"done":"stop"}`.
 */
export function localGenerator({ url }: { url: string }): Generator {
  async function* stream(messages: unknown, signal: AbortSignal | undefined): AsyncGenerator<GenerationEvent> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages }),
      signal: signal ?? null,
    });
    if (!response.ok || response.body === null) throw new Error(`the server answers with status ${response.status}`);
    const decoder = new TextDecoder();
    let unread = '';
    for await (const bytes of response.body) {
      const lines = (unread + decoder.decode(bytes, { stream: true })).split('\n');
      // The last line may go on in the next piece.
      unread = lines.pop() ?? '';
      for (const line of lines) {
        const { text, done } = JSON.parse(line) as { text?: string; done?: 'stop' | 'length' };
        if (text !== undefined) yield { type: 'text', text };
        if (done !== undefined) {
          yield { type: 'finish', reason: done };
          return;
        }
      }
    }
    throw new Error('the server broke off');
  }
  return {
    id: 'local:tiny',
    contextWindow: 8192,
    capabilities: { tools: false, images: false, thinking: false, jsonSchema: false },
    async *generate({ messages }, { signal } = {}) {
      try {
        yield* stream(messages, signal);
      } catch (error) {
        signal?.throwIfAborted();
        yield { type: 'error', error: error instanceof Error ? error : new Error(String(error)) };
      }
    },
  };
}
// #endregion
