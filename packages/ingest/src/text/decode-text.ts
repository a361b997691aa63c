import { CuboError, type Source, type UnreadPlace } from '@cubo/contracts';
import { sourceBytes } from '../sources/read-source.ts';
import type { ReadSourceOptions } from '../sources/read-source-options.ts';
import { smallPieces } from '../sources/small-pieces.ts';
import { createEncodingDetector } from './encoding-detector.ts';
import { createPieceDecoder } from './text-encoding.ts';

/** A text and the encoding it was in. */
export interface DecodedText {
  readonly text: string;
  /** Label of the Encoding Standard, or `utf-32le`, `utf-32be`. */
  readonly encoding: string;
}

/**
 * Decodes a text in whatever encoding it is; see `createEncodingDetector` for the order of the guesses.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` when the bytes are no text
 */
export function decodeText(bytes: Uint8Array, name = 'The content'): DecodedText {
  const detector = createEncodingDetector();
  detector.push(bytes);
  const detected = detector.finish();
  if (detected === undefined) throw notText(name);
  const decoder = createPieceDecoder(detected.label);
  return { text: decoder.decode(bytes) + decoder.finish(), encoding: detected.label };
}

/** How {@link openText} reads. */
export interface OpenTextOptions extends ReadSourceOptions {
  /** Hears of bytes that are no UTF-8 in a text that otherwise is; they read as U+FFFD. */
  readonly unread?: ((place: UnreadPlace) => void) | undefined;
  /** Finds the encoding that a text names itself, in its first 64 KB read byte by byte as ISO-8859-1. */
  readonly declaredEncoding?: ((head: string) => string | undefined) | undefined;
}

/** A text that is decoded while it is read. */
export interface OpenedText {
  readonly encoding: string;
  /** The characters from the beginning, in pieces that never divide a surrogate pair. */
  pieces(): AsyncGenerator<string>;
}

/**
 * Finds out the encoding of a source by reading it once, and then decodes it while it is read a second time, so that a
 * text of any size never sits in memory.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` when the bytes are no text, `CUBO_SOURCE_UNREADABLE` when they cannot be read
 */
export async function openText(source: Source, options: OpenTextOptions = {}): Promise<OpenedText> {
  const detector = createEncodingDetector();
  let head = '';
  for await (const bytes of smallPieces(sourceBytes(source, options), options.signal)) {
    detector.push(bytes);
    if (options.declaredEncoding && head.length < 65_536)
      head += Buffer.from(bytes.subarray(0, 65_536)).toString('latin1');
  }
  const detected = detector.finish(charsetOf(source) ?? options.declaredEncoding?.(head));
  if (detected === undefined) throw notText(source.uri);
  const { label: encoding, invalidBytes, firstInvalid } = detected;
  if (invalidBytes > 0) options.unread?.(invalidPlace(invalidBytes, firstInvalid));
  return {
    encoding,
    async *pieces() {
      const decoder = createPieceDecoder(encoding);
      for await (const bytes of smallPieces(sourceBytes(source, options), options.signal)) {
        const piece = decoder.decode(bytes);
        if (piece !== '') yield piece;
      }
      const last = decoder.finish();
      if (last !== '') yield last;
    },
  };
}

/** The encoding that a source's media type names: what a server says of a page counts before what the page says. */
function charsetOf({ mediaType }: Source): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(mediaType ?? '')?.[1];
}

function invalidPlace(bytes: number, first: number): UnreadPlace {
  return {
    place: bytes === 1 ? `byte ${first + 1}` : `${bytes} bytes, from byte ${first + 1} on`,
    reason: `${bytes === 1 ? '1 byte that is' : `${bytes} bytes that are`} no UTF-8, which the rest is; save the file again in one encoding.`,
    code: 'CUBO_FORMAT_INVALID',
  };
}

function notText(name: string): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${name} holds binary data where text was expected.`,
    remedy: 'Save it as text in UTF-8, or give it the extension of its real format.',
    path: name === 'The content' ? undefined : name,
  });
}
