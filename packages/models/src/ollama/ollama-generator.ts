import { json } from 'node:stream/consumers';
import {
  assertKnownOptions,
  CuboError,
  type GenerationEvent,
  type GenerationRequest,
  type Generator,
  type GeneratorCapabilities,
  type KnownOptions,
} from '@cubo/contracts';
import { explainFailure } from '../servers/explain-failure.ts';
import { functionTools } from '../servers/function-tools.ts';
import { modelServer } from '../servers/model-server.ts';
import { streamGeneration } from '../servers/stream-generation.ts';
import { chatReader } from './chat-events.ts';
import { chatMessages } from './chat-messages.ts';
import { createContextSize } from './context-size.ts';
import { assertMayRun, ollamaPurpose, ollamaRemedies } from './ollama-names.ts';

/** Settings of {@link ollamaGenerator}. */
export interface OllamaGeneratorOptions {
  /** Name of the model in Ollama: `qwen3:8b`. */
  readonly model: string;
  /**
   * Where Ollama runs. Default `http://127.0.0.1:11434`. Another machine must be allowed:
   * `createCubo({ network: { allow: ['gpu.lan'] } })`.
   */
  readonly baseUrl?: string | undefined;
  /**
   * The most tokens of prompt and answer together, for which the model takes memory: not more than it has, which is asked
   * for with the first use. Default 8192.
   */
  readonly contextWindow?: number | undefined;
  /** 0 always gives the likeliest answer, larger ones vary more. Default: as the model is set. */
  readonly temperature?: number | undefined;
  /**
   * How long Ollama keeps the model in memory after a request: seconds, or `10m`; -1 for ever. Default: as Ollama is set,
   * which is five minutes. A library has it let go after `models.idleSeconds` in any case.
   */
  readonly keepAlive?: string | number | undefined;
}

const known: KnownOptions<OllamaGeneratorOptions> = {
  model: true,
  baseUrl: true,
  contextWindow: true,
  temperature: true,
  keepAlive: true,
};

/** Room for an answer of which nobody said how long it may be. */
const outputTokensUnsaid = 1024;

/** What `/api/show` tells of a model. */
interface ModelDescription {
  readonly capabilities?: readonly string[];
  readonly model_info?: Readonly<Record<string, unknown>>;
  /** Where the model runs, if Ollama passes texts on. */
  readonly remote_host?: string;
}

/**
 * Has a model of [Ollama](https://ollama.com) write the answer, by default of the one on this machine. Thinking, tools,
 * images and a schema of the answer are passed on as far as the model can deal with them; `capabilities` says so from the
 * first use on, or from `load()`. The model's context (`num_ctx`) is as large as the prompt needs, in steps that double.
 * Nothing is pulled, and nothing is contacted before the first use.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`; its streams end with `CUBO_GENERATOR_FAILED`
 */
export function ollamaGenerator(options: OllamaGeneratorOptions): Generator {
  assertKnownOptions('ollamaGenerator()', options, known);
  const { model, baseUrl = 'http://127.0.0.1:11434', contextWindow = 8192, temperature, keepAlive } = options;
  assertOptions(model, contextWindow);
  const purpose = ollamaPurpose('generation', model);
  const server = modelServer({ owner: 'ollamaGenerator()', baseUrl, purpose });
  const failure = {
    code: 'CUBO_GENERATOR_FAILED',
    server: 'Ollama',
    url: server.url,
    model,
    ...ollamaRemedies(model),
  } as const;
  const contextSize = createContextSize();
  let capabilities: GeneratorCapabilities = { tools: false, images: false, thinking: false, jsonSchema: true };
  let modelWindow = Infinity;
  let isDescribed = false;
  let remoteHost: string | undefined;

  async function describe(signal?: AbortSignal): Promise<void> {
    assertMayRun(model, purpose, remoteHost);
    if (isDescribed) return;
    const answer = await server.post('/api/show', { model }, signal);
    const description = (await json(answer.body)) as ModelDescription;
    const { capabilities: can = [], model_info: info = {} } = description;
    remoteHost = description.remote_host;
    assertMayRun(model, purpose, remoteHost);
    const length = Object.entries(info).find(([name]) => name.endsWith('.context_length'))?.[1];
    if (typeof length === 'number' && length > 0) modelWindow = length;
    capabilities = {
      tools: can.includes('tools'),
      images: can.includes('vision'),
      thinking: can.includes('thinking'),
      jsonSchema: true,
    };
    isDescribed = true;
  }

  async function* generate(request: GenerationRequest, signal?: AbortSignal): AsyncGenerator<GenerationEvent> {
    let prompt = { text: '', images: 0, outputTokens: 0 };
    for await (const event of streamGeneration({
      async open() {
        await describe(signal);
        const { maximumOutputTokens, thinking, responseSchema } = request;
        const messages = chatMessages(request.messages, capabilities.images);
        const tools = capabilities.tools ? functionTools(request.tools) : undefined;
        prompt = {
          text: request.messages.map(({ content }) => content).join('\n') + JSON.stringify([tools, responseSchema]),
          images: capabilities.images ? countImages(request) : 0,
          outputTokens: maximumOutputTokens ?? outputTokensUnsaid,
        };
        const size = contextSize.choose(prompt, Math.min(contextWindow, modelWindow));
        const body = {
          model,
          messages,
          stream: true,
          tools,
          format: responseSchema,
          think: capabilities.thinking ? thinking : undefined,
          keep_alive: keepAlive,
          // Rather an error than an answer to half of the prompt; older versions do not know these two.
          truncate: false,
          shift: false,
          options: { num_ctx: size, num_predict: maximumOutputTokens, temperature },
        };
        return server.post('/api/chat', body, signal);
      },
      read: chatReader(),
      end: () => [],
      failure,
      signal,
    })) {
      if (event.type === 'usage') contextSize.learn(prompt, event.inputTokens);
      yield event;
    }
  }

  async function explained(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw explainFailure(error, failure);
    }
  }

  return {
    id: `ollama:${model}`,
    get contextWindow() {
      return Math.min(contextWindow, modelWindow);
    },
    get capabilities() {
      return capabilities;
    },
    generate: (request, { signal } = {}) => generate(request, signal),
    load: () =>
      explained(async () => {
        await describe();
        const size = contextSize.choose({ text: '', images: 0, outputTokens: 0 }, Math.min(contextWindow, modelWindow));
        const body = { model, messages: [], stream: false, keep_alive: keepAlive, options: { num_ctx: size } };
        await json((await server.post('/api/chat', body)).body);
      }),
    unload: () =>
      explained(async () => {
        isDescribed = false;
        contextSize.reset();
        (await server.post('/api/generate', { model, keep_alive: 0 })).close();
      }),
  };
}

function countImages({ messages }: GenerationRequest): number {
  return messages.reduce((sum, message) => sum + (message.role === 'user' ? (message.images?.length ?? 0) : 0), 0);
}

function assertOptions(model: unknown, contextWindow: unknown): void {
  const isName = typeof model === 'string' && model.trim() !== '';
  if (isName && Number.isSafeInteger(contextWindow) && (contextWindow as number) > 0) return;
  const [name, value] = isName ? ['contextWindow', contextWindow] : ['model', model];
  throw new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `The option ${name} of ollamaGenerator() is ${JSON.stringify(value) ?? String(value)}.`,
    remedy: isName ? 'Pass a whole number of tokens.' : "Pass the name of the model in Ollama, such as 'qwen3'.",
  });
}
