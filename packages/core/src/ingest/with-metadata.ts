import type { Metadata, Source } from '@cubo/contracts';

/** A source with more labels; its own win. The host's object is called as it is: it may be of a class. */
export function withMetadata(source: Source, metadata: Metadata): Source {
  const { uri, name, mediaType, size, modifiedAt, title } = source;
  return {
    uri,
    name,
    mediaType,
    size,
    modifiedAt,
    title,
    metadata: { ...metadata, ...source.metadata },
    open: (options) => source.open(options),
    ...(source.readRange && { readRange: source.readRange.bind(source) }),
  };
}
