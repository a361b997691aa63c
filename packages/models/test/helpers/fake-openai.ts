import { sendInPieces, serveModels } from './model-server.ts';

/** How a fake server misbehaves. */
export interface OpenAiFaults {
  refuse?: { status: number; body: string };
  raw?: string;
  cutAfter?: number;
  hang?: boolean;
  slow?: boolean;
  /** Sends this error in the middle of a stream. */
  streamError?: string;
  /** The arguments of a tool call. */
  toolInput?: string;
  /** Which field thoughts come in. */
  thinkingField?: 'reasoning_content' | 'reasoning';
}

interface CompletionBody {
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly response_format?: unknown;
  readonly max_tokens?: number;
  readonly chat_template_kwargs?: { readonly enable_thinking?: boolean };
}

/** A small server that speaks chat completions as llama.cpp and vLLM do. */
export async function fakeOpenAi(faults: OpenAiFaults = {}) {
  const server = await serveModels(async ({ path, body }, response) => {
    if (faults.hang) return;
    if (faults.refuse !== undefined) {
      return void response.writeHead(faults.refuse.status).end(faults.refuse.body);
    }
    if (path !== '/v1/chat/completions' || body.model !== 'local') {
      const error = { message: `The model \`${body.model}\` does not exist.`, type: 'NotFoundError', code: 404 };
      return void response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const whole = faults.raw ?? stream(body, faults);
    await sendInPieces(response, whole.slice(0, faults.cutAfter ?? whole.length), { slow: faults.slow ?? false });
    if (faults.cutAfter === undefined) response.end();
    else response.destroy();
  });
  return { ...server, faults, baseUrl: `${server.url}/v1` };
}

function stream(body: CompletionBody, faults: OpenAiFaults): string {
  const { messages = [], tools = [], max_tokens: most = Infinity } = body;
  const event = (value: unknown) => `data: ${JSON.stringify(value)}\r\n\r\n`;
  const chunk = (delta: object, finish: string | null = null) =>
    event({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });
  const parts = [': a comment\n\n', chunk({ role: 'assistant', content: null })];
  if (body.chat_template_kwargs?.enable_thinking === true) {
    for (const thought of ['Let ', 'me see.'])
      parts.push(chunk({ [faults.thinkingField ?? 'reasoning_content']: thought }));
  }
  const callsTool = tools.length > 0 && messages.at(-1)?.role !== 'tool';
  const words = (body.response_format ? '{"answer": "Three months [1]."}' : 'Three months, é [1].').split(/(?= )/);
  const said = words.slice(0, most);
  if (callsTool) {
    const [name, input] = [tools[0]?.function.name, faults.toolInput ?? '{"query":"notice"}'];
    // Two calls whose arguments come in pieces, one in between the other.
    const call = (index: number, more: object) => chunk({ tool_calls: [{ index, type: 'function', ...more }] });
    parts.push(call(0, { id: 'call_a', function: { name, arguments: '' } }));
    parts.push(call(1, { id: 'call_b', function: { name, arguments: input.slice(0, 5) } }));
    parts.push(call(0, { function: { arguments: input } }), call(1, { function: { arguments: input.slice(5) } }));
    parts.push(chunk({}, 'tool_calls'));
  } else {
    for (const content of said) parts.push(chunk({ content }));
    parts.push(chunk({}, said.length < words.length ? 'length' : 'stop'));
  }
  if (faults.streamError !== undefined) parts.splice(3, Infinity, event({ error: { message: faults.streamError } }));
  const usage = { prompt_tokens: 12, completion_tokens: said.length, total_tokens: 12 + said.length };
  parts.push(event({ id: 'chatcmpl-1', choices: [], usage }), 'data: [DONE]\n\n');
  return parts.join('');
}
