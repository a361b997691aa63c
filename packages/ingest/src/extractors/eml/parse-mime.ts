import type { Email } from 'postal-mime';
import { createLoopTurns } from '../../sources/loop-turns.ts';
import { decodeCharsets } from './decode-charsets.ts';

/** Pieces of a body that may wait before they are joined. */
const mostPieces = 64;

/** Lines and their ends in turn; of a body with a transfer encoding, blocks of decoded bytes. */
type Pieces = (Uint8Array | ArrayBuffer | string)[];

/** A part of a message, as the library's parser keeps it. */
export interface MimeNode {
  readonly headers: readonly { readonly key: string; value: string }[];
  readonly contentType: MimeHeader & { readonly multipart: string | false };
  readonly contentDisposition: MimeHeader;
  readonly contentId?: string | undefined;
  /** Its bytes without their transfer encoding; of several parts there are none. */
  content: ArrayBuffer | null;
  readonly childNodes: readonly MimeNode[];
}

interface MimeHeader {
  /** Value in lower case, names of parameters too. */
  readonly parsed: { readonly value: string; readonly params: Record<string, string> };
}

/** What of the library's parser is used beyond its types. */
interface MimeParser {
  parse(raw: ArrayBuffer | Uint8Array): Promise<Email>;
  processLine?(line: Uint8Array, isFinal: boolean): Promise<void>;
  collectNode?(node: MimeNode, alternative: unknown, related: boolean): Promise<void>;
  readonly root: MimeNode;
  readonly currentNode?: { readonly contentDecoder?: { readonly chunks?: Pieces } | null };
}

/**
 * Parses a message with postal-mime. That keeps each line of a body without transfer encoding as two parts of a `Blob`,
 * which takes two kilobytes and as many microseconds a line: a message of 12 MB took 1.6 GB. Lines are joined while they
 * come in, and other work has its turn between them.
 */
export async function parseMime(bytes: Uint8Array): Promise<Email> {
  const parser = await createParser();
  const { collectNode } = parser;
  if (collectNode)
    parser.collectNode = (node, alternative, related) => {
      if (node === parser.root) decodeCharsets(node);
      return collectNode.call(parser, node, alternative, related);
    };
  return parse(parser, bytes);
}

/** A message whose parts are as they lie in it, none of them put together. */
export interface MimeParts {
  /** The outermost part. */
  readonly root: MimeNode;
  readonly subject: string | undefined;
  /** In ISO 8601, where it is a date. */
  readonly date: string | undefined;
}

/** Parses a message only as far as its parts. */
export async function parseMimeParts(bytes: Uint8Array): Promise<MimeParts> {
  const parser = await createParser();
  parser.collectNode = async () => {};
  const { subject, date } = await parse(parser, bytes);
  return { root: parser.root, subject, date };
}

async function createParser(): Promise<MimeParser> {
  const { default: PostalMime } = await import('postal-mime');
  const parser = new PostalMime({ forceRfc822Attachments: true }) as unknown as MimeParser;
  const { processLine } = parser;
  if (processLine) {
    const join = createJoiner();
    const turns = createLoopTurns();
    parser.processLine = async (line, isFinal) => {
      await processLine.call(parser, line, isFinal);
      const chunks = parser.currentNode?.contentDecoder?.chunks;
      if (chunks) join(chunks);
      if (turns.isDue()) await turns.take();
    };
  }
  return parser;
}

async function parse(parser: MimeParser, bytes: Uint8Array): Promise<Email> {
  // A view of part of a buffer is copied.
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return parser.parse(isWhole ? (bytes.buffer as ArrayBuffer) : bytes);
}

const lineEnd = Buffer.from('\n');

function bytesOf(piece: Pieces[number]): Uint8Array {
  if (piece === '\n') return lineEnd;
  if (typeof piece === 'string') return Buffer.from(piece);
  return piece instanceof Uint8Array ? piece : new Uint8Array(piece);
}

/** Joins the last lines of a list as soon as they are many, and what came of that once more. */
function createJoiner(): (chunks: Pieces) => void {
  let list: Pieces | undefined;
  /** Pieces before these are blocks of lines, and blocks of those. */
  let lines = 0;
  let blocks = 0;
  function joinFrom(chunks: Pieces, start: number): void {
    const pieces = chunks.splice(start).map(bytesOf);
    chunks.push(new Uint8Array(Buffer.concat(pieces)));
  }
  return (chunks) => {
    if (chunks !== list) {
      list = chunks;
      lines = 0;
      blocks = 0;
    }
    if (chunks.length - lines < mostPieces || typeof chunks.at(-1) !== 'string') return;
    joinFrom(chunks, lines);
    lines++;
    if (lines - blocks < mostPieces) return;
    joinFrom(chunks, blocks);
    blocks++;
    lines = blocks;
  };
}
