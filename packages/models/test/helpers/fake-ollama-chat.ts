import type { ServerResponse } from 'node:http';
import type { OllamaFaults } from './fake-ollama.ts';
import { sendInPieces } from './model-server.ts';

interface ChatBody {
  readonly model?: unknown;
  readonly messages?: readonly { readonly role: string; readonly content: string; readonly images?: unknown[] }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly format?: unknown;
  readonly think?: unknown;
  readonly options?: { readonly num_predict?: number; readonly num_ctx?: number };
}

/** A model that answers every question with one sentence, and does the rest of what it is asked for. */
export async function fakeChat(
  body: ChatBody,
  capabilities: readonly string[],
  faults: OllamaFaults,
  response: ServerResponse,
): Promise<void> {
  const { messages = [], tools = [], think, options = {} } = body;
  if (messages.length === 0) {
    const loaded = { model: body.model, message: { role: 'assistant', content: '' }, done: true, done_reason: 'load' };
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(loaded));
  }
  const refuse = (error: string) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  if (think === true && !capabilities.includes('thinking'))
    return void refuse(`"${body.model}" does not support thinking`);
  if (tools.length > 0 && !capabilities.includes('tools')) return void refuse(`${body.model} does not support tools`);
  const line = (message: object, rest: object = {}) =>
    `${JSON.stringify({ model: body.model, created_at: '2026-01-01T00:00:00Z', message: { role: 'assistant', content: '', ...message }, done: false, ...rest })}\n`;
  const lines: string[] = [];
  if (think !== false && capabilities.includes('thinking')) {
    for (const thinking of ['Let ', 'me see.']) lines.push(line({ thinking }));
  }
  const callsTool = tools.length > 0 && messages.at(-1)?.role !== 'tool';
  const words = (body.format === undefined ? 'Three months, é [1].' : '{"answer": "Three months [1]."}').split(/(?= )/);
  const said = words.slice(0, options.num_predict ?? words.length);
  if (callsTool) {
    const call = { function: { name: tools[0]?.function.name, arguments: { query: 'notice' } } };
    lines.push(line({ tool_calls: [call] }), line({ tool_calls: [call] }));
  } else {
    for (const content of said) lines.push(line({ content }));
  }
  const prompt = messages.reduce((sum, { content }) => sum + content.length, 0);
  lines.push(
    faults.streamError === undefined
      ? line(
          {},
          {
            done: true,
            done_reason: said.length < words.length ? 'length' : 'stop',
            prompt_eval_count: Math.ceil(prompt / 4),
            eval_count: said.length,
          },
        )
      : `${JSON.stringify({ error: faults.streamError })}\n`,
  );
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const whole = faults.raw ?? lines.join('');
  await sendInPieces(response, whole.slice(0, faults.cutAfter ?? whole.length), { slow: faults.slow ?? false });
  if (faults.cutAfter === undefined) response.end();
  else response.destroy();
}
