import {
  assertKnownOptions,
  CuboError,
  describeThrown,
  type GenerationEvent,
  type GenerationRequest,
  type Generator,
  type GeneratorCapabilities,
  type KnownOptions,
} from '@cubo/contracts';
import { abortable } from '../loading/abortable.ts';
import { type AiSdkProviderOptions, aiSdkModelId, assertAiSdkModel } from './assert-model.ts';
import { callOptions } from './call-options.ts';
import { type AiSdkStreamPart, streamReader } from './stream-events.ts';

/** What {@link aiSdkGenerator} needs of a `LanguageModel` of the AI SDK (specification 2, 3 or 4). */
export interface AiSdkLanguageModel {
  readonly specificationVersion: string;
  /** Who runs it: `openai.chat`. */
  readonly provider: string;
  readonly modelId: string;
  /** Streams an answer. */
  doStream(options: object): PromiseLike<{ readonly stream: ReadableStream<AiSdkStreamPart> }>;
}

/** Settings of {@link aiSdkGenerator}. */
export interface AiSdkGeneratorOptions {
  /** The most tokens of prompt and answer together: a model of the AI SDK does not say it. */
  readonly contextWindow: number;
  /** What the model can do beyond plain text: a model of the AI SDK does not say that either. Default: none of it. */
  readonly capabilities?: Partial<GeneratorCapabilities> | undefined;
  /** The most tokens of an answer, where a request does not say it. Default: what the provider sets. */
  readonly maximumOutputTokens?: number | undefined;
  /** How much chance there is in the choice of words; 0 is none. Default: what the provider sets. */
  readonly temperature?: number | undefined;
  /** What is passed on to the provider. Default: nothing. */
  readonly providerOptions?: AiSdkProviderOptions | undefined;
}

const known: KnownOptions<AiSdkGeneratorOptions> = {
  ...{ contextWindow: true, capabilities: true, maximumOutputTokens: true, temperature: true, providerOptions: true },
};
const knownCapabilities: KnownOptions<GeneratorCapabilities> = {
  ...{ tools: true, images: true, thinking: true, jsonSchema: true },
};
const none: GeneratorCapabilities = { tools: false, images: false, thinking: false, jsonSchema: false };
const example = "openai('gpt-5-mini')";

/**
 * Answers by a `LanguageModel` of the AI SDK, as in `aiSdkGenerator(openai('gpt-5-mini'), { contextWindow: 128_000 })`.
 * Question and passages go wherever that model is: to a provider's servers, unless it runs on this computer;
 * in `createCubo` only where `network.allow` names its host.
 *
 * A model's name alone is refused: the AI SDK would send it to its gateway.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`; whatever fails while it answers ends the stream with an `error`
 */
export function aiSdkGenerator(model: AiSdkLanguageModel, options: AiSdkGeneratorOptions): Generator {
  assertAiSdkModel('aiSdkGenerator()', model, 'doStream', example);
  assertOptions(options);
  const { contextWindow, temperature, providerOptions } = options;
  const capabilities = { ...none, ...options.capabilities };

  async function* generate(request: GenerationRequest, signal: AbortSignal | undefined) {
    signal?.throwIfAborted();
    const { maximumOutputTokens = options.maximumOutputTokens } = request;
    const called = model.doStream({
      ...callOptions(request, capabilities, model.specificationVersion),
      ...(maximumOutputTokens !== undefined && { maxOutputTokens: maximumOutputTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(providerOptions && { providerOptions }),
      ...(signal && { abortSignal: signal }),
    });
    const { stream } = await abortable(called, signal, (late) => late.stream.cancel());
    const reader = stream.getReader();
    const eventsOf = streamReader();
    try {
      for (;;) {
        const { done, value } = await abortable(reader.read(), signal);
        if (done) throw new Error('its answer broke off');
        for (const event of eventsOf(value)) {
          yield event;
          if (event.type === 'finish' || event.type === 'error') return;
        }
      }
    } finally {
      // Whoever stops early stops the model. Streams that have failed say so once more.
      reader.cancel().catch(() => {});
    }
  }

  return {
    id: aiSdkModelId(model),
    contextWindow,
    capabilities,
    async *generate(request, { signal } = {}): AsyncGenerator<GenerationEvent> {
      try {
        yield* generate(request, signal);
      } catch (thrown) {
        signal?.throwIfAborted();
        yield { type: 'error', error: thrown instanceof Error ? thrown : new Error(describeThrown(thrown)) };
      }
    },
  };
}

function assertOptions(options: AiSdkGeneratorOptions): void {
  assertKnownOptions('aiSdkGenerator()', options ?? null, known);
  assertKnownOptions('The option capabilities of aiSdkGenerator()', options.capabilities, knownCapabilities);
  const { contextWindow, capabilities, maximumOutputTokens, temperature, providerOptions } = options as Partial<
    Record<keyof AiSdkGeneratorOptions, unknown>
  >;
  const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
  if (!isCount(contextWindow) && contextWindow !== Number.POSITIVE_INFINITY) {
    throw badOption('contextWindow', contextWindow, 'Pass the number of tokens that the model takes.');
  }
  if (maximumOutputTokens !== undefined && !isCount(maximumOutputTokens)) {
    throw badOption('maximumOutputTokens', maximumOutputTokens, 'Pass a whole number from 1 up.');
  }
  if (temperature !== undefined && !(typeof temperature === 'number' && temperature >= 0)) {
    throw badOption('temperature', temperature, 'Pass a number from 0 up.');
  }
  if (providerOptions !== undefined && (typeof providerOptions !== 'object' || providerOptions === null)) {
    throw badOption('providerOptions', providerOptions, 'Pass an object.');
  }
  for (const [name, value] of Object.entries(capabilities ?? {})) {
    if (value === undefined || typeof value === 'boolean') continue;
    throw badOption(`capabilities.${name}`, value, 'Pass true or false.');
  }
}

function badOption(name: string, value: unknown, remedy: string): CuboError {
  const message = `The option ${name} of aiSdkGenerator() is ${describeThrown(value)}.`;
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}
