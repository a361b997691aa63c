import type { AgentTool } from './agent-tool.ts';
import { analyzeDocumentTool } from './analyze-document-tool.ts';
import { compareDocumentsTool } from './compare-documents-tool.ts';
import type { LibraryToolParts } from './library-tool-parts.ts';
import { listDocumentsTool } from './list-documents-tool.ts';
import { readDocumentTool } from './read-document-tool.ts';
import { searchTool } from './search-tool.ts';

/** The tools that read the library, for one turn. */
export function libraryTools(parts: LibraryToolParts): AgentTool[] {
  return [
    searchTool(parts),
    listDocumentsTool(parts),
    readDocumentTool(parts),
    analyzeDocumentTool(parts),
    compareDocumentsTool(parts),
  ];
}
