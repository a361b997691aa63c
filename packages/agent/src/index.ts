export type { Agent, AgentOptions, ConversationOptions, MemoryOptions } from './agent.ts';
export type { Attachment, AttachmentLimits } from './attachments/attachment.ts';
export type { SimilarityThresholds } from './citations/raise-support.ts';
export type {
  BranchOptions,
  Conversation,
  EventPosition,
  KeepOptions,
  RepeatOptions,
  SendOptions,
  TurnStream,
} from './conversation/conversation.ts';
export type { ConversationSummaryLine, Conversations, ExportedConversation } from './conversation/conversations.ts';
export type { Turn, TurnCall } from './conversation/turn.ts';
export { createAgent } from './create-agent.ts';
export type {
  AgentEvent,
  CheckedSentence,
  FinishReason,
  MemoryUse,
  Notice,
  NumberedSource,
  Support,
  ToolOutcome,
  TurnError,
  TurnEvent,
  TurnUsage,
} from './events/agent-event.ts';
export { toNdjson } from './events/to-ndjson.ts';
export type { AgentScope } from './scope/agent-scope.ts';
export { type BoundLibrary, type ScopedLibrary, scopedLibrary } from './scope/scoped-library.ts';
export { turnScope } from './scope/turn-scope.ts';
export { type AgentTool, defineTool, type ShownPassage, type ToolContext } from './tools/agent-tool.ts';
export type { SchemaIssue, SchemaResult, StandardSchema } from './tools/standard-schema.ts';
export type { AgentLibrary } from './turn/agent-parts.ts';
