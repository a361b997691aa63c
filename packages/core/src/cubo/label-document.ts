import type { Metadata } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import { assertMetadata } from '../ingest/assert-metadata.ts';
import { documentNotFound, findNamed } from './find-named.ts';

/** Options of `cubo.label`. */
export interface LabelOptions {
  /** Take away all labels that are not named. Default false: they stay. */
  readonly replace?: boolean | undefined;
}

/** Changes what a document is labelled with, and gives all of its labels. */
export function labelDocument(library: Library, source: string, metadata: Metadata, options: LabelOptions): Metadata {
  assertMetadata(metadata);
  const found = findNamed(library, source, 'label');
  const labelled = found && library.label(found.name, { metadata, replace: options.replace });
  if (labelled === undefined) throw documentNotFound(source);
  return labelled.metadata;
}
