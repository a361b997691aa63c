import type { DocumentDescription, Metadata, Source } from '@cubo/contracts';
import { type DocumentRecord, isSameMetadata, type TitleOrigin } from '@cubo/library';

/** A title, and where it comes from. */
export interface DocumentTitle {
  readonly title?: string | undefined;
  readonly titleOrigin: TitleOrigin;
}

/** The title of a document: as the host gives it, else as its format states it, else its name without the extension. */
export function titleOf(source: Source, description: DocumentDescription): DocumentTitle {
  if (source.title !== undefined) return { title: source.title, titleOrigin: 'host' };
  if (description.title !== undefined) return { title: description.title, titleOrigin: 'format' };
  return { title: titleOfName(source), titleOrigin: 'name' };
}

function titleOfName({ uri, name }: Source): string | undefined {
  // A name that only repeats the URI says nothing.
  return name === uri ? undefined : name.replace(/\.[^.]+$/, '');
}

/** The labels that a document gives itself. */
export function ownMetadataOf({ author, metadata }: DocumentDescription): Metadata {
  return { ...metadata, ...(author && { author }) };
}

/**
 * Whether a document has the title that it would get now. One that the host does not name any more, or that the format
 * states, does not change while the bytes do not.
 */
export function hasTitleOf(source: Source, known: DocumentTitle): boolean {
  if (source.title !== undefined) return source.title === known.title;
  return known.titleOrigin !== 'name' || known.title === titleOfName(source);
}

/** A source with the labels that its document was given before, where none are given now, not even an empty object. */
export function withKeptLabels(source: Source, known: Pick<DocumentRecord, 'givenMetadata'> | undefined): Source {
  return source.metadata !== undefined || known === undefined ? source : { ...source, metadata: known.givenMetadata };
}

/**
 * Whether the host says the same of a source as it did of a document: only then can the one stand for the other. A
 * title that comes from format or file name does not count.
 */
export function isSaidAlike(source: Source, known: DocumentTitle & Pick<DocumentRecord, 'givenMetadata'>): boolean {
  const hostTitle = known.titleOrigin === 'host' ? known.title : undefined;
  return source.title === hostTitle && isSameMetadata(source.metadata ?? {}, known.givenMetadata);
}
