import { type AgentTool, defineTool } from './agent-tool.ts';
import { findDocument } from './find-document.ts';
import type { LibraryToolParts } from './library-tool-parts.ts';
import { mapDocument, reduceNotes } from './map-document.ts';
import { objectSchema } from './object-schema.ts';

/** A whole book is read in many requests. */
export const analysisMilliseconds = 600_000;

const input = objectSchema({
  document: { type: 'string', description: 'Name of the document.', isRequired: true, minimum: 1, maximum: 1000 },
  task: {
    type: 'string',
    description: 'What to find out from the whole of it. Default: its topics, names, facts, and a summary.',
    minimum: 1,
    maximum: 1000,
  },
});

const summary =
  'Summarize the document in a few sentences, and list its main topics, people, organisations, dates and facts.';

/** Reads a whole document, part by part, and brings together what it says to a task. */
export function analyzeDocumentTool(parts: LibraryToolParts): AgentTool {
  return defineTool({
    name: 'analyze_document',
    description:
      'Reads one whole document from beginning to end for a task, such as a summary. Slow for long documents.',
    input,
    inputSchema: input.inputSchema,
    timeoutMilliseconds: analysisMilliseconds,
    async execute({ document, task = summary }, { library, signal }) {
      const { uri, name } = findDocument(library.documents(), document);
      const options = { document: name, task, signal };
      return reduceNotes(await mapDocument(library.read(uri, { signal }), parts, options), parts, options);
    },
  });
}
