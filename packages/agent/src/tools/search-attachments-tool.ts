import type { Analyzer } from '@cubo/contracts';
import { rankPassages } from '../attachments/rank-passages.ts';
import type { PassageBook } from '../citations/passage-book.ts';
import { type AgentTool, defineTool, type ShownPassage } from './agent-tool.ts';
import { objectSchema } from './object-schema.ts';
import { defaultLimit } from './search-tool.ts';
import { showWithin } from './show-within.ts';

const input = objectSchema({
  query: { type: 'string', description: 'What is looked for.', isRequired: true, minimum: 1, maximum: 1000 },
});

/** Finds passages of documents that came with the message and are too long to be shown as a whole. */
export function searchAttachmentsTool(options: {
  readonly passages: readonly ShownPassage[];
  readonly book: PassageBook;
  readonly analyzer: Analyzer;
}): AgentTool {
  const { passages, book, analyzer } = options;
  return defineTool({
    name: 'search_attachments',
    description:
      'Finds passages in the documents that the user attached to this message, of which only a part was shown.',
    input,
    inputSchema: input.inputSchema,
    parallel: true,
    execute({ query }, { roomTokens }) {
      const found = rankPassages(query, passages, analyzer).slice(0, defaultLimit);
      return found.length === 0 ? 'Nothing was found. Try other words.' : showWithin(found, book, roomTokens).text;
    },
  });
}
