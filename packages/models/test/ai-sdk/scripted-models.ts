import type {
  EmbeddingModelV2,
  EmbeddingModelV3,
  EmbeddingModelV4,
  LanguageModelV2,
  LanguageModelV2StreamPart,
  LanguageModelV3,
  LanguageModelV3StreamPart,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { hashingEmbedder } from '@cubo/contracts/testing';

/** Length of the vectors that scripted models make of words. */
export const dimensions = 32;

/** How a scripted embedding model is made. */
export interface ScriptedEmbedding {
  readonly limit?: number | undefined;
  readonly isParallel?: boolean;
  /** What it answers; default: vectors of the words of each text. */
  embed?(values: readonly string[]): Promise<number[][]> | number[][];
}

/** What an embedding model was called with. */
export interface EmbeddingCall {
  readonly values: string[];
  readonly providerOptions?: unknown;
}

/** Embedding models of each version; limits are given as values in one, and as promises in the others. */
export function embeddingModels(script: ScriptedEmbedding = {}) {
  const { limit, isParallel = false, embed = hashed } = script;
  const calls: EmbeddingCall[] = [];
  const own = { provider: 'scripted.embedding', modelId: 'words' };
  const doEmbed = async (options: EmbeddingCall & { abortSignal?: AbortSignal }) => {
    options.abortSignal?.throwIfAborted();
    calls.push(options);
    return { embeddings: await embed(options.values), usage: { tokens: 1 } };
  };
  const v2: EmbeddingModelV2<string> = {
    ...{ specificationVersion: 'v2', ...own, doEmbed },
    ...{ maxEmbeddingsPerCall: limit, supportsParallelCalls: isParallel },
  };
  const promised = {
    maxEmbeddingsPerCall: Promise.resolve(limit),
    supportsParallelCalls: Promise.resolve(isParallel),
    doEmbed: async (options: EmbeddingCall) => ({ ...(await doEmbed(options)), warnings: [] }),
  };
  const v3: EmbeddingModelV3 = { specificationVersion: 'v3', ...own, ...promised };
  const v4: EmbeddingModelV4 = { specificationVersion: 'v4', ...own, ...promised };
  return { v2, v3, v4, calls };
}

const words = hashingEmbedder({ dimensions });

/** A bag of words, not of unit length. */
export async function hashed(values: readonly string[]): Promise<number[][]> {
  const vectors = await words.embedDocuments(values);
  return vectors.map((vector) => Array.from(vector, (value) => value * 3));
}

const text = (id: string, delta: string) => ({ type: 'text-delta', id, delta }) as const;
const reasoning = (id: string, delta: string) => ({ type: 'reasoning-delta', id, delta }) as const;
const call = { type: 'tool-call', toolCallId: 'call-1', toolName: 'search', input: '{"query":"notice"}' } as const;
const body = [
  { type: 'stream-start', warnings: [] },
  { type: 'reasoning-start', id: 'r' },
  reasoning('r', 'The lease '),
  reasoning('r', 'says it.'),
  { type: 'reasoning-end', id: 'r' },
  { type: 'text-start', id: 't' },
  text('t', 'Three months'),
  text('t', ' [1].'),
  { type: 'text-end', id: 't' },
  { type: 'tool-input-start', id: 'call-1', toolName: 'search' },
  { type: 'tool-input-delta', id: 'call-1', delta: '{"query":"notice"}' },
  { type: 'tool-input-end', id: 'call-1' },
  call,
  { ...call, toolCallId: 'call-2', providerExecuted: true },
] as const;

/** One answer, in the parts of each version. */
export const answers = {
  v2: [
    ...body,
    { type: 'finish', usage: { inputTokens: 20, outputTokens: 7, totalTokens: 27 }, finishReason: 'tool-calls' },
  ] as LanguageModelV2StreamPart[],
  v3: [...body, finishV3('tool-calls')] as LanguageModelV3StreamPart[],
  v4: [...body, { type: 'ping' }, finishV3('tool-calls')] as LanguageModelV4StreamPart[],
};

/** The end of a stream, as versions 3 and 4 have it. */
export function finishV3(unified: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other') {
  return {
    type: 'finish',
    usage: {
      inputTokens: { total: 20, noCache: 20, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 7, text: 3, reasoning: 4 },
    },
    finishReason: { unified, raw: 'raw' },
  } as const;
}

/** What a language model is called with, as far as tests look at it. */
export type LanguageCall = Pick<
  LanguageModelV4CallOptions,
  'prompt' | 'maxOutputTokens' | 'temperature' | 'providerOptions' | 'abortSignal' | 'tools' | 'responseFormat'
>;

/** Language models of each version that say what they are told to. */
export function languageModels(parts: Partial<typeof answers> = answers) {
  const calls: LanguageCall[] = [];
  const cancelled: unknown[] = [];
  const own = { provider: 'scripted.chat', modelId: 'parrot', supportedUrls: {} };
  const doGenerate = async () => Promise.reject(new Error('it only streams'));
  const stream = <Part>(given: readonly Part[], options: unknown) => {
    calls.push(options as LanguageCall);
    (options as LanguageCall).abortSignal?.throwIfAborted();
    let next = 0;
    return new ReadableStream<Part>({
      pull(controller) {
        const part = given[next++];
        if (part === undefined) controller.close();
        else controller.enqueue(part);
      },
      cancel(reason) {
        cancelled.push(reason);
      },
    });
  };
  const v2: LanguageModelV2 = {
    ...{ specificationVersion: 'v2', ...own, doGenerate },
    doStream: async (options) => ({ stream: stream(parts.v2 ?? [], options) }),
  };
  const v3: LanguageModelV3 = {
    ...{ specificationVersion: 'v3', ...own, doGenerate },
    doStream: async (options) => ({ stream: stream(parts.v3 ?? [], options) }),
  };
  const v4: LanguageModelV4 = {
    ...{ specificationVersion: 'v4', ...own, doGenerate },
    doStream: async (options) => ({ stream: stream(parts.v4 ?? [], options) }),
  };
  return { v2, v3, v4, calls, cancelled };
}
