import {
  assertKnownOptions,
  CuboError,
  type GenerationRequest,
  type Generator,
  type GeneratorCapabilities,
  type KnownOptions,
} from '@cubo/contracts';
import { functionTools } from '../servers/function-tools.ts';
import { modelServer } from '../servers/model-server.ts';
import { streamGeneration } from '../servers/stream-generation.ts';
import { completionReader } from './completion-events.ts';
import { completionMessages } from './completion-messages.ts';

/** Settings of {@link openAiCompatibleGenerator}. */
export interface OpenAiCompatibleGeneratorOptions {
  /**
   * Where the server runs, with the version of its interface: `http://127.0.0.1:8080/v1` (llama.cpp),
   * `http://127.0.0.1:1234/v1` (LM Studio), `http://127.0.0.1:8000/v1` (vLLM). Another machine must be allowed:
   * `createCubo({ network: { allow: ['gpu.lan'] } })`.
   */
  readonly baseUrl: string;
  /** Name of the model, as the server has it. */
  readonly model: string;
  /** The most tokens of prompt and answer together, as the server was started with. Default 8192. */
  readonly contextWindow?: number | undefined;
  /** What the model can do. Default: tools and JSON by a schema, neither images nor thinking. */
  readonly capabilities?: Partial<GeneratorCapabilities> | undefined;
  /** 0 always gives the likeliest answer, larger ones vary more. Default: as the server is set. */
  readonly temperature?: number | undefined;
  /** For a server that asks for one. It is sent as a bearer token. */
  readonly apiKey?: string | undefined;
}

const known: KnownOptions<OpenAiCompatibleGeneratorOptions> = {
  baseUrl: true,
  model: true,
  contextWindow: true,
  capabilities: true,
  temperature: true,
  apiKey: true,
};

/**
 * Has a server write the answer that speaks the format of OpenAI's chat completions: llama.cpp, LM Studio, vLLM and
 * others. It reaches this machine alone unless another one is allowed. What the model thinks comes as `thinking` where the
 * server tells it apart (`reasoning_content`, `reasoning`).
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`; its streams end with `CUBO_GENERATOR_FAILED`
 */
export function openAiCompatibleGenerator(options: OpenAiCompatibleGeneratorOptions): Generator {
  const owner = 'openAiCompatibleGenerator()';
  assertKnownOptions(owner, options, known);
  const { baseUrl, model, contextWindow = 8192, temperature, apiKey } = options;
  if (typeof model !== 'string' || model.trim() === '' || !(contextWindow > 0)) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The model or the contextWindow of ${owner} makes no sense.`,
      remedy: 'Pass the name of a model that the server has, and a positive number of tokens.',
    });
  }
  const capabilities = { tools: true, images: false, thinking: false, jsonSchema: true, ...options.capabilities };
  const server = modelServer({
    owner,
    baseUrl,
    purpose: `generation with openai-compatible:${model}`,
    headers: apiKey === undefined ? undefined : { authorization: `Bearer ${apiKey}` },
  });

  /** The body of a request; what is undefined is not sent. */
  const bodyOf = ({ messages, tools, responseSchema, maximumOutputTokens, thinking }: GenerationRequest) => ({
    model,
    messages: completionMessages(messages, capabilities.images),
    stream: true,
    stream_options: { include_usage: true },
    tools: capabilities.tools ? functionTools(tools) : undefined,
    response_format:
      capabilities.jsonSchema && responseSchema !== undefined
        ? { type: 'json_schema', json_schema: { name: 'answer', schema: responseSchema, strict: true } }
        : undefined,
    max_tokens: maximumOutputTokens,
    temperature,
    // As llama.cpp and vLLM take it.
    chat_template_kwargs: capabilities.thinking && thinking !== undefined ? { enable_thinking: thinking } : undefined,
  });

  return {
    id: `openai-compatible:${model}`,
    contextWindow,
    capabilities,
    generate(request, { signal } = {}) {
      const { read, end } = completionReader();
      return streamGeneration({
        open: () => server.post('/chat/completions', bodyOf(request), signal),
        read,
        end,
        failure: {
          code: 'CUBO_GENERATOR_FAILED',
          server: 'The server',
          url: server.url,
          model,
          start: 'Start it, or pass the baseUrl at which it runs, with its /v1 at the end.',
          get: 'Pass the name of a model that it has, and a baseUrl with /v1 at the end.',
        },
        signal,
      });
    },
  };
}
