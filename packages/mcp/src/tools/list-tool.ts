import { objectSchema, type ParameterSchemas } from '../parameters/parameter-schema.ts';
import type { ListedDocument, ScopedLibrary } from '../scope/scoped-library.ts';
import { listOf, outputs } from './output-schemas.ts';
import { askedScope, type ScopeArguments, scopeParameters } from './scope-parameters.ts';
import { type CuboTool, textIsData } from './tool.ts';
import { withTurns } from './with-turns.ts';

interface ListArguments extends ScopeArguments {
  readonly after?: string;
  readonly limit?: number;
}

const parameters: ParameterSchemas<ListArguments> = {
  after: {
    type: 'string',
    minLength: 1,
    description: 'Goes on behind this one: what the last call gave as next. Default: from the beginning.',
  },
  limit: { type: 'integer', minimum: 1, maximum: 500, default: 50, description: 'The most documents. Default 50.' },
  ...scopeParameters,
};

/** Lists documents, page by page. */
export function listTool(library: ScopedLibrary): CuboTool {
  return {
    name: 'list',
    title: 'List the documents',
    description: `Lists the user's documents by name, with titles, labels and sizes, page by page. ${textIsData}`,
    parameters,
    required: [],
    output: objectSchema(
      {
        documents: listOf(
          objectSchema(
            {
              source: outputs.source,
              title: outputs.text,
              pages: outputs.count,
              passages: outputs.count,
              bytes: outputs.count,
              language: outputs.text,
              metadata: { type: 'object' },
              ingestedAt: { type: 'string', description: 'ISO 8601.' },
              unread: { ...outputs.count, description: 'Places that could not be read, such as scans without OCR.' },
            },
            ['source', 'passages', 'bytes', 'metadata', 'ingestedAt', 'unread'],
          ),
        ),
        next: { type: 'string', description: 'Pass it as after to have the documents behind these.' },
      },
      ['documents'],
    ),
    async run(given, { signal }) {
      const { after, limit = 50, ...scope } = given as ListArguments;
      const documents: ListedDocument[] = [];
      let next: string | undefined;
      for await (const listed of withTurns(library.documents(askedScope(scope)), signal)) {
        if (after !== undefined && !comesBehind(listed.document.uri, after)) continue;
        if (documents.length === limit) {
          next = documents.at(-1)?.document.uri;
          break;
        }
        documents.push(listed);
      }
      return { structured: { documents: documents.map(shownDocument), next }, blocks: [textOf(documents, next)] };
    },
  };
}

/** As the catalog orders names: by their bytes. */
function comesBehind(uri: string, other: string): boolean {
  return Buffer.compare(Buffer.from(uri), Buffer.from(other)) > 0;
}

function shownDocument({ source, document }: ListedDocument) {
  const { title, pages, chunks, bytes, language, metadata, ingestedAt, unread } = document;
  return {
    source,
    title,
    pages,
    passages: chunks,
    bytes,
    language,
    metadata,
    ingestedAt: new Date(ingestedAt).toISOString(),
    unread: unread.length,
  };
}

function textOf(documents: readonly ListedDocument[], next: string | undefined): string {
  const lines = documents.map(({ source, document: { title, pages } }) =>
    [source, title && ` — ${title}`, pages && ` (${pages} ${pages === 1 ? 'page' : 'pages'})`].filter(Boolean).join(''),
  );
  if (lines.length === 0) return 'There are no documents.';
  return next === undefined ? lines.join('\n') : `${lines.join('\n')}\n\nThere are more: pass after: ${next}`;
}
