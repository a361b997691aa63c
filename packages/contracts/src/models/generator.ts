import type { SectionKind } from '../documents/section.ts';

/** A message of a conversation with a generator. */
export interface GenerationMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
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
}

/** One step of a generation. A stream ends with exactly one `finish` or one `error`. */
export type GenerationEvent =
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input: unknown }
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
