import { describeThrown, type GenerationEvent } from '@cubo/contracts';

/** A part of the stream of a language model; which fields it has beside its type depends on that. */
export interface AiSdkStreamPart {
  readonly type: string;
}

/** The fields of the parts that are understood, in all versions of the interface. */
interface Fields {
  readonly type: string;
  readonly delta?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  /** JSON. */
  readonly input?: unknown;
  /** A tool of the provider's own, which has called it too. */
  readonly providerExecuted?: unknown;
  readonly usage?: { readonly inputTokens?: unknown; readonly outputTokens?: unknown } | undefined;
  readonly finishReason?: unknown;
  readonly error?: unknown;
}

/**
 * Makes a reader of one stream: what each part says to whoever asked, which is nothing for parts that only frame others
 * or are of no use here.
 */
export function streamReader(): (part: AiSdkStreamPart) => GenerationEvent[] {
  let hasCalled = false;
  return (part) => {
    const events = eventsOf(part);
    hasCalled ||= events.some(({ type }) => type === 'tool-call');
    // Providers do not agree on what ends an answer with calls, and tools of their own are called there already.
    return events.map((event) => {
      if (event.type !== 'finish' || event.reason === 'length') return event;
      return { type: 'finish', reason: hasCalled ? 'tool-calls' : 'stop' };
    });
  };
}

function eventsOf(part: Fields): GenerationEvent[] {
  switch (part.type) {
    case 'text-delta':
      return [{ type: 'text', text: String(part.delta ?? '') }];
    case 'reasoning-delta':
      return [{ type: 'thinking', text: String(part.delta ?? '') }];
    case 'tool-call':
      if (part.providerExecuted === true) return [];
      return [
        { type: 'tool-call', id: String(part.toolCallId), name: String(part.toolName), input: parsed(part.input) },
      ];
    case 'finish':
      return [...usageOf(part.usage), finishOf(part.finishReason)];
    case 'error':
      return [{ type: 'error', error: part.error instanceof Error ? part.error : new Error(message(part.error)) }];
    default:
      return [];
  }
}

/** Input of a tool is JSON that a model wrote; where it is none, it is left to the tool to say so. */
function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  if (input.trim() === '') return {};
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

/** Version 2 counts all tokens, later ones also their kinds; what a provider does not count is not told. */
function usageOf(usage: Fields['usage']): GenerationEvent[] {
  const total = (tokens: unknown): number | undefined => {
    const count = typeof tokens === 'object' ? (tokens as { total?: unknown } | null)?.total : tokens;
    return typeof count === 'number' && count >= 0 ? count : undefined;
  };
  const inputTokens = total(usage?.inputTokens);
  const outputTokens = total(usage?.outputTokens);
  if (inputTokens === undefined && outputTokens === undefined) return [];
  return [{ type: 'usage', inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 }];
}

/** Version 2 says why by a word, later ones by a word and what the provider said. */
function finishOf(reason: unknown): GenerationEvent {
  const word = typeof reason === 'object' ? (reason as { unified?: unknown } | null)?.unified : reason;
  switch (word) {
    case 'stop':
    case 'length':
    case 'tool-calls':
      return { type: 'finish', reason: word };
    case 'other':
      return { type: 'finish', reason: 'stop' };
    case 'content-filter':
      return { type: 'error', error: new Error("the provider's filter withheld the answer") };
    case 'error':
      return { type: 'error', error: new Error('the provider ended the answer with an error') };
    default:
      // `interrupted`, `unknown`: so providers end a stream that was cut.
      return { type: 'error', error: new Error('its answer broke off') };
  }
}

/** Providers stream errors of any shape. */
function message(error: unknown): string {
  const { message: said } = (error ?? {}) as { message?: unknown };
  if (typeof said === 'string') return said;
  return typeof error === 'object' ? 'the provider reported an error' : describeThrown(error);
}
