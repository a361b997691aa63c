import type { Clock, Generator } from '@cubo/contracts';
import type { Cubo } from '@cubo/core';
import type { AttachmentLimits } from '../attachments/attachment.ts';
import type { SimilarityThresholds } from '../citations/raise-support.ts';
import type { Prompts } from '../prompts/load-prompts.ts';
import type { AgentTool } from '../tools/agent-tool.ts';

/** What of a knowledge base an agent uses. */
export type AgentLibrary = Pick<
  Cubo,
  'search' | 'documents' | 'read' | 'extract' | 'ingest' | 'embed' | 'holdGenerator' | 'analyzer' | 'conversations'
>;

/** What all turns of an agent are made with. */
export interface AgentParts {
  readonly cubo: AgentLibrary;
  /** As its model is held. */
  readonly generator: Generator;
  /** Those of the host, and those of the agent that need no library. */
  readonly tools: readonly AgentTool[];
  readonly prompts: Prompts;
  readonly clock: Clock;
  readonly limits: { readonly [Name in keyof AttachmentLimits]-?: number };
  /** Rounds of tool calls in a turn. */
  readonly maximumRounds: number;
  readonly leastCoverage: number;
  /** `undefined`: citations are checked by words. */
  readonly leastSimilarity: SimilarityThresholds | undefined;
  readonly thinking: boolean | undefined;
  readonly budgetTokens: number | undefined;
  readonly summarizes: boolean;
}
