import type { StoredPassage } from '@cubo/core';
import { type AgentTool, defineTool } from './agent-tool.ts';
import { findDocument } from './find-document.ts';
import type { LibraryToolParts } from './library-tool-parts.ts';
import { objectSchema } from './object-schema.ts';
import { showWithin } from './show-within.ts';

const input = objectSchema({
  document: { type: 'string', description: 'Name of the document.', isRequired: true, minimum: 1, maximum: 1000 },
  pages: { type: 'string', description: 'Pages or slides, such as 3 or 2-5. Default: all.', maximum: 20 },
  section: { type: 'string', description: 'Only what stands under a heading with these words.', maximum: 200 },
  from: { type: 'integer', description: 'Passage to go on from, as an earlier call has told. Default 0.', minimum: 0 },
});

/** Gives the text of a document, or of some pages or a section, passage by passage. */
export function readDocumentTool({ book }: LibraryToolParts): AgentTool {
  return defineTool({
    name: 'read_document',
    description: 'Reads a document, some of its pages or a section, as numbered passages in order.',
    input,
    inputSchema: input.inputSchema,
    parallel: true,
    async execute({ document, pages, section, from = 0 }, { library, roomTokens, signal }) {
      const { uri } = findDocument(library.documents(), document);
      const isWanted = filterOf(pages, section);
      const passages: StoredPassage[] = [];
      let seen = 0;
      for await (const passage of library.read(uri, { signal })) {
        seen++;
        if (passage.ordinal >= from && isWanted(passage)) passages.push(passage);
      }
      if (passages.length === 0) {
        throw new Error(
          `Nothing of the document fits that: it has ${seen} passages. Leave pages and section out to see them.`,
        );
      }
      const { text, passages: shown } = showWithin(passages, book, roomTokens - 50, { inOrder: true });
      const next = passages[shown.length];
      if (next === undefined) return text;
      if (shown.length === 0) throw new Error('There is no room for more text: answer from what there is.');
      return `${text}\n\nThe document goes on: read it with from ${next.ordinal}.`;
    },
  });
}

function filterOf(pages: string | undefined, section: string | undefined): (passage: StoredPassage) => boolean {
  const range = pages === undefined ? undefined : rangeOf(pages);
  const wanted = section?.toLowerCase();
  return ({ locator, heading = [] }) => {
    if (wanted !== undefined && !heading.some((one) => one.toLowerCase().includes(wanted))) return false;
    if (range === undefined) return true;
    const page = locator.kind === 'page' ? locator.page : locator.kind === 'slide' && locator.slide;
    return page !== false && page >= range[0] && page <= range[1];
  };
}

function rangeOf(pages: string): [first: number, last: number] {
  const found = /^\s*(\d{1,6})\s*(?:[-–]\s*(\d{1,6}))?\s*$/.exec(pages);
  if (found === null) throw new Error('pages must be a number, or two with a hyphen between them: 3 or 2-5.');
  const [, first, last = first] = found;
  return [Number(first), Number(last)];
}
