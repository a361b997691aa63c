import type { SectionKind } from '../documents/section.ts';

/** An image that a generator is shown. */
export interface GenerationImage {
  /** `image/png`, `image/jpeg`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A tool that a generator wants to be called. */
export interface ToolCall {
  /** Tells the calls of a conversation apart. */
  readonly id: string;
  readonly name: string;
  /** By the tool's schema, as far as the model keeps to it: check it. */
  readonly input: unknown;
}

/** A message of a conversation with a generator. */
export type GenerationMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string; readonly images?: readonly GenerationImage[] | undefined }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] | undefined }
  /** What a tool gave; `call` is what the assistant asked for. */
  | { readonly role: 'tool'; readonly content: string; readonly call: Pick<ToolCall, 'id' | 'name'> };

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool that a generator may ask to be called. Calling it is up to whoever made the request. */
export interface GenerationTool {
  /** Letters, digits, `_` and `-`. */
  readonly name: string;
  /** What it does and when to call it, for the model. */
  readonly description: string;
  /** Of the input, an object. */
  readonly inputSchema: JsonSchema;
}

/** A numbered passage that an answer may rest on. */
export interface Passage {
  /** 1-based; the answer cites it as `[number]`. */
  readonly number: number;
  /** The passage as it stands in its document. */
  readonly text: string;
  /** What the passage is: rows of a table have no sentences. */
  readonly kind: SectionKind;
  /** Title of its document, where one is known. */
  readonly title?: string | undefined;
  /** Headings above it, outermost first. */
  readonly heading?: readonly string[] | undefined;
  /** What it needs to make sense on its own, such as a table's header. */
  readonly context?: string | undefined;
  /** Name of its document and place in it, for people. */
  readonly label: string;
  /** Relevance to the question; higher is better. */
  readonly score: number;
}

/** What a generator is asked to do. */
export interface GenerationRequest {
  /** The user's question as it was put. */
  readonly question: string;
  /** The passages found for it, best first. */
  readonly passages: readonly Passage[];
  /** The complete prompt for a language model, passages included. Generators that are none may ignore it. */
  readonly messages: readonly GenerationMessage[];
  /** Tools it may call. Only for generators with that capability; others ignore them. Default: none. */
  readonly tools?: readonly GenerationTool[] | undefined;
  /** The answer shall be JSON by this schema. Only for generators with that capability; others ignore it. */
  readonly responseSchema?: JsonSchema | undefined;
  /** The most tokens of the answer, thinking included; it then ends with `length`. Default: the generator's own. */
  readonly maximumOutputTokens?: number | undefined;
  /** Whether a model that can think before it answers shall do so. Default: the model's own. */
  readonly thinking?: boolean | undefined;
}

/** One step of a generation. A stream ends with exactly one `finish` or one `error`. */
export type GenerationEvent =
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'tool-call' } & ToolCall)
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  | { readonly type: 'finish'; readonly reason: 'stop' | 'length' | 'tool-calls' }
  | { readonly type: 'error'; readonly error: Error };

/** What a generator can do beyond plain text. */
export interface GeneratorCapabilities {
  readonly tools: boolean;
  readonly images: boolean;
  readonly thinking: boolean;
  readonly jsonSchema: boolean;
}

/** Writes answers. It cites passages by their numbers in square brackets: `Three months [2].` */
export interface Generator {
  /** For people: `ollama:qwen3`. */
  readonly id: string;
  /** The most tokens of prompt and answer together; `Infinity` where there is no limit. */
  readonly contextWindow: number;
  readonly capabilities: GeneratorCapabilities;
  /** Streams the answer; ends with exactly one `finish` or `error`. */
  generate(request: GenerationRequest, options?: { signal?: AbortSignal | undefined }): AsyncIterable<GenerationEvent>;
  /** Loads the model ahead of its first use. */
  load?(): Promise<void>;
  /** Releases the model's memory; the next use loads it again. */
  unload?(): Promise<void>;
}
