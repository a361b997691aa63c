import type { Locator } from '@cubo/contracts';
import type { JsonSchema } from '../parameters/parameter-schema.ts';

const text: JsonSchema = { type: 'string' };
/** All kinds there are: a client refuses a result of any other. */
const kinds: Readonly<Record<Locator['kind'], true>> = {
  page: true,
  slide: true,
  sheet: true,
  rows: true,
  heading: true,
  lines: true,
  time: true,
  characters: true,
};
const count: JsonSchema = { type: 'integer', minimum: 0 };

/** Schemas of values that several tools give. */
export const outputs = {
  text,
  count,
  number: { type: 'number' } as JsonSchema,
  flag: { type: 'boolean' } as JsonSchema,
  texts: { type: 'array', items: text } as JsonSchema,
  source: {
    type: 'string',
    description: 'The document: for a file its absolute path. Pass it to read, or in sources.',
  } as JsonSchema,
  place: { type: 'string', description: 'The place in words, such as "page 3"; may be empty.' } as JsonSchema,
  locator: {
    type: 'object',
    description:
      'The exact place: page, slide, sheet, rows, lines, heading or seconds of a recording, and the range [start, end) in UTF-16 code units of the document text.',
    properties: {
      kind: { enum: Object.keys(kinds) },
      start: count,
      end: count,
      member: { type: 'array', items: text },
    },
    required: ['kind', 'start', 'end'],
  } as JsonSchema,
};

/** The schema of a list. */
export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}
