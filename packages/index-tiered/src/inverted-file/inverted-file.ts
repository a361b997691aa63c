/**
 * The trained part of an inverted file: a vector belongs to the list whose coarse centroid has the largest inner product
 * with it, and is kept as a code of one byte for each of its parts, which names the nearest product centroid of that part.
 */
export interface InvertedFileQuantizers {
  readonly dimensions: number;
  /** Parts of a vector, each of `dimensions / parts` components, and bytes of a code; FAISS's `M`. */
  readonly parts: number;
  /** Whether codes stand for what is left of a vector when its coarse centroid is subtracted, or for the vector itself. */
  readonly byResidual: boolean;
  /** Lists × dimensions, finite. */
  readonly coarseCentroids: Float32Array;
  /** Parts × 256 × (dimensions / parts), finite. */
  readonly productCentroids: Float32Array;
}

/** All of an open inverted file but its lists. */
export interface InvertedFileHeader extends InvertedFileQuantizers {
  /** FAISS's `nlist`, at least 1. */
  readonly lists: number;
  /** FAISS's `nprobe`: how many lists a search reads unless it says otherwise. At least 1, and may be more than there are. */
  readonly probes: number;
  /** Vectors in all lists. */
  readonly vectors: number;
  /** Vectors in each list. */
  readonly sizes: Float64Array;
  /** Where each list begins, in bytes from the beginning of the file: all its codes, then all its ids. */
  readonly positions: Float64Array;
  /** Missing in files that FAISS wrote. */
  readonly trailer: InvertedFileTrailer | undefined;
}

/** What Cubo writes behind the end of FAISS's data. */
export interface InvertedFileTrailer {
  /** Bytes before the first list. */
  readonly headerBytes: number;
  /** CRC-32 of those. */
  readonly headerChecksum: number;
  /** CRC-32 of each list, its codes and then its ids; 0 for an empty one. */
  readonly listChecksums: Uint32Array;
  /** The writer's own words on the file, as JSON keeps them. */
  readonly description: Readonly<Record<string, unknown>>;
}

/** One list: the code of vector `i` begins at `i × parts`. */
export interface InvertedList {
  readonly codes: Uint8Array;
  /** Safe integers, not negative. */
  readonly ids: Float64Array;
}

/** Product centroids of a part: a code is one byte. */
export const productCentroidsOfPart = 256;

const idBytes = 8;

/** Bytes of a code and its id. */
export function entryBytes(parts: number): number {
  return parts + idBytes;
}
