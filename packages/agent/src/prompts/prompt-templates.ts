/** Name of a template: that of its file without `.md`. */
export type PromptName =
  | 'system'
  | 'system-without-tools'
  | 'nothing'
  | 'question'
  | 'attachments'
  | 'round-limit'
  | 'analyze-part'
  | 'analyze-whole'
  | 'earlier'
  | 'summarize';

/** The variables of each template: all of them must stand in it, and no others. */
export const templates: Readonly<Record<PromptName, readonly string[]>> = {
  /** Instructions for a model that can call tools. */
  system: ['nothing', 'scope'],
  /** The same for one that cannot. */
  'system-without-tools': ['nothing', 'scope'],
  /** The sentence for what the documents do not answer. */
  nothing: [],
  /** A question with the passages that were found for it. */
  question: ['passages', 'question'],
  /** A message with documents that came with it. */
  attachments: ['passages', 'question'],
  /** Said when tools were called as often as they may. */
  'round-limit': [],
  /** Notes on a part of a document. */
  'analyze-part': ['part', 'parts', 'document', 'passages', 'task'],
  /** What the notes come to. */
  'analyze-whole': ['document', 'notes', 'task'],
  /** What stands for earlier turns that have no room any more. */
  earlier: ['summary'],
  /** Asks for it. */
  summarize: ['conversation'],
};
