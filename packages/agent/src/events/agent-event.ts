import type { Citation, CuboErrorCode, Locator, Scope } from '@cubo/contracts';

/** How well the cited passages carry a sentence. */
export type Support = 'supported' | 'weak' | 'unsupported';

/** How a turn ended. */
export type FinishReason =
  /** The model had said all. */
  | 'stop'
  /** The model came to the end of its window: the answer is cut off. */
  | 'length'
  /** The model said nothing. */
  | 'empty'
  /** The turn was cancelled. */
  | 'cancelled'
  /** Something failed, see the event `error`. */
  | 'error';

/** A sentence of the answer, and what it rests on. */
export interface CheckedSentence {
  /** Where it stands in the answer, markers included. */
  readonly start: number;
  readonly end: number;
  readonly support: Support;
  /** The greatest cosine with what it cites, where its words were not enough and vectors were asked. */
  readonly similarity?: number | undefined;
  /** The places it cites, and of each the words that come closest. */
  readonly citations: readonly Citation[];
}

/** A numbered passage that an answer may cite. */
export interface NumberedSource {
  readonly number: number;
  /** URI of the document; of an attachment `attachment:<turn>/<name>`. */
  readonly source: string;
  readonly title?: string | undefined;
  readonly locator: Locator;
  /** Document and place, for people: `lease.pdf, page 3`. */
  readonly label: string;
  readonly text: string;
  /** Relevance; comparable within one search only. `undefined` for what was not searched for. */
  readonly score?: number | undefined;
}

/** Tokens that models read and wrote for a turn, as they count them. */
export interface TurnUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** How often a generator was asked. */
  readonly requests: number;
}

/** What a turn leaves of the window that its model has. */
export interface MemoryUse {
  /** Estimated tokens of the last prompt: instructions, tools, earlier turns, results, images. */
  readonly usedTokens: number;
  readonly budgetTokens: number;
  /** Earlier turns in the prompt, and those that had no room. */
  readonly turnsKept: number;
  readonly turnsLeftOut: number;
  /** Whether a summary stands for those that had no room. */
  readonly isSummarized: boolean;
}

/** What became of a call of a tool. */
export type ToolOutcome =
  | 'done'
  /** It threw an error. */
  | 'failed'
  /** It took longer than it may. */
  | 'timeout'
  /** Its input did not fit, or there is no such tool. */
  | 'invalid';

/** Something that the reader should know of a turn. */
export type Notice =
  /** The model had called tools as often as it may, and was asked to answer with what there is. */
  | 'round-limit'
  /** There was no room for more calls of tools, or for what they give. */
  | 'no-room'
  /** The answer rests on nothing in the documents, and says so. */
  | 'not-in-documents'
  /** The answer was to be compared by vectors, and there were none: it was checked by its words. */
  | 'no-similarity'
  /** An attachment, or a part of one, was not read. */
  | 'attachment-unread'
  /** The model does not see images. */
  | 'images-ignored'
  /** The summary of earlier turns failed; they were left out. */
  | 'no-summary';

/** Why a turn failed. */
export interface TurnError {
  readonly code: CuboErrorCode;
  /** What happened, without the remedy. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** What happens in a turn, without its place in the order. */
export type TurnEvent =
  /** Comes first. */
  | {
      readonly type: 'start';
      readonly conversation: string;
      readonly generator: string;
      /** Version of the prompts: a hash of all of them. */
      readonly prompts: string;
      readonly scope: Scope;
    }
  /** The next piece of what the model thinks. It comes from the request that goes on with text or calls of tools. */
  | { readonly type: 'thinking'; readonly text: string; readonly round: number }
  | {
      readonly type: 'tool-call';
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
      readonly round: number;
    }
  | {
      readonly type: 'tool-result';
      readonly id: string;
      readonly name: string;
      readonly outcome: ToolOutcome;
      /** What the model is told. */
      readonly content: string;
      readonly milliseconds: number;
      readonly round: number;
    }
  /** A passage that the model is shown; before all text that can rest on it. */
  | ({ readonly type: 'source' } & NumberedSource)
  /** The next piece of text. What comes in a round that ends with calls of tools is no part of the answer. */
  | { readonly type: 'text'; readonly text: string; readonly round: number }
  /** A sentence of the answer, checked; they come when the answer is complete. */
  | ({ readonly type: 'citation' } & CheckedSentence)
  | ({ readonly type: 'memory' } & MemoryUse)
  | ({ readonly type: 'usage' } & TurnUsage)
  | { readonly type: 'notice'; readonly notice: Notice; readonly message: string }
  | ({ readonly type: 'error' } & TurnError)
  /** Comes last. */
  | { readonly type: 'finish'; readonly reason: FinishReason };

/** An event of a turn. */
export type AgentEvent = TurnEvent & {
  /** Number of the turn in its conversation, from 0. */
  readonly turn: number;
  /** From 1, by one with each event of the turn. */
  readonly sequence: number;
};
