import { crc32 } from 'node:zlib';
import { type IndexFile, indexCorrupt, type ReadableFile } from '@cubo/library';
import { checkedFile } from './checked-file.ts';
import { pageBytes } from './checked-writer.ts';
import { chunkRanks } from './chunk-ranks.ts';
import type { LexicalSegment } from './lexical-segment.ts';
import { type FilePages, fewPages, onePage } from './page-cache.ts';
import { blockDirectories } from './postings/block-directories.ts';
import type { FileDirectories } from './postings/directory-cache.ts';
import { filePostings, type PostingsFile } from './postings/file-postings.ts';
import { postingsStream } from './postings/postings-stream.ts';
import { reversedName, termOfName } from './reversed-terms.ts';
import { type DecodedLengths, decodeChunks, decodeLengths } from './segment-documents.ts';
import { trailerBytes } from './segment-format.ts';
import { decodeTrailer } from './segment-trailer.ts';
import { termDictionary } from './term-dictionary.ts';

/** Pages of its dictionary, its postings and its occurrences that a merge is at. */
const pagesOfStream = 8;

/** What of a segment file is in memory for now. */
export interface SegmentCaches {
  readonly pages: FilePages;
  readonly directories: FileDirectories;
}

/**
 * Opens a segment file: reads its trailer, checksums and the first term of each block, and leaves postings and terms on the
 * disk; the length of each chunk until it is asked for. Throws `CUBO_INDEX_CORRUPT` when it is not what the manifest names; damage to
 * the parts read later is found, by page, when they are read. The caller closes `file`.
 */
export async function fileSegment(
  file: ReadableFile,
  entry: IndexFile,
  { pages, directories }: SegmentCaches,
): Promise<LexicalSegment> {
  const fail = (reason: string) => indexCorrupt(file.path, reason);
  if (file.bytes < trailerBytes) throw fail(`has only ${file.bytes} bytes`);
  const trailer = decodeTrailer(await file.read(file.bytes - trailerBytes, trailerBytes), file.bytes, fail);
  const table = await file.read(trailer.checksums, file.bytes - trailerBytes - trailer.checksums);
  if (crc32(table) !== trailer.checksumsCrc) throw fail('does not match the checksum of its checksums');
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const checksums = Uint32Array.from({ length: table.length / 4 }, (_, page) => view.getUint32(page * 4, true));
  const checkedThrough = (ownPages: FilePages) =>
    checkedFile(file, { bytes: trailer.checksums, checksums, pages: ownPages });
  const checked = checkedThrough(pages);
  // What is read once must not push out of the cache what searches read again and again.
  const once = checkedThrough(onePage(pageBytes));
  const index = once.read(trailer.index, trailer.documents - trailer.index);
  const dictionary = termDictionary(checked, { start: trailer.index, bytes: index }, fail);
  const { ids, languages } = decodeDocuments(decodeChunks);
  if (ids.starts.join() !== entry.ids.starts.join() || ids.ends.join() !== entry.ids.ends.join()) {
    throw fail('holds other chunks than the manifest says');
  }
  const ranks = chunkRanks(ids);
  const { occurrences } = dictionary;
  const directory = blockDirectories(checked, directories, { size: ids.size, occurrences, fail });
  const postingsFile: PostingsFile = {
    file: checked,
    get lengths() {
      return eachChunk().lengths;
    },
    directory,
    fail,
  };
  let known: DecodedLengths | undefined;

  /** Read when it is first asked for: whoever only writes needs it of files that are merged, and of no others. */
  function eachChunk(): DecodedLengths {
    known ??= decodeDocuments(decodeLengths);
    return known;
  }

  function decodeDocuments<Decoded>(decode: (bytes: Uint8Array, failing: typeof fail) => Decoded): Decoded {
    const encoded = once.read(trailer.documents, trailer.checksums - trailer.documents);
    const decoded = decode(encoded, fail);
    // A byte or more for each chunk, that would lie about until the collector comes.
    encoded.buffer.transfer(0);
    return decoded;
  }

  return {
    ids,
    documents: ids.size,
    languages,
    get tokens() {
      return eachChunk().tokens;
    },
    get lengths() {
      return eachChunk().lengths;
    },
    get languageIndexes() {
      return eachChunk().languageIndexes;
    },
    idAt: ranks.idAt,
    positionsOf: ranks.ranksOf,
    find(term) {
      const place = dictionary.find(term);
      return place && { documents: place.documents, cursor: (room) => filePostings(postingsFile, place, room) };
    },
    async terms() {
      const own = checkedThrough(fewPages(pagesOfStream, pageBytes));
      const stream = postingsStream(own, { size: ids.size, occurrences, fail });
      const cursor = dictionary.terms('', own);
      return {
        next: () => cursor.next(),
        get term() {
          return cursor.term;
        },
        get postings() {
          return cursor.place.documents === 0 ? undefined : stream(cursor.place);
        },
      };
    },
    *termsWith(beginning) {
      for (const cursor = dictionary.terms(beginning); cursor.next(); ) {
        if (cursor.place.documents > 0) yield cursor.term;
      }
    },
    *termsEnding(end) {
      for (const cursor = dictionary.terms(reversedName(end)); cursor.next(); ) yield termOfName(cursor.term);
    },
  };
}
