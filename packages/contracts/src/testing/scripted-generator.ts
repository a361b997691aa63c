import type { GenerationEvent, GenerationRequest, Generator, GeneratorCapabilities } from '../models/generator.ts';

/** Options of a {@link scriptedGenerator}. */
export interface ScriptedGeneratorOptions {
  /**
   * What it streams for a request: the events, or a text, which becomes one `text` and one `finish`. A function is
   * given the request.
   */
  readonly script: Script | ((request: GenerationRequest) => Script);
  /** Default: infinite. */
  readonly contextWindow?: number | undefined;
  /** Default: none. */
  readonly capabilities?: Partial<GeneratorCapabilities> | undefined;
}

/** What a {@link scriptedGenerator} streams: events, or a text. */
export type Script = string | readonly GenerationEvent[];

/** A generator for tests that says what it is told to say. */
export function scriptedGenerator(options: ScriptedGeneratorOptions): Generator {
  const { script, contextWindow = Infinity, capabilities } = options;
  return {
    id: 'scripted',
    contextWindow,
    capabilities: { tools: false, images: false, thinking: false, jsonSchema: false, ...capabilities },
    async *generate(request, generateOptions) {
      const chosen = typeof script === 'function' ? script(request) : script;
      const events: readonly GenerationEvent[] =
        typeof chosen === 'string'
          ? [
              { type: 'text', text: chosen },
              { type: 'finish', reason: 'stop' },
            ]
          : chosen;
      for (const event of events) {
        generateOptions?.signal?.throwIfAborted();
        yield event;
      }
    },
  };
}
