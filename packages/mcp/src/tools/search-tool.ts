import type { SearchHit, SearchMode } from '@cubo/contracts';
import { citationLabel, placeLabel } from '@cubo/core';
import { objectSchema, type ParameterSchemas } from '../parameters/parameter-schema.ts';
import type { ScopedLibrary } from '../scope/scoped-library.ts';
import { listOf, outputs } from './output-schemas.ts';
import { askedScope, type ScopeArguments, scopeParameters } from './scope-parameters.ts';
import { type CuboTool, textIsData } from './tool.ts';

interface SearchArguments extends ScopeArguments {
  readonly query: string;
  readonly limit?: number;
  readonly mode?: SearchMode;
}

const parameters: ParameterSchemas<SearchArguments> = {
  query: {
    type: 'string',
    minLength: 1,
    description:
      'What to look for, in any words. +word must be there, -word must not, "two words" rank higher together.',
  },
  limit: { type: 'integer', minimum: 1, maximum: 50, default: 10, description: 'The most passages. Default 10.' },
  mode: {
    type: 'string',
    enum: ['hybrid', 'sparse', 'dense'],
    description: 'hybrid (default): words and meaning; sparse: words alone; dense: meaning alone.',
  },
  ...scopeParameters,
};

/** Finds passages. */
export function searchTool(library: ScopedLibrary): CuboTool {
  return {
    name: 'search',
    title: 'Search the documents',
    description: `Finds the passages of the user's documents that fit a query best, each with its document, place and character range. ${textIsData}`,
    parameters,
    required: ['query'],
    output: objectSchema(
      {
        hits: listOf(
          objectSchema(
            {
              id: outputs.count,
              source: outputs.source,
              title: outputs.text,
              place: outputs.place,
              locator: outputs.locator,
              score: outputs.number,
              heading: outputs.texts,
              text: outputs.text,
            },
            ['id', 'source', 'place', 'locator', 'score', 'text'],
          ),
        ),
        failures: {
          ...listOf(objectSchema({ part: outputs.text, code: outputs.text, message: outputs.text }, ['part', 'code'])),
          description: 'Parts of the search that could not be asked; the hits were found without them.',
        },
      },
      ['hits'],
    ),
    async run(given, { signal }) {
      const { query, limit, mode, ...scope } = given as unknown as SearchArguments;
      const hits = await library.cubo.search(query, { limit, mode, scope: library.within(askedScope(scope)), signal });
      const failures = hits[0]?.explain.failures;
      return {
        structured: { hits: hits.map(shownHit), ...(failures && { failures }) },
        blocks:
          hits.length === 0
            ? ['No passage was found.']
            : hits.map((hit, i) => `${i + 1}. ${headline(hit)}\n\n${hit.text}`),
      };
    },
  };
}

function shownHit({ id, source, title, locator, score, heading, text }: SearchHit) {
  return { id, source, title, place: placeLabel(locator), locator, score, heading, text };
}

function headline({ source, locator }: SearchHit): string {
  return `${citationLabel(source, locator)} (characters ${locator.start}–${locator.end} of ${source})`;
}
