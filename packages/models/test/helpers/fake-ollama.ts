import type { ServerResponse } from 'node:http';
import { fakeChat } from './fake-ollama-chat.ts';
import { type SeenRequest, serveModels } from './model-server.ts';

/** How a fake Ollama misbehaves; what is set counts for every request from then on. */
export interface OllamaFaults {
  /** Answers so many requests with this status before it does well. */
  refuse?: { status: number; error: string; times: number };
  /** Refuses batches of more texts than this, as a runner out of memory. */
  mostTexts?: number;
  /** Refuses texts of more characters than this, although it was asked to cut them. */
  mostCharacters?: number;
  /** With this status; some versions take 500. Default 400. */
  tooLongStatus?: number;
  /** Gives the vectors of a batch in another order. */
  order?: 'reversed' | 'rotated';
  /** Gives other vectors for texts of a batch of at least this many than for the same texts alone. */
  driftFrom?: number;
  /** Changes what is sent. */
  vectors?: (vectors: number[][]) => unknown;
  /** What is sent instead of the answer. */
  raw?: string;
  /** Breaks the connection after so many bytes of an answer. */
  cutAfter?: number;
  /** Never answers. */
  hang?: boolean;
  /** Milliseconds that a request takes, by its texts. */
  milliseconds?: (texts: number) => number;
  /** Ends a stream with this error. */
  streamError?: string;
  slow?: boolean;
}

/** Its models: those that can embed, and what others can do. */
export interface OllamaModels {
  readonly [name: string]: {
    readonly dimensions?: number;
    readonly capabilities?: readonly string[];
    readonly remoteHost?: string;
  };
}

const models: OllamaModels = {
  embeddinggemma: { dimensions: 768 },
  'all-minilm': { dimensions: 384 },
  tiny: { dimensions: 8 },
  qwen3: { capabilities: ['completion', 'tools', 'thinking'] },
  'qwen3-vl': { capabilities: ['completion', 'tools', 'thinking', 'vision'] },
  borrowed: { capabilities: ['completion'], remoteHost: 'https://ollama.com:443' },
  'gpt-oss:120b-cloud': { capabilities: ['completion'] },
  gemma3: { capabilities: ['completion', 'vision'] },
};

/** A small server that speaks the wire format of Ollama 0.12 as its documentation has it. */
export async function fakeOllama(faults: OllamaFaults = {}) {
  const server = await serveModels(async ({ path, body }, response) => {
    const { refuse } = faults;
    if (faults.hang) return;
    if (refuse !== undefined && refuse.times > 0) {
      refuse.times--;
      return send(response, refuse.status, { error: refuse.error });
    }
    const model = models[String(body.model)];
    if (model === undefined) {
      return send(response, 404, { error: `model "${body.model}" not found, try pulling it first` });
    }
    if (path === '/api/show') return send(response, 200, describe(model));
    if (path === '/api/generate') {
      return send(response, 200, { model: body.model, response: '', done: true, done_reason: 'unload' });
    }
    if (path === '/api/chat') return fakeChat(body, model.capabilities ?? [], faults, response);
    if (path !== '/api/embed') return send(response, 404, { error: '404 page not found' });
    return embed(body, model.dimensions ?? 4, faults, response);
  });
  /** How many texts the requests for vectors had. */
  const batches = () =>
    server.seen.filter(({ path }) => path === '/api/embed').map(({ body }) => (body.input as string[]).length);
  return { ...server, faults, batches };
}

function describe({ dimensions, capabilities = ['embedding'], remoteHost }: OllamaModels[string]) {
  return {
    remote_host: remoteHost,
    capabilities,
    details: { family: 'fake' },
    model_info: { 'general.architecture': 'fake', 'fake.context_length': 16_384, 'fake.embedding_length': dimensions },
  };
}

async function embed(body: SeenRequest['body'], dimensions: number, faults: OllamaFaults, response: ServerResponse) {
  const texts = ([body.input].flat() as string[]).map(String);
  const { mostTexts = Infinity, mostCharacters = Infinity, driftFrom = Infinity } = faults;
  await new Promise((resolve) => setTimeout(resolve, faults.milliseconds?.(texts.length) ?? 0));
  if (texts.length > mostTexts) return send(response, 500, { error: 'llama runner process has terminated' });
  if (texts.some(({ length }) => length > mostCharacters)) {
    return send(response, faults.tooLongStatus ?? 400, { error: 'the input length exceeds the context length' });
  }
  const vectors = texts.map((text, i) =>
    vectorOf(texts.length >= driftFrom && i < texts.length - 1 ? `${text} drifted` : text, dimensions),
  );
  if (texts.length > 1 && faults.order === 'reversed') vectors.reverse();
  if (texts.length > 1 && faults.order === 'rotated') vectors.push(vectors.shift() as number[]);
  const whole = faults.raw ?? JSON.stringify({ model: body.model, embeddings: faults.vectors?.(vectors) ?? vectors });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  if (faults.cutAfter === undefined) return void response.end(whole);
  response.write(whole.slice(0, faults.cutAfter), () => response.destroy());
}

/** A vector by the words of a text, of any length: the length is for those who ask to bring to one. */
function vectorOf(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0.01);
  for (const word of text.toLowerCase().split(/\s+/)) {
    let hash = 2_166_136_261;
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 16_777_619);
    const at = (hash >>> 0) % dimensions;
    vector[at] = (vector[at] as number) + 1 + ((hash >>> 8) % 7) / 10;
  }
  return vector;
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}
