import { separateBuffer } from '@cubo/library';
import type { InvertedList } from '../inverted-file/inverted-file.ts';
import type { Pacer } from '../pacer.ts';
import { batchRows } from '../quantization/assigner.ts';
import type { VectorRows, VectorSource } from '../raw-vectors/vector-source.ts';
import type { ResidualEncoder } from './residual-encoder.ts';

/** The list of each vector of a source. */
export interface ListAssignment {
  /** By position. */
  readonly listOf: Uint16Array | Uint32Array;
  /** Vectors in each list. */
  readonly sizes: Uint32Array;
}

/** Assigns all vectors to lists; `see` is shown them as they pass. */
export async function assignLists(
  source: VectorSource,
  encoder: ResidualEncoder,
  lists: number,
  pace: Pacer,
  see: (rows: VectorRows) => void,
): Promise<ListAssignment> {
  const listOf = createNumbers(source.size, lists);
  const sizes = new Uint32Array(lists);
  const assigned = new Uint32Array(batchRows);
  for await (const rows of source.batches(batchRows)) {
    encoder.assign(rows.records, rows.count, assigned);
    for (let i = 0; i < rows.count; i++) {
      const list = assigned[i] as number;
      listOf[rows.positions[i] as number] = list;
      sizes[list] = (sizes[list] as number) + 1;
    }
    see(rows);
    await pace();
  }
  return { listOf, sizes };
}

/** Room for so many numbers of lists. */
function createNumbers(count: number, lists: number): Uint16Array | Uint32Array {
  return lists <= 2 ** 16
    ? new Uint16Array(separateBuffer(2 * count), 0, count)
    : new Uint32Array(separateBuffer(4 * count), 0, count);
}

/** How lists are encoded. */
export interface ListEncoding {
  readonly source: VectorSource;
  readonly encoder: ResidualEncoder;
  readonly assignment: ListAssignment;
  /** Bytes of a code. */
  readonly parts: number;
  /**
   * The most bytes of lists held at a time, unless a single one is larger; what the assignment takes is part of it, up to
   * the half.
   */
  readonly bufferBytes: number;
  readonly pace: Pacer;
}

/** Lists that are made in one pass: their codes and ids, one behind the other. */
interface ListRoom {
  readonly codes: Uint8Array<ArrayBuffer>;
  readonly ids: Float64Array<ArrayBuffer>;
}

/**
 * The lists of an assignment in order, their vectors in the order of the source. As many lists as there is room for are
 * made in one pass over the source, so that memory does not grow with the number of vectors. A list is overwritten by
 * later ones, and gone with the last.
 */
export async function* encodeLists(encoding: ListEncoding): AsyncGenerator<InvertedList> {
  const { assignment, parts, bufferBytes } = encoding;
  const { sizes, listOf } = assignment;
  const listBytes = Math.max(bufferBytes / 2, bufferBytes - listOf.byteLength);
  const mostVectors = Math.max(1, Math.floor(listBytes / (parts + 8)));
  const mostInList = sizes.reduce((most, size) => Math.max(most, size), 0);
  const room = createRoom(Math.max(mostInList, Math.min(mostVectors, listOf.length)), parts);
  try {
    yield* encodeRanges(encoding, room, mostVectors);
  } finally {
    room.codes.buffer.transfer(0);
    room.ids.buffer.transfer(0);
  }
}

function createRoom(vectors: number, parts: number): ListRoom {
  return {
    codes: new Uint8Array(separateBuffer(vectors * parts), 0, vectors * parts),
    ids: new Float64Array(separateBuffer(8 * vectors), 0, vectors),
  };
}

async function* encodeRanges(
  encoding: ListEncoding,
  room: ListRoom,
  mostVectors: number,
): AsyncGenerator<InvertedList> {
  const { sizes } = encoding.assignment;
  for (let first = 0; first < sizes.length; ) {
    let end = first;
    let vectors = 0;
    while (end < sizes.length && (end === first || vectors + (sizes[end] as number) <= mostVectors)) {
      vectors += sizes[end] as number;
      end++;
    }
    yield* encodeRange(encoding, room, first, end);
    first = end;
  }
}

/** One pass: the lists from `first` to before `end`. */
async function* encodeRange(
  { source, encoder, assignment, parts, pace }: ListEncoding,
  { codes, ids }: ListRoom,
  first: number,
  end: number,
): AsyncGenerator<InvertedList> {
  const { listOf, sizes } = assignment;
  const starts = new Uint32Array(end - first + 1);
  for (let i = 0; i < end - first; i++) starts[i + 1] = (starts[i] as number) + (sizes[first + i] as number);
  const next = starts.slice(0, -1);

  const lists = new Uint32Array(batchRows);
  const residuals = new Float32Array(batchRows * source.dimensions);
  const encoded = new Uint8Array(batchRows * parts);
  const isWanted = (position: number) => {
    const list = listOf[position] as number;
    return list >= first && list < end;
  };
  for await (const rows of source.batches(batchRows, isWanted)) {
    for (let i = 0; i < rows.count; i++) lists[i] = listOf[rows.positions[i] as number] as number;
    encoder.residuals(rows.records, rows.count, lists, residuals);
    encoder.encode(residuals, rows.count, encoded);
    for (let i = 0; i < rows.count; i++) {
      const list = (lists[i] as number) - first;
      const at = next[list] as number;
      next[list] = at + 1;
      codes.set(encoded.subarray(i * parts, (i + 1) * parts), at * parts);
      ids[at] = rows.ids[i] as number;
    }
    await pace();
  }
  for (let list = 0; list < end - first; list++) {
    const from = starts[list] as number;
    const to = starts[list + 1] as number;
    yield { codes: codes.subarray(from * parts, to * parts), ids: ids.subarray(from, to) };
  }
}
