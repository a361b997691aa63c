/**
 * A segment file. Numbers are LEB128 unless said otherwise; fixed ones are little-endian.
 *
 * ```
 * header      the magic bytes
 * blocks      each: the postings of up to 64 terms, one list after the other, then their occurrences if these are kept,
 *             then their dictionary:
 *               per term, ascending by UTF-16 code units: bytes shared with the term before, length and bytes of the
 *               rest in UTF-8, number of postings, their length in bytes, and that of the occurrences if these are kept
 * postings    of a term: with 128 or more, the length of its directory, the directory, and full blocks of 128; then the
 *             rest, fewer than 128
 *               directory, per block: bits of a gap, bits of a repetition, last position - last position of the block
 *               before - 128, number of impacts; per impact, ascending (see `Impacts`): frequency - the one before,
 *               length - the one before; length of the occurrences if these are kept
 *               block: 128 gaps (position - position before - 1), then 128 repetitions (frequency - 1), all with so many
 *               bits, from the lowest bit of 32-bit words on
 *               per posting of the rest: gap · 2 + (frequency = 1 ? 1 : 0), then the frequency if not 1
 * occurrences where the words of each posting stand in their text, see `EncodedOccurrences`
 * index       1 if occurrences are kept, else 0; number of blocks; per block: first term, length of its postings, that of
 *             its occurrences if these are kept, length of its dictionary
 * documents   number of ranges of ids; per range: start - end of the range before, length
 *             number of languages; per language: name, number of chunks
 *             per chunk: number of terms
 *             per chunk: index of its language; nothing where there is but one language
 * checksums   CRC-32 of each page of 8192 bytes of all the above (uint32)
 * trailer     see `SegmentTrailer`
 * ```
 */
export const segmentMagic: Uint8Array = new TextEncoder().encode('CUBOLEX3');

/** Terms in a block of the dictionary. */
export const blockTerms = 64;

/** The end of a segment file, of fixed size, from which everything else is found. */
export interface SegmentTrailer {
  /** Where the index begins, in bytes. */
  readonly index: number;
  /** Where the documents begin. */
  readonly documents: number;
  /** Where the checksums begin. */
  readonly checksums: number;
  /** CRC-32 of the checksums. */
  readonly checksumsCrc: number;
}

/** Size of the trailer: three float64, a uint32, the magic bytes, and a CRC-32 of all that. */
export const trailerBytes = 40;
