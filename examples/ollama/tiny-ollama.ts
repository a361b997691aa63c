import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Stands in for Ollama, so that this example runs without it. Its "models": `embeddinggemma` counts words, `qwen3` repeats
 * the line of the passages that shares most words with the question, and cites it.
 */
export async function startTinyOllama(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    const body = JSON.parse(text) as { model: string; input?: string[]; messages?: { content: string }[] };
    const send = (value: unknown, status = 200) => response.writeHead(status).end(JSON.stringify(value));
    if (!['embeddinggemma', 'qwen3'].includes(body.model)) send({ error: `model "${body.model}" not found` }, 404);
    else if (request.url === '/api/embed') send({ embeddings: (body.input ?? []).map(countWords) });
    else if (request.url === '/api/show') send({ capabilities: ['completion', 'tools'], model_info: {} });
    // A chat without a message loads the model.
    else if (body.messages?.length === 0) send({ message: { content: '' }, done: true, done_reason: 'load' });
    else if (request.url === '/api/chat') stream(response, answer(body.messages?.at(-1)?.content ?? ''));
    else send({ done: true });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function stream(response: ServerResponse, text: string): void {
  for (const content of text.split(/(?= )/)) response.write(`${JSON.stringify({ message: { content } })}\n`);
  response.end(`${JSON.stringify({ done: true, done_reason: 'stop', prompt_eval_count: 100, eval_count: 9 })}\n`);
}

function countWords(text: string): number[] {
  const vector = new Array<number>(768).fill(0.001);
  for (const word of wordsOf(text)) {
    let hash = 2166136261;
    for (const letter of word) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
    const at = (hash >>> 0) % vector.length;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}

function answer(prompt: string): string {
  const [passages = '', question = ''] = prompt.split('\n\nQuestion: ');
  const asked = new Set(wordsOf(question));
  let best = { shared: 0, text: 'The documents do not say.' };
  let number = '';
  for (const line of passages.split('\n')) {
    const [, label] = /^\[(\d+)\]/.exec(line) ?? [];
    number = label ?? number;
    const shared = wordsOf(line).filter((word) => asked.has(word)).length;
    if (label === undefined && shared > best.shared) best = { shared, text: `${line.replace(/\.$/, '')} [${number}].` };
  }
  return best.text;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
