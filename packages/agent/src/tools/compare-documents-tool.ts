import { promptAttribute } from '@cubo/core';
import { type AgentTool, defineTool } from './agent-tool.ts';
import { analysisMilliseconds } from './analyze-document-tool.ts';
import { findDocument } from './find-document.ts';
import type { LibraryToolParts } from './library-tool-parts.ts';
import { mapDocument, reduceNotes } from './map-document.ts';
import { objectSchema } from './object-schema.ts';

const input = objectSchema({
  documents: { type: 'strings', description: 'Names of the documents.', isRequired: true, minimum: 2, maximum: 5 },
  question: {
    type: 'string',
    description: 'In what to compare them. Default: what they have in common, and in what they differ.',
    minimum: 1,
    maximum: 1000,
  },
});

const differences = 'What do the documents have in common, and in what do they differ?';

/** Reads whole documents, each part by part, and compares what they say. */
export function compareDocumentsTool(parts: LibraryToolParts): AgentTool {
  return defineTool({
    name: 'compare_documents',
    description: 'Reads two to five whole documents and compares them. Slow for long documents.',
    input,
    inputSchema: input.inputSchema,
    timeoutMilliseconds: analysisMilliseconds,
    async execute({ documents, question = differences }, { library, signal }) {
      const found = documents.map((name) => findDocument(library.documents(), name));
      const notes: string[] = [];
      for (const { uri, name } of found) {
        const options = { document: name, task: question, signal };
        const own = await mapDocument(library.read(uri, { signal }), parts, options);
        notes.push(`Notes on ${promptAttribute(name)}:\n${await reduceNotes(own, parts, options)}`);
      }
      const names = found.map(({ name }) => name).join(' and ');
      return reduceNotes(notes, parts, { document: names, task: question, signal });
    },
  });
}
