import { type ChunkSet, chunkSetHas } from '@cubo/contracts';
import type { ReadableFile } from '@cubo/library';
import type { InvertedFileHeader, InvertedFileQuantizers, InvertedList } from './inverted-file.ts';
import { type InvertedListReader, invertedListReader } from './inverted-list-reader.ts';
import { type ByteSink, type WrittenInvertedFile, writeInvertedFile } from './write-inverted-file.ts';

/** An open inverted file, and those of its ids that are wanted. */
export interface InvertedFileSource {
  readonly file: ReadableFile;
  readonly header: InvertedFileHeader;
  /** Default: all, which saves a first pass over the lists. */
  readonly live?: ChunkSet | undefined;
}

/** What a merge cannot take from its sources. */
export interface MergeInvertedFilesOptions {
  readonly probes: number;
  readonly description: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the lists of several files as one file, which is what adding the wanted vectors to their common quantizers gives.
 * A list of the result is the lists of the sources in the given order, each in its own order: its ids ascend if those of
 * the sources' lists do and no id of a source is below one of an earlier source. Nothing is removed for being there twice.
 *
 * The sources share their quantizers to the byte, otherwise an `Error` is thrown. A damaged source is refused with
 * `CUBO_INDEX_CORRUPT`; what was written until then is no file. In memory are the quantizers, one list of the result and
 * one of a source.
 */
export async function mergeInvertedFiles(
  sources: readonly InvertedFileSource[],
  sink: ByteSink,
  options: MergeInvertedFilesOptions,
): Promise<WrittenInvertedFile> {
  const { probes, description, signal } = options;
  const quantizers = sharedQuantizers(sources.map(({ header }) => header));
  const opened = sources.map(({ file, header, live }) => ({ lists: invertedListReader(file, header), header, live }));
  const sizes = await liveSizes(opened, signal);

  async function readList(list: number): Promise<InvertedList> {
    const size = sizes[list] as number;
    const { parts } = quantizers;
    const codes = new Uint8Array(size * parts);
    const ids = new Float64Array(size);
    let filled = 0;
    for (const { lists, header, live } of opened) {
      if (header.sizes[list] === 0) continue;
      const source = await lists.readList(list);
      for (const [start, end] of liveRuns(source.ids, live)) {
        ids.set(source.ids.subarray(start, end), filled);
        codes.set(source.codes.subarray(start * parts, end * parts), filled * parts);
        filled += end - start;
      }
    }
    return { codes, ids };
  }

  return writeInvertedFile(sink, { ...quantizers, probes, sizes, readList, description }, { signal });
}

function sharedQuantizers(headers: readonly InvertedFileHeader[]): InvertedFileQuantizers {
  const [first, ...others] = headers;
  if (first === undefined) throw new Error('There is no inverted file to merge.');
  for (const other of others) {
    if (
      other.dimensions !== first.dimensions ||
      other.parts !== first.parts ||
      other.byResidual !== first.byResidual ||
      !sameBytes(other.coarseCentroids, first.coarseCentroids) ||
      !sameBytes(other.productCentroids, first.productCentroids)
    ) {
      throw new Error('Inverted files with other centroids cannot be merged.');
    }
  }
  const { dimensions, parts, byResidual, coarseCentroids, productCentroids } = first;
  return { dimensions, parts, byResidual, coarseCentroids, productCentroids };
}

function sameBytes(a: Float32Array, b: Float32Array): boolean {
  const bytes = ({ buffer, byteOffset, byteLength }: Float32Array) => new Uint8Array(buffer, byteOffset, byteLength);
  return Buffer.compare(bytes(a), bytes(b)) === 0;
}

interface OpenedSource {
  readonly lists: InvertedListReader;
  readonly header: InvertedFileHeader;
  readonly live: ChunkSet | undefined;
}

/**
 * The sizes of the merged lists, which stand before them in the file. Whole lists are read for that, so that they are
 * compared with their checksums: a damaged id must not pass for one that nobody wants.
 */
async function liveSizes(sources: readonly OpenedSource[], signal: AbortSignal | undefined): Promise<Float64Array> {
  const sizes = new Float64Array(sources[0]?.header.lists ?? 0);
  for (const { lists, header, live } of sources) {
    for (let list = 0; list < sizes.length; list++) {
      let size = header.sizes[list] as number;
      if (size > 0 && live !== undefined) {
        signal?.throwIfAborted();
        const { ids } = await lists.readList(list);
        size = 0;
        for (const [start, end] of liveRuns(ids, live)) size += end - start;
      }
      sizes[list] = (sizes[list] as number) + size;
    }
  }
  return sizes;
}

/** The rows of ids that are wanted, as runs. */
function* liveRuns(ids: Float64Array, live: ChunkSet | undefined): Generator<[start: number, end: number]> {
  if (live === undefined) {
    yield [0, ids.length];
    return;
  }
  let start = 0;
  for (let i = 0; i < ids.length; i++) {
    if (chunkSetHas(live, ids[i] as number)) continue;
    if (start < i) yield [start, i];
    start = i + 1;
  }
  if (start < ids.length) yield [start, ids.length];
}
