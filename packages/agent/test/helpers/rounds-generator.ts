import type { GenerationEvent, GenerationRequest, Generator, GeneratorCapabilities } from '@cubo/contracts';

/** A step of a round: an event, or something to wait for. */
export type Step = GenerationEvent | ((signal: AbortSignal | undefined) => Promise<unknown>);

/** What is said in a round: a text, or steps. */
export type Round = string | readonly Step[];

/** A generator that says one round after the other, and keeps what it was asked. */
export interface RoundsGenerator extends Generator {
  readonly requests: GenerationRequest[];
}

/** Makes a generator that says what it is told to: a round for each request, the last one again and again. */
export function roundsGenerator(
  rounds: readonly (Round | ((request: GenerationRequest) => Round))[],
  options: { readonly capabilities?: Partial<GeneratorCapabilities>; readonly contextWindow?: number } = {},
): RoundsGenerator {
  const requests: GenerationRequest[] = [];
  return {
    id: 'rounds',
    contextWindow: options.contextWindow ?? Number.POSITIVE_INFINITY,
    capabilities: { tools: true, images: true, thinking: true, jsonSchema: false, ...options.capabilities },
    requests,
    async *generate(request, { signal } = {}) {
      const chosen = rounds[Math.min(requests.length, rounds.length - 1)] ?? '';
      requests.push(request);
      const round = typeof chosen === 'function' ? chosen(request) : chosen;
      const steps: readonly Step[] = typeof round === 'string' ? said(round) : round;
      for (const step of steps) {
        if (typeof step === 'function') await step(signal);
        else yield step;
      }
    },
  };
}

/** A whole answer. */
export function said(text: string): GenerationEvent[] {
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    { type: 'usage', inputTokens: 10, outputTokens: 5 },
    { type: 'finish', reason: 'stop' },
  ];
}

/** Calls of tools, by name and input. */
export function calls(...wanted: readonly (readonly [name: string, input: unknown])[]): GenerationEvent[] {
  return [
    ...wanted.map(([name, input], index) => ({ type: 'tool-call' as const, id: `call-${index}`, name, input })),
    { type: 'usage', inputTokens: 10, outputTokens: 5 },
    { type: 'finish', reason: 'tool-calls' },
  ];
}

/** Waits until the signal is aborted, and fails with its reason. */
export function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
