import { crc32 } from 'node:zlib';
import { encodeFields, floatPieces } from './encode-fields.ts';
import { entryBytes, type InvertedFileQuantizers, type InvertedList, productCentroidsOfPart } from './inverted-file.ts';
import { encodeTrailer } from './inverted-file-trailer.ts';
import { encodeIds } from './list-ids.ts';
import { writeListSizes } from './list-sizes.ts';

/** Takes the bytes of a file in order; it may not use them any more when its promise has resolved. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
}

/** What an inverted file is written from. */
export interface InvertedFileContent extends InvertedFileQuantizers {
  /** How many lists a search reads unless it says otherwise, at least 1. */
  readonly probes: number;
  /** Vectors in each list. */
  readonly sizes: ArrayLike<number>;
  /** Gives a list. Asked in order, one at a time, for those that hold something. */
  readonly readList: (list: number) => InvertedList | Promise<InvertedList>;
  /** Kept in the trailer as JSON. A function is asked when all lists are written. */
  readonly description: Readonly<Record<string, unknown>> | (() => Readonly<Record<string, unknown>>);
}

/** What was written. */
export interface WrittenInvertedFile {
  readonly vectors: number;
  readonly bytes: number;
}

/**
 * Writes an inverted file with a trailer; `readInvertedFileHeader` tells what stands in it. In memory are the centroids
 * and one list. Throws an `Error` for content that contradicts itself; what was written until then is no file.
 */
export async function writeInvertedFile(
  sink: ByteSink,
  content: InvertedFileContent,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<WrittenInvertedFile> {
  const { dimensions, parts, sizes, readList } = content;
  const vectors = checkContent(content);
  const { signal } = options;
  let bytes = 0;
  let headerChecksum = 0;

  async function write(piece: Uint8Array): Promise<void> {
    signal?.throwIfAborted();
    await sink.write(piece);
    bytes += piece.length;
  }
  async function writeHeader(piece: Uint8Array): Promise<void> {
    headerChecksum = crc32(piece, headerChecksum);
    await write(piece);
  }

  const lists = sizes.length;
  const { coarseCentroids, productCentroids } = content;
  await writeHeader(
    encodeFields((field) => {
      field.code('IwPQ');
      field.indexHeader(dimensions, vectors);
      field.uint64(lists);
      field.uint64(content.probes);
      field.code('IxFI');
      field.indexHeader(dimensions, lists);
      field.uint64(coarseCentroids.length);
    }),
  );
  for (const piece of floatPieces(coarseCentroids)) await writeHeader(piece);
  await writeHeader(
    encodeFields((field) => {
      field.uint8(0);
      field.uint64(0);
      field.uint8(content.byResidual ? 1 : 0);
      field.uint64s([parts, dimensions, parts, 8, productCentroids.length]);
    }),
  );
  for (const piece of floatPieces(productCentroids)) await writeHeader(piece);
  await writeHeader(
    encodeFields((field) => {
      field.code('ilar');
      field.uint64(lists);
      field.uint64(parts);
      writeListSizes(field, sizes);
    }),
  );

  const headerBytes = bytes;
  const listChecksums = new Uint32Array(lists);
  /** Of all lists one after the other. */
  let room = new Uint8Array();
  for (let list = 0; list < lists; list++) {
    if (sizes[list] === 0) continue;
    const encoded = encodeList(await readList(list), list);
    listChecksums[list] = crc32(encoded);
    await write(encoded);
  }
  const description = typeof content.description === 'function' ? content.description() : content.description;
  await write(encodeTrailer({ headerBytes, headerChecksum, listChecksums, description }));
  return { vectors, bytes };

  function encodeList({ codes, ids }: InvertedList, list: number): Uint8Array {
    const size = sizes[list] as number;
    if (ids.length !== size || codes.length !== size * parts) {
      throw new Error(`List ${list} has ${ids.length} ids and ${codes.length} bytes of codes for ${size} vectors.`);
    }
    const bytesOfList = size * entryBytes(parts);
    if (room.length < bytesOfList) room = new Uint8Array(2 * bytesOfList);
    const encoded = room.subarray(0, bytesOfList);
    encoded.set(codes);
    encodeIds(ids, encoded.subarray(codes.length));
    return encoded;
  }
}

/** Gives the number of vectors. */
function checkContent(content: InvertedFileContent): number {
  const { dimensions, parts, probes, sizes, coarseCentroids, productCentroids } = content;
  const whole = [dimensions, parts, probes, sizes.length].every((each) => Number.isSafeInteger(each) && each > 0);
  if (!whole || dimensions >= 2 ** 31 || dimensions % parts !== 0) {
    throw new Error(
      `No inverted file has ${dimensions} dimensions in ${parts} parts, ${sizes.length} lists and ${probes} probes.`,
    );
  }
  if (
    coarseCentroids.length !== sizes.length * dimensions ||
    productCentroids.length !== productCentroidsOfPart * dimensions
  ) {
    throw new Error(
      `${coarseCentroids.length} and ${productCentroids.length} components of centroids are not those of ${sizes.length} lists and ${dimensions} dimensions.`,
    );
  }
  let vectors = 0;
  for (let list = 0; list < sizes.length; list++) {
    const size = sizes[list] as number;
    if (!Number.isSafeInteger(size) || size < 0) throw new Error(`List ${list} cannot hold ${size} vectors.`);
    vectors += size;
  }
  return vectors;
}
