import type { Source } from '@cubo/contracts';

/** What a source states of itself, without its bytes. */
export type SourceFacts = Omit<Source, 'open' | 'readRange'>;

/** The facts of a source, one by one: the host's object may be of a class, and its labels what cannot be cloned. */
export function factsOf(source: Source): SourceFacts {
  const { uri, name, mediaType, size, modifiedAt, title, metadata } = source;
  return { uri, name, mediaType, size, modifiedAt, title, metadata: metadata && { ...metadata } };
}
