import { assertKnownOptions, badArgument, type KnownOptions, type Metadata, type Source } from '@cubo/contracts';

/** What a {@link textSource} is made from. */
export interface TextSourceOptions {
  /** Identifies the document; give it a scheme of its own: `note:2024-05-03`. */
  readonly uri: string;
  readonly text: string;
  /** File name, whose extension selects the extractor. Default: plain text. */
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  /** Labels to store with the document. Default: those that it was given before; `{}` takes them away. */
  readonly metadata?: Metadata | undefined;
}

const known: KnownOptions<TextSourceOptions> = { uri: true, text: true, name: true, title: true, metadata: true };

/**
 * A text in memory as a source.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` when `uri` is missing or empty, `text` is no string, or an option is unknown
 */
export function textSource(options: TextSourceOptions): Source {
  assertKnownOptions('textSource()', options, known);
  const { uri, text } = (options ?? {}) as Partial<Record<keyof TextSourceOptions, unknown>>;
  if (typeof uri !== 'string' || uri.trim() === '') {
    throw badArgument(
      'The uri of a text source is missing or empty.',
      'Name the document with a URI that stays the same, such as note:2024-05-03.',
    );
  }
  if (typeof text !== 'string') {
    throw badArgument(`The text of the source ${uri} is not a string.`, 'Pass the text of the document.');
  }
  const bytes = new TextEncoder().encode(options.text);
  return {
    uri: options.uri,
    name: options.name ?? options.uri,
    // Without a file name nothing but this says what the bytes are.
    mediaType: options.name === undefined ? 'text/plain' : undefined,
    size: bytes.byteLength,
    title: options.title,
    metadata: options.metadata,
    async *open(openOptions) {
      openOptions?.signal?.throwIfAborted();
      yield bytes;
    },
  };
}
