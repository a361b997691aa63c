import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Stands in for a model server: its "model" repeats the line of the passages that shares most words with the question,
 * and cites it.
 */
export async function startTinyServer(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const words = answer(messages.at(-1)?.content ?? '').split(/(?= )/);
    const lines = [...words.map((text) => ({ text })), { done: 'stop' }].map((item) => `${JSON.stringify(item)}\n`);
    // In pieces that keep to no line, as a network cuts them.
    for (const piece of lines.join('').match(/[\s\S]{1,7}/g) ?? []) response.write(piece);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/chat`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function answer(prompt: string): string {
  const [passages = '', question = ''] = prompt.split('\n\nQuestion: ');
  const asked = new Set(question.toLowerCase().match(/\p{L}+/gu));
  let best = { shared: 0, text: 'The documents do not say.' };
  let number = '';
  for (const line of passages.split('\n')) {
    const [, label] = /^\[(\d+)\]/.exec(line) ?? [];
    number = label ?? number;
    const shared = (line.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => asked.has(word)).length;
    if (label === undefined && shared > best.shared) best = { shared, text: `${line.replace(/\.$/, '')} [${number}].` };
  }
  return best.text;
}
