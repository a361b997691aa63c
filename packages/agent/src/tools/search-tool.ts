import { narrowScope } from '../scope/narrow-scope.ts';
import { type AgentTool, defineTool, type ToolContext } from './agent-tool.ts';
import { findDocument } from './find-document.ts';
import type { LibraryToolParts } from './library-tool-parts.ts';
import { objectSchema } from './object-schema.ts';
import { showWithin } from './show-within.ts';

/** Passages that a search gives where the model does not say. */
export const defaultLimit = 7;

const input = objectSchema({
  query: {
    type: 'string',
    description: 'What is looked for, in words that would stand in the documents.',
    isRequired: true,
    minimum: 1,
    maximum: 1000,
  },
  limit: { type: 'integer', description: `Most passages to give. Default ${defaultLimit}.`, minimum: 1, maximum: 20 },
  documents: {
    type: 'strings',
    description: 'Search these documents only, by name. Default: all that the user has opened for this conversation.',
    minimum: 1,
    maximum: 20,
  },
  categories: { type: 'strings', description: 'Search these categories only.', minimum: 1, maximum: 20 },
});

/** Finds passages of the library. */
export function searchTool({ book, retrieve }: LibraryToolParts): AgentTool {
  return defineTool({
    name: 'search_knowledge_base',
    description: 'Finds numbered passages of the documents that fit a query.',
    input,
    inputSchema: input.inputSchema,
    parallel: true,
    async execute({ query, limit = defaultLimit, documents, categories }, context) {
      const scope = narrowScope(context.scope, {
        ...(documents && { sources: documents.map((name) => sourceOf(name, context)) }),
        ...(categories && { metadata: { category: [...categories] } }),
      });
      const hits = await retrieve(query, { limit, scope });
      if (hits.length === 0) return 'Nothing was found. Try other words.';
      const { text, leftOut } = showWithin(hits, book, context.roomTokens);
      return leftOut > 0 ? `${text}\n\nThere was no room for ${leftOut} more.` : text;
    },
  });
}

/** What the scope does not admit is refused by its name, and not as one that is unknown. */
function sourceOf(name: string, { library }: ToolContext): string {
  return /^[/\\]|^[a-z][\w+.-]*:/i.test(name) ? name : findDocument(library.documents(), name).uri;
}
