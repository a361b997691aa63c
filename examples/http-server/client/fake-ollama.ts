import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands in for Ollama: a model that searches first, and then says the first passage that it was given. */
export interface FakeOllama {
  readonly url: string;
  /** Bodies of the chats that it was asked for. */
  readonly chats: readonly {
    readonly model: string;
    readonly messages: readonly { role: string; content: string }[];
  }[];
  close(): void;
}

type Chat = FakeOllama['chats'][number] & { readonly tools?: readonly unknown[] };

/** Starts it on a free port of this machine. */
export async function startFakeOllama(): Promise<FakeOllama> {
  const chats: Chat[] = [];
  const server = createServer(async (request, response) => {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part as Uint8Array);
    if (request.url === '/api/show') {
      const about = { capabilities: ['completion', 'tools'], model_info: { 'tiny.context_length': 32_768 } };
      return response.end(JSON.stringify(about));
    }
    if (request.url !== '/api/chat') return response.writeHead(404).end('{}');
    const chat = JSON.parse(Buffer.concat(parts).toString()) as Chat;
    // Without messages the model is only to be loaded.
    if (chat.messages.length === 0) return response.end(JSON.stringify({ model: chat.model, done: true }));
    chats.push(chat);
    for (const line of answerTo(chat)) response.write(`${JSON.stringify({ model: chat.model, ...line })}\n`);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, chats, close: () => void server.close() };
}

function answerTo({ messages, tools }: Chat): object[] {
  const last = messages.at(-1);
  const done = { done: true, done_reason: 'stop', prompt_eval_count: 10, eval_count: 5 };
  if (last?.role === 'user' && tools !== undefined) {
    const call = { function: { name: 'search_knowledge_base', arguments: { query: last.content } } };
    return [{ message: { role: 'assistant', content: '', tool_calls: [call] }, done: false }, done];
  }
  const passage = /<passage number="(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage>/.exec(last?.content ?? '');
  const said = passage === null ? 'Nothing.' : `${passage[2]?.split('\n').at(-1)} [${passage[1]}]`;
  return [...said.split(/(?<=\s)/).map((content) => ({ message: { role: 'assistant', content }, done: false })), done];
}
