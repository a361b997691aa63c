import { basename } from 'node:path';
import { type DocumentRecord, promptAttribute, textTokens } from '@cubo/core';
import { type AgentTool, defineTool } from './agent-tool.ts';
import type { LibraryToolParts } from './library-tool-parts.ts';
import { objectSchema } from './object-schema.ts';

const input = objectSchema({
  contains: { type: 'string', description: 'Only documents with this in their name or title.', maximum: 200 },
  offset: { type: 'integer', description: 'How many to pass over. Default 0.', minimum: 0 },
});

/** Lists the documents of the scope. */
export function listDocumentsTool({ book }: Pick<LibraryToolParts, 'book'>): AgentTool {
  return defineTool({
    name: 'list_documents',
    description: 'Lists the documents: name, title, pages, labels.',
    input,
    inputSchema: input.inputSchema,
    parallel: true,
    execute({ contains = '', offset = 0 }, { library, roomTokens }) {
      const wanted = contains.toLowerCase();
      const found = library
        .documents()
        .filter(({ uri, title = '' }) => `${uri}\n${title}`.toLowerCase().includes(wanted));
      const lines: string[] = [];
      let tokens = 50;
      for (const document of found.slice(offset)) {
        const line = lineOf(document);
        tokens += textTokens(line);
        if (tokens > roomTokens) break;
        lines.push(line);
        book.quote(document.uri);
      }
      const behind = offset + lines.length;
      const more = behind < found.length ? `There are ${found.length}; go on with offset ${behind}.` : undefined;
      return [`${found.length} documents`, ...lines, ...(more === undefined ? [] : [more])].join('\n');
    },
  });
}

function lineOf({ uri, title, pages, metadata }: DocumentRecord): string {
  const labels = Object.entries(metadata).map(([name, value]) => `${name}: ${String(value)}`);
  const facts = [title === undefined ? '' : `"${title}"`, pages === undefined ? '' : `${pages} pages`, ...labels];
  return promptAttribute(`- ${[basename(uri), ...facts.filter((fact) => fact !== ''), uri].join('; ')}`);
}
