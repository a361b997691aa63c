import { indexCorrupt, type ReadableFile } from '@cubo/library';
import { type HeaderFields, headerCursor } from './header-cursor.ts';
import {
  entryBytes,
  type InvertedFileHeader,
  type InvertedFileTrailer,
  productCentroidsOfPart,
} from './inverted-file.ts';
import { decodeTrailer } from './inverted-file-trailer.ts';
import { readListSizes } from './list-sizes.ts';

/** How {@link readInvertedFileHeader} treats files without a trailer. */
export interface ReadInvertedFileOptions {
  /**
   * `required`, for files that Cubo wrote, refuses them. `optional` takes them for what FAISS wrote, which cannot be
   * verified; a file of Cubo's that ends at exactly the end of its lists passes for one.
   */
  readonly trailer: 'required' | 'optional';
}

/**
 * Reads all of an inverted file but its lists. It is a file as `faiss::write_index` writes an `IndexIVFPQ` (as of FAISS
 * 1.7) with inner product as its metric, a flat quantizer and codes of 8 bits; `d` dimensions, `n` lists, `M` parts,
 * all numbers little-endian, without padding:
 *
 * | bytes | what |
 * |---|---|
 * | 4 | `IwPQ` |
 * | 33 | index header: int32 `d`; int64 vectors; two int64 without meaning (2²⁰); uint8 1: trained; int32 0: inner product |
 * | 8 | uint64 `n` |
 * | 8 | uint64 nprobe |
 * | 4 + 33 | `IxFI` and the index header of the coarse quantizer, a flat index of `n` vectors |
 * | 8 + 4·n·d | uint64 `n·d`; float32 coarse centroids |
 * | 1 + 8 | direct map: uint8 0, uint64 0: there is none |
 * | 1 | uint8: by residual, or not |
 * | 8 | uint64 bytes of a code: `M` |
 * | 24 | product quantizer: uint64 `d`, uint64 `M`, uint64 8: bits of a code's part |
 * | 8 + 4·256·d | uint64 `256·d`; float32 product centroids |
 * | 4 + 8 + 8 | `ilar`, uint64 `n`, uint64 `M`: lists in arrays |
 * | 4 + 8 + 8·s | `full`, uint64 `s = n`, uint64 vectors of each list; or `sprs`, uint64 `s`, pairs of uint64 list and vectors in it, ascending, the others are empty. FAISS writes `full` if more than n/2 (rounded down) lists hold something |
 *
 * Then come the lists in order, each with its codes (`M` bytes for every vector) and its ids (int64), and what
 * `encodeTrailer` describes, which FAISS does not look at.
 *
 * The memory is that of the centroids and 20 bytes for each list, and never more than the file's size allows. Throws
 * `CUBO_INDEX_CORRUPT` for a file that is of another kind, cut short, damaged or contradicts itself.
 */
export async function readInvertedFileHeader(
  file: ReadableFile,
  options: ReadInvertedFileOptions,
): Promise<InvertedFileHeader> {
  function expect(condition: boolean, reason: string): void {
    if (!condition) throw indexCorrupt(file.path, reason);
  }

  const cursor = headerCursor(file);
  const kind = (await cursor.fields(4)).code();
  expect(kind === 'IwPQ', `is not an IndexIVFPQ of FAISS: it begins with ${shown(kind)} instead of "IwPQ"`);
  const start = await cursor.fields(94);
  const index = indexHeader(start, 'an index');
  const { dimensions } = index;
  const lists = start.uint64('number of lists');
  const probes = start.uint64('number of probes');
  expect(dimensions > 0 && lists > 0 && probes > 0, 'has no dimensions, no lists or no probes');
  const quantizer = start.code();
  expect(quantizer === 'IxFI', `has a coarse quantizer ${shown(quantizer)}; only flat inner product, "IxFI", is read`);
  const flat = indexHeader(start, 'a coarse quantizer');
  const coarseCount = start.uint64('number of coarse centroids');
  expect(
    flat.dimensions === dimensions && flat.vectors === lists && coarseCount === lists * dimensions,
    'has a coarse quantizer that contradicts its header',
  );
  const coarseCentroids = await cursor.floats(coarseCount, 'coarse centroids');

  const middle = await cursor.fields(50);
  const directMap = middle.uint8() || middle.uint64('direct map');
  expect(directMap === 0, 'has a direct map, which is not read');
  const residual = middle.uint8();
  expect(residual <= 1, 'does not say whether its codes are those of residuals');
  const codeBytes = middle.uint64('code size');
  const productDimensions = middle.uint64('number of dimensions');
  const parts = middle.uint64('number of parts');
  const bits = middle.uint64('number of bits');
  expect(bits === 8, `has product codes of ${bits} bits; only those of 8 are read`);
  const productCount = middle.uint64('number of product centroids');
  expect(
    parts > 0 &&
      dimensions % parts === 0 &&
      codeBytes === parts &&
      productDimensions === dimensions &&
      productCount === productCentroidsOfPart * dimensions,
    'has a product quantizer that contradicts its header',
  );
  const productCentroids = await cursor.floats(productCount, 'product centroids');

  const storage = (await cursor.fields(4)).code();
  expect(storage === 'ilar', `has inverted lists ${shown(storage)}; only those in arrays, "ilar", are read`);
  const arrays = await cursor.fields(16);
  expect(
    arrays.uint64('number of lists') === lists && arrays.uint64('code size') === parts,
    'has inverted lists that contradict its header',
  );
  const sizes = await readListSizes(cursor, lists, file.path);

  const positions = new Float64Array(lists);
  const headerBytes = cursor.position;
  let end = headerBytes;
  let vectors = 0;
  for (let list = 0; list < lists; list++) {
    const size = sizes[list] as number;
    positions[list] = end;
    // The product of a size from the file is exact where it is below the size of the file.
    expect(size * entryBytes(parts) <= file.bytes - end, `ends within its list ${list}`);
    end += size * entryBytes(parts);
    vectors += size;
  }

  const trailer = end === file.bytes ? undefined : await readTrailer();
  expect(trailer !== undefined || options.trailer === 'optional', 'ends without a trailer');
  // FAISS also counts vectors that it could not assign to a list because they are not finite.
  expect(
    trailer ? vectors === index.vectors : vectors <= index.vectors,
    `has ${vectors} vectors in its lists where its header tells of ${index.vectors}`,
  );
  return {
    dimensions,
    lists,
    probes,
    parts,
    byResidual: residual === 1,
    vectors,
    coarseCentroids,
    productCentroids,
    sizes,
    positions,
    trailer,
  };

  function indexHeader(fields: HeaderFields, what: string): { dimensions: number; vectors: number } {
    const header = { dimensions: fields.int32(), vectors: fields.uint64('number of vectors') };
    fields.skip(16);
    expect(fields.uint8() === 1, `has ${what} that is not trained`);
    const metric = fields.int32();
    expect(metric === 0, `has the metric ${metric}; only inner product, 0, is read`);
    return header;
  }

  async function readTrailer(): Promise<InvertedFileTrailer> {
    const bytes = file.bytes - end;
    // A gigabyte of something else is not read to find that out.
    const declared = bytes < 8 ? undefined : await file.read(file.bytes - 8, 4);
    const declaredBytes = declared && new DataView(declared.buffer, declared.byteOffset).getUint32(0, true);
    expect(declaredBytes === bytes, `has ${bytes} bytes behind its lists that are no trailer`);
    const decoded = decodeTrailer(await file.read(end, bytes), lists);
    if (typeof decoded === 'string') throw indexCorrupt(file.path, decoded);
    expect(
      decoded.headerBytes === headerBytes && decoded.headerChecksum === cursor.checksum,
      'does not match its checksum in its header',
    );
    return decoded;
  }
}

/** Four characters of a file, whatever they are. */
function shown(code: string): string {
  return JSON.stringify(code);
}
