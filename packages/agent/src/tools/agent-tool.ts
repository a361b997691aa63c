import type { JsonSchema, Scope, SearchHit } from '@cubo/contracts';
import type { ScopedLibrary } from '../scope/scoped-library.ts';
import type { StandardSchema } from './standard-schema.ts';

/** What a tool is given beside its input. */
export interface ToolContext {
  /** Aborted when the turn is cancelled, and when the tool has taken longer than it may. */
  readonly signal: AbortSignal;
  /** Id of the conversation. */
  readonly conversation: string;
  /** Which documents this turn may see; an empty scope is the whole library. */
  readonly scope: Scope;
  /** The library, bound to the turn's scope. */
  readonly library: ScopedLibrary;
  /**
   * About how many tokens a result may have; a longer one is cut.
   */
  readonly roomTokens: number;
  /** Numbers passages so that the answer can cite them, and gives the text that shows them to the model. */
  show(passages: readonly ShownPassage[]): string;
}

/** A passage that a tool shows to the model. */
export type ShownPassage = Pick<SearchHit, 'source' | 'title' | 'locator' | 'text' | 'kind'> &
  Partial<Pick<SearchHit, 'context' | 'heading' | 'score'>>;

/** A tool that a model may call. */
export interface AgentTool<Input = unknown> {
  /** Letters, digits, `_` and `-`. */
  readonly name: string;
  /** What it does and when to call it, for the model. */
  readonly description: string;
  /** What it takes: any Standard Schema. What does not fit goes back to the model as an error, once in a turn. */
  readonly input: StandardSchema<Input>;
  /** The same as JSON Schema, for the model. Default: what the schema says of itself. */
  readonly inputSchema?: JsonSchema | undefined;
  /** Whether calls of it may run beside others of the same round. Default false: one after the other, in order. */
  readonly parallel?: boolean | undefined;
  /** How long a call may take: from 1 ms to 24 days. Default 30 000 ms. */
  readonly timeoutMilliseconds?: number | undefined;
  /**
   * Does the work, and gives a text, or anything that JSON can tell. What it throws is told to the model by its message.
   */
  execute(input: Input, context: ToolContext): unknown;
}

/** Gives the tool as it is: its schema tells the type of its input. */
export function defineTool<Input>(tool: AgentTool<Input>): AgentTool {
  return tool as AgentTool;
}
