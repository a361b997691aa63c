import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { type CuboError, isCuboError } from '@cubo/contracts';
import type { ByteReader } from './byte-reader.ts';
import type { ZipEntry } from './zip-archive.ts';
import { zipError } from './zip-error.ts';

const localSignature = 0x04034b50;
const localLength = 30;
/** Packed bytes read at a time. */
const readSize = 512 * 1024;
/** Unpacked bytes handed out at a time. */
const pieceSize = 64 * 1024;

/** What is no longer than this is unpacked at once: a stream takes a hundred times as long to set up. */
const smallEntry = 64 * 1024;

const methods: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
};

/**
 * Unpacks a member of a ZIP archive piece by piece and checks its size and checksum.
 *
 * @throws CuboError see `ZipArchive.stream`
 */
export async function* unpackEntry(
  reader: ByteReader,
  entry: ZipEntry,
  options: { readonly uri: string; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<Uint8Array> {
  const { uri, signal } = options;
  const { method, size } = entry;
  if (method !== 0 && method !== 8)
    throw memberError('CUBO_FORMAT_UNSUPPORTED', uri, entry, `packed by ${methods[method] ?? `method ${method}`}`);
  const packed = packedBytes(reader, entry, uri, signal);
  const isSmall = size <= smallEntry && entry.compressedSize <= smallEntry;
  const inflate = isSmall ? inflatedAtOnce : inflated;
  let length = 0;
  let checksum = 0;
  for await (const piece of method === 0 ? packed : inflate(packed, entry, uri)) {
    signal?.throwIfAborted();
    length += piece.byteLength;
    if (length > size) throw memberError('CUBO_LIMIT_EXCEEDED', uri, entry, `larger than the ${size} bytes it claims`);
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (length < size) throw memberError('CUBO_FORMAT_INVALID', uri, entry, 'cut off');
  if (checksum !== entry.crc32) throw memberError('CUBO_FORMAT_INVALID', uri, entry, 'damaged: its checksum is wrong');
}

async function* packedBytes(
  reader: ByteReader,
  entry: ZipEntry,
  uri: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const { offset, compressedSize } = entry;
  if (offset + localLength + compressedSize > reader.size)
    throw memberError('CUBO_FORMAT_INVALID', uri, entry, 'cut off');
  // The header tells how long it is; what follows it comes along.
  let end = Math.min(reader.size, offset + localLength + Math.min(compressedSize + 512, readSize));
  let bytes = await reader.read(offset, end, signal);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== localSignature)
    throw memberError('CUBO_FORMAT_INVALID', uri, entry, 'not where the directory says');
  const start = offset + localLength + view.getUint16(26, true) + view.getUint16(28, true);
  const last = start + compressedSize;
  if (last > reader.size) throw memberError('CUBO_FORMAT_INVALID', uri, entry, 'cut off');
  bytes = bytes.subarray(Math.min(start, end) - offset, Math.min(last, end) - offset);
  if (bytes.byteLength > 0) yield bytes;
  for (let at = Math.max(start, end); at < last; at = end) {
    end = Math.min(last, at + readSize);
    yield await reader.read(at, end, signal);
  }
}

async function* inflated(packed: AsyncIterable<Uint8Array>, entry: ZipEntry, uri: string): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw({ chunkSize: pieceSize });
  // Errors come out of the loop below, and leaving it ends both streams.
  pipeline(Readable.from(packed, { objectMode: false }), inflater, () => {});
  try {
    for await (const piece of inflater) yield piece as Uint8Array;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException | undefined)?.code;
    if (isCuboError(cause) || !code?.startsWith('Z_')) throw cause;
    throw memberError('CUBO_FORMAT_INVALID', uri, entry, code === 'Z_BUF_ERROR' ? 'cut off' : 'damaged', cause);
  }
}

async function* inflatedAtOnce(
  packed: AsyncIterable<Uint8Array>,
  entry: ZipEntry,
  uri: string,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of packed) pieces.push(piece);
  let bytes: Uint8Array;
  try {
    // One byte more than it claims shows that it claims too little.
    bytes = inflateRawSync(pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces), {
      maxOutputLength: entry.size + 1,
    });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException | undefined)?.code;
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw memberError('CUBO_LIMIT_EXCEEDED', uri, entry, `larger than the ${entry.size} bytes it claims`, cause);
    throw memberError('CUBO_FORMAT_INVALID', uri, entry, code === 'Z_BUF_ERROR' ? 'cut off' : 'damaged', cause);
  }
  if (bytes.byteLength > 0) yield bytes;
}

function memberError(
  code: CuboError['code'],
  uri: string,
  { name }: ZipEntry,
  what: string,
  cause?: unknown,
): CuboError {
  return zipError(code, uri, `cannot be read: its member ${JSON.stringify(name)} is ${what}`, cause);
}
