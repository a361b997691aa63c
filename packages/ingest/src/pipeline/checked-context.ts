import { CuboError, describeThrown } from '@cubo/contracts';
import type { PipelineContext } from './extract-context.ts';

/** A context whose use is checked. */
export interface CheckedContext {
  readonly context: PipelineContext;
  /** Throws `CUBO_FORMAT_INVALID` if something was said in another form than the contract has. */
  assertKept(): void;
}

/**
 * The context as one extractor is given it. What it says of a document in another form than the contract has is not passed
 * on: it ends this document, before it ends the ingest where it is stored. Not where it is said, which may be a callback.
 */
export function checkedContext(extractor: string, uri: string, context: PipelineContext): CheckedContext {
  let fault: string | undefined;

  function isKept(what: string, found: string | undefined): boolean {
    if (found !== undefined) fault ??= `${what} of ${uri}, as the extractor ${extractor} gives it, ${found}.`;
    return found === undefined;
  }
  return {
    context: {
      ...context,
      describe(description) {
        if (isKept('The description', faultOf(description, faultOfDescription))) context.describe(description);
      },
      unread(place) {
        if (isKept('An unread place', faultOf(place, faultOfPlace))) context.unread(place);
      },
    },
    assertKept() {
      if (fault === undefined) return;
      throw new CuboError({
        code: 'CUBO_FORMAT_INVALID',
        message: fault,
        remedy: 'Mend the extractor: say only what the types of context.describe() and context.unread() allow.',
        path: uri,
      });
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

function faultOf(value: unknown, find: (fields: Fields) => string | undefined): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is no object';
  try {
    return find(value as Fields);
  } catch (error) {
    return `cannot be read (${describeThrown(error)})`;
  }
}

function faultOfDescription({ title, author, language, pages, metadata }: Fields): string | undefined {
  for (const [name, value] of Object.entries({ title, author, language })) {
    if (value !== undefined && typeof value !== 'string') return `has as ${name} what is no text`;
  }
  if (pages !== undefined && !(Number.isSafeInteger(pages) && (pages as number) >= 0)) return 'has no number as pages';
  if (metadata === undefined) return undefined;
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return 'has metadata of no labels';
  for (const [name, value] of Object.entries(metadata)) {
    if (!isLabel(value)) return `has as the label ${JSON.stringify(name)} what no label can be`;
  }
  return undefined;
}

function faultOfPlace({ place, reason, code }: Fields): string | undefined {
  if (typeof place !== 'string') return 'has no text as place';
  if (typeof reason !== 'string') return 'has no text as reason';
  return code === undefined || typeof code === 'string' ? undefined : 'has no text as code';
}

function isLabel(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'boolean' || Number.isFinite(value)) return true;
  return isText(value) || (Array.isArray(value) && value.every(isText));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
