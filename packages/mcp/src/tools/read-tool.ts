import { CuboError, type Locator } from '@cubo/contracts';
import { placeLabel, type StoredPassage } from '@cubo/core';
import { objectSchema, type ParameterSchemas } from '../parameters/parameter-schema.ts';
import type { ScopedLibrary } from '../scope/scoped-library.ts';
import { collectParts, type DocumentExcerpt, type DocumentPart } from './document-parts.ts';
import { listOf, outputs } from './output-schemas.ts';
import { type CuboTool, textIsData } from './tool.ts';

interface ReadArguments {
  readonly source: string;
  readonly firstPage?: number;
  readonly lastPage?: number;
  readonly section?: string;
  readonly start?: number;
  readonly maximumCharacters?: number;
}

const parameters: ParameterSchemas<ReadArguments> = {
  source: { type: 'string', minLength: 1, description: 'The document, as list and search name it.' },
  firstPage: { type: 'integer', minimum: 1, description: 'The first page or slide to read. Default: the first.' },
  lastPage: { type: 'integer', minimum: 1, description: 'The last page or slide to read. Default: the last.' },
  section: {
    type: 'string',
    minLength: 1,
    description: 'Only what stands under this heading, on this sheet, or in this attachment. Default: all.',
  },
  start: {
    type: 'integer',
    minimum: 0,
    default: 0,
    description: 'The character to begin at: what the last call gave as next, or a locator has as start. Default 0.',
  },
  maximumCharacters: {
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
    default: 20_000,
    description: 'The most characters to give. Default 20000.',
  },
};

/** Reads a document, or a part of it. */
export function readTool(library: ScopedLibrary): CuboTool {
  return {
    name: 'read',
    title: 'Read a document',
    description: `Gives the text of a document, or of some of its pages or sections, in order and with places. ${textIsData}`,
    parameters,
    required: ['source'],
    output: objectSchema(
      {
        source: outputs.source,
        title: outputs.text,
        pages: outputs.count,
        parts: listOf(
          objectSchema(
            {
              place: outputs.place,
              locator: outputs.locator,
              kind: { enum: ['prose', 'table', 'slide', 'code'] },
              context: { ...outputs.text, description: "What the text needs to be understood: a table's header." },
              text: outputs.text,
            },
            ['place', 'locator', 'kind', 'text'],
          ),
        ),
        next: { ...outputs.count, description: 'Pass it as start to read on; absent at the end.' },
      },
      ['source', 'parts'],
    ),
    async run(given, { signal }) {
      const wanted = given as unknown as ReadArguments;
      const { start = 0, maximumCharacters = 20_000 } = wanted;
      const { source, document } = library.find(wanted.source);
      const passages = library.cubo.read(source, { signal });
      const admits = (passage: StoredPassage) => isWanted(passage, wanted);
      const excerpt = await collectParts(passages, { start, maximumCharacters, admits });
      if (excerpt.parts.length === 0) throw nothingThere(document.pages);
      const { title, pages } = document;
      return {
        structured: { source, title, pages, parts: excerpt.parts.map(shownPart), next: excerpt.next },
        blocks: textOf(source, excerpt),
      };
    },
  };
}

function isWanted({ locator, heading }: StoredPassage, { firstPage, lastPage, section }: ReadArguments): boolean {
  if (section !== undefined && !isIn(section, locator, heading)) return false;
  if (firstPage === undefined && lastPage === undefined) return true;
  const page = pageOf(locator);
  return page !== undefined && page >= (firstPage ?? 1) && page <= (lastPage ?? Number.POSITIVE_INFINITY);
}

function pageOf(locator: Locator): number | undefined {
  if (locator.kind === 'page') return locator.page;
  return locator.kind === 'slide' ? locator.slide : undefined;
}

function isIn(section: string, locator: Locator, heading: readonly string[] = []): boolean {
  const path = locator.kind === 'heading' ? locator.path : heading;
  const sheet = locator.kind === 'sheet' ? [locator.sheet] : [];
  const names = [...path, path.join(' › '), ...sheet, ...(locator.member ?? [])];
  return names.some((name) => plain(name) === plain(section));
}

function plain(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase();
}

function nothingThere(pages: number | undefined): CuboError {
  return new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: 'The document has no text there.',
    remedy: `Pass other pages, another section or a smaller start${pages === undefined ? '' : `; it has ${pages} pages`}.`,
  });
}

function shownPart({ locator, kind, context, text }: DocumentPart) {
  return { place: placeLabel(locator), locator, kind, context, text };
}

function textOf(source: string, { parts, next }: DocumentExcerpt): string[] {
  const blocks = parts.map(({ locator, context, text }) => {
    const range = `characters ${locator.start}–${locator.end}`;
    const label = [placeLabel(locator), range].filter((part) => part !== '').join(', ');
    return `${label}\n\n${context === undefined || text.startsWith(context) ? '' : `${context}\n`}${text}`;
  });
  const end =
    next === undefined ? `This is the end of what was asked for of ${source}.` : `There is more: pass start: ${next}`;
  return [...blocks, end];
}
