import { crc32 } from 'node:zlib';
import { type ChunkSet, subtractChunkSets } from '@cubo/contracts';
import { type IndexDirectory, type IndexFile, indexCorrupt, type ReadableFile } from '@cubo/library';
import { recordBytes } from './int8-records.ts';
import {
  decodeFixedHeader,
  decodeIdRanges,
  type FixedHeader,
  fixedHeaderBytes,
  type VectorFileLayout,
  vectorFileChecksum,
  vectorFileLayout,
} from './vector-file-header.ts';

/** An open vector file. Only its header and its checksums are in memory; records are read block by block. */
export interface VectorFile {
  readonly name: string;
  /** Its chunks; row `r` of the records belongs to the id of rank `r`. */
  readonly ids: ChunkSet;
  readonly bytes: number;
  readonly vectorsPerBlock: number;
  /** The records of one block. A block that does not match its checksum is refused with `CUBO_INDEX_CORRUPT`. */
  readBlock(block: number): Promise<Uint8Array>;
  /** Keeps the file open until the matching {@link VectorFile.release}, whoever else lets go of it. */
  acquire(): void;
  /** Lets go of the file; the last one closes it. Opening counts as the first `acquire`. */
  release(): Promise<void>;
}

/**
 * Opens a vector file of an index; throws `CUBO_INDEX_CORRUPT` when it is not what the manifest and its own header say.
 */
export async function openVectorFile(
  directory: IndexDirectory,
  indexFile: IndexFile,
  dimensions: number,
): Promise<VectorFile> {
  const file = await directory.open(indexFile);
  try {
    return await readVectorFile(file, indexFile, dimensions);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readVectorFile(file: ReadableFile, indexFile: IndexFile, dimensions: number): Promise<VectorFile> {
  const { header, layout, checksums } = await readHeader(file, indexFile, dimensions);
  const { vectorsPerBlock, count } = header;
  const verified = new Uint8Array(layout.blocks);
  let users = 1;
  return {
    name: indexFile.name,
    ids: indexFile.ids,
    bytes: file.bytes,
    vectorsPerBlock,
    async readBlock(block) {
      const first = block * vectorsPerBlock;
      const vectors = Math.min(vectorsPerBlock, count - first);
      const size = recordBytes(dimensions);
      const records = await file.read(layout.records + first * size, vectors * size);
      if (verified[block] === 0) {
        if (crc32(records) !== checksums.getUint32(4 * block, true)) {
          throw indexCorrupt(file.path, `does not match its checksum in block ${block}`);
        }
        verified[block] = 1;
      }
      return records;
    },
    acquire() {
      users++;
    },
    async release() {
      users--;
      if (users === 0) await file.close();
    },
  };
}

async function readHeader(
  file: ReadableFile,
  indexFile: IndexFile,
  dimensions: number,
): Promise<{ header: FixedHeader; layout: VectorFileLayout; checksums: DataView }> {
  if (file.bytes < fixedHeaderBytes) throw indexCorrupt(file.path, 'is too short to be a vector file');
  const fixed = await file.read(0, fixedHeaderBytes);
  const header = decodeFixedHeader(fixed);
  if (typeof header === 'string') throw indexCorrupt(file.path, header);
  if (header.dimensions !== dimensions) {
    throw indexCorrupt(file.path, `holds vectors of ${header.dimensions} dimensions, not ${dimensions}`);
  }
  // From here on every size that is read or allocated is known to lie within the file.
  const layout = vectorFileLayout(header);
  if (layout.bytes !== file.bytes) {
    throw indexCorrupt(file.path, `has ${file.bytes} bytes where its header tells of ${layout.bytes}`);
  }
  const whole = await file.read(0, layout.records);
  const trailer = await file.read(layout.checksums, layout.bytes - layout.checksums);
  const view = new DataView(trailer.buffer, trailer.byteOffset, trailer.byteLength);
  const blockChecksums = trailer.subarray(0, -4);
  if (vectorFileChecksum(whole, blockChecksums) !== view.getUint32(blockChecksums.length, true)) {
    throw indexCorrupt(file.path, 'does not match its checksum');
  }
  const ids = decodeIdRanges(whole.subarray(fixedHeaderBytes));
  const { ids: named } = indexFile;
  if (ids.size !== header.count || ids.size !== named.size || subtractChunkSets(ids, named).size > 0) {
    throw indexCorrupt(file.path, 'holds other chunks than its manifest says');
  }
  return { header, layout, checksums: view };
}
