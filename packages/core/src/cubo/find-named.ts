import { resolve } from 'node:path';
import { badArgument, CuboError } from '@cubo/contracts';
import type { DocumentRecord, Library } from '@cubo/library';
import { describeValue } from '../arguments/describe-value.ts';

/** A document, and by which of its names it was found. */
export interface NamedDocument {
  readonly document: DocumentRecord;
  readonly name: string;
}

/**
 * Finds the document of a URI or path, by any of its names.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for what is no name
 */
export function findNamed(library: Library, source: unknown, what: string): NamedDocument | undefined {
  if (typeof source !== 'string' || source === '') {
    throw badArgument(
      `The document to ${what} is ${describeValue(source)}, not the name of one.`,
      'Pass its URI, as in documents(); for a file its path.',
    );
  }
  for (const name of [source, resolve(source)]) {
    const document = library.findDocument(name);
    if (document !== undefined) return { document, name };
  }
  return undefined;
}

/** The error for a name that no document has. */
export function documentNotFound(source: string): CuboError {
  return new CuboError({
    code: 'CUBO_DOCUMENT_NOT_FOUND',
    message: `There is no document "${source}" in this library.`,
    remedy: 'Look at documents(), or cubo list, for the names that the library knows.',
    path: source,
  });
}
