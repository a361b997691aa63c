import { CuboError } from '@cubo/contracts';
import { createLoopTurns } from '../sources/loop-turns.ts';
import { createPieceDecoder, type TextPieceDecoder } from '../text/text-encoding.ts';
import { xmlEncoding, xmlHeadSize } from './xml-encoding.ts';
import type { XmlHandler } from './xml-handler.ts';
import { createXmlScanner } from './xml-scanner.ts';

/** Bytes read between two looks at the clock: a few hundred may stand for a row of a sheet with hundreds of thousands. */
const pieceSize = 8 * 1024;

/** How {@link readXml} reads. */
export interface ReadXmlOptions {
  /** The document's URI, for errors. */
  readonly uri: string;
  /** The part of the document that is read, for errors: `word/document.xml`. Default the document itself. */
  readonly part?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Elements may lie this deep in one another. Default 1000. */
  readonly maximumDepth?: number | undefined;
  /**
   * What becomes of a document type declaration: `refuse` ends with an error (office formats have none), `skip` passes
   * over it. Entities that it declares are never expanded and external ones never fetched. Default `refuse`.
   */
  readonly doctype?: 'refuse' | 'skip' | undefined;
}

/**
 * Reads an XML document in UTF-8, UTF-16 or whatever encoding it declares, and tells the handler what it finds. It yields
 * after each piece, at least every 8 KB, so that its consumer can hand on what the handler has gathered; nothing is held
 * but the piece. Other work has its turn every few milliseconds.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` when it is not well-formed, cut off, or has a document type that is refused
 */
export async function* readXml(
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  options: ReadXmlOptions,
): AsyncGenerator<void> {
  const { signal } = options;
  const scanner = createXmlScanner(handler, {
    maximumDepth: options.maximumDepth ?? 1000,
    skipDoctype: options.doctype === 'skip',
    error: (what) => xmlError(options, what),
  });
  let decoder: TextPieceDecoder | undefined;
  let head: Uint8Array = new Uint8Array(0);
  const decoderFor = (): TextPieceDecoder => {
    const encoding = xmlEncoding(head);
    if (encoding === undefined) throw xmlError(options, 'it declares an encoding that is not known');
    return createPieceDecoder(encoding);
  };
  const turns = createLoopTurns();
  for await (const all of bytes) {
    for (let at = 0; at < all.byteLength; at += pieceSize) {
      signal?.throwIfAborted();
      let piece = all.subarray(at, at + pieceSize);
      if (decoder === undefined) {
        head = head.byteLength === 0 ? piece : Buffer.concat([head, piece]);
        if (head.byteLength < xmlHeadSize) continue;
        decoder = decoderFor();
        piece = head;
      }
      scanner.push(decoder.decode(piece));
      yield;
      if (turns.isDue()) await turns.take();
    }
  }
  if (decoder === undefined) {
    decoder = decoderFor();
    scanner.push(decoder.decode(head));
  }
  scanner.push(decoder.finish());
  scanner.finish();
  yield;
}

/** Reads a whole XML document, see {@link readXml}; for parts of which nothing is handed on before the end. */
export async function parseXml(
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  options: ReadXmlOptions,
): Promise<void> {
  for await (const _ of readXml(bytes, handler, options));
}

function xmlError({ uri, part }: ReadXmlOptions, what: string): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} cannot be read${part === undefined ? '' : `: its part ${part} is no well-formed XML`}: ${what}.`,
    remedy: 'Get an undamaged copy of the file, or save it again with the program it comes from.',
    path: uri,
  });
}
