import type { Clock, Generator } from '@cubo/contracts';
import type { AttachmentLimits } from './attachments/attachment.ts';
import type { SimilarityThresholds } from './citations/raise-support.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { Conversations } from './conversation/conversations.ts';
import type { AgentScope } from './scope/agent-scope.ts';
import type { AgentTool } from './tools/agent-tool.ts';
import type { AgentLibrary } from './turn/agent-parts.ts';

/** How much an agent remembers. */
export interface MemoryOptions {
  /**
   * The most tokens of a prompt: instructions, tools, earlier turns, results, images. Default: the window of the generator
   * less the answer, 32 768 tokens where it does not say.
   */
  readonly budgetTokens?: number | undefined;
  /**
   * Has the generator summarize the turns that have no room any more, which takes one more request when one leaves. Default
   * false: they are left out.
   */
  readonly summarize?: boolean | undefined;
}

/** Options of {@link createAgent}. */
export interface AgentOptions {
  /** The library that is talked about. It stays open as long as the agent is used; closing it is up to its owner. */
  readonly cubo: AgentLibrary;
  /**
   * What writes the answers. One that can call tools searches as it sees fit; for others the question is searched for first.
   * Default: that of the library.
   */
  readonly generator?: Generator | undefined;
  /** Tools of the host's own, beside those of the agent. */
  readonly tools?: readonly AgentTool[] | undefined;
  /** A folder of Markdown files that take the place of the prompts of the same names. Default: none. */
  readonly prompts?: string | undefined;
  /** How often a model may call tools in a turn before it has to answer. Default 6. */
  readonly maximumRounds?: number | undefined;
  /** Whether a model that can think before it answers shall do so. Default: the model's own. */
  readonly thinking?: boolean | undefined;
  /**
   * For a generator without tools: the share of a question's naming words that must stand together in one place of the
   * documents, 0 to 1; below it the answer is that they do not answer it, and the generator is not asked. Default 0.4 for the
   * extractive generator, which cannot tell, and 0 for models.
   */
  readonly leastCoverage?: number | undefined;
  /**
   * Has sentences that their words do not carry compared with what they cite by the vectors of the library's embedder, 0 to 1:
   * for embedders whose cosines tell the same in other words, or in another language, from the same subject. A sentence
   * with a number or a name that does not stand in what it cites is never raised. Default: words alone, since the cosines of the
   * built-in embedder tell nothing here.
   */
  readonly leastSimilarity?: SimilarityThresholds | undefined;
  readonly memory?: MemoryOptions | undefined;
  /** Limits of attachments. */
  readonly attachments?: AttachmentLimits | undefined;
  /** Time zone of the user, as IANA names it. Default: that of the process. */
  readonly timeZone?: string | undefined;
  /** Default: the computer's clock. */
  readonly clock?: Clock | undefined;
}

/** Options of a conversation. */
export interface ConversationOptions {
  /** Which documents it may see. Default: as it is stored; all for a new one. */
  readonly scope?: AgentScope | undefined;
  /** Default: as it is stored; the beginning of the first question for a new one. */
  readonly title?: string | undefined;
  /** Whether there shall be a conversation of this id where there is none. Default true. */
  readonly create?: boolean | undefined;
}

/** Conversations about the documents of a library. */
export interface Agent extends AsyncDisposable {
  /**
   * The conversation of this id, or a new one, which is stored at once; without an id one that has a random one. What is given
   * and differs from what is stored is stored. With `create: false` an id that is not known is an error, and nothing is stored
   * for it.
   *
   * @throws CuboError `CUBO_CONVERSATION_NOT_FOUND`, `CUBO_CONVERSATION_BUSY` where scope or title would change under a turn,
   * `CUBO_BAD_ARGUMENT`, `CUBO_LIBRARY_CLOSED`
   */
  conversation(id?: string, options?: ConversationOptions): Promise<Conversation>;
  /** All conversations of the library: to list, search, delete and export. */
  conversations(): Conversations;
  /** Cancels all turns that are being answered, and waits for their ends. The library and its models stay open. */
  close(): Promise<void>;
}
