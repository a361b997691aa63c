import { crc32 } from 'node:zlib';
import type { ChunkSet } from '@cubo/contracts';
import { byteWriter } from './byte-writer.ts';
import { checkedWriter } from './checked-writer.ts';
import { postingsEncoder } from './postings/encode-postings.ts';
import type { EncodedOccurrences } from './postings/occurrences.ts';
import { blockTerms, segmentMagic } from './segment-format.ts';
import { encodeTrailer } from './segment-trailer.ts';

/** What a segment knows of its chunks, by position. */
export interface SegmentDocuments {
  readonly ids: ChunkSet;
  readonly lengths: ArrayLike<number>;
  readonly languages: readonly string[];
  readonly languageIndexes: ArrayLike<number>;
}

/** Writes a segment file from its beginning to its end. */
export interface SegmentWriter {
  /** Adds a posting to the next term; positions ascend. */
  posting(position: number, frequency: number, occurrences?: EncodedOccurrences): void;
  /**
   * Adds the term that these postings are of, in ascending order; nothing, where there are none. Nothing to wait for:
   * `undefined`.
   */
  term(term: string): Promise<void> | undefined;
  /** Adds a term without postings, in its place in the order. */
  name(term: string): Promise<void> | undefined;
  finish(): Promise<void>;
}

/** Creates a {@link SegmentWriter} for the postings of these chunks, with their `occurrences` or without. */
export async function segmentWriter(
  file: { write(bytes: Uint8Array): Promise<void> },
  documents: SegmentDocuments,
  { occurrences: keepsOccurrences }: { occurrences: boolean },
): Promise<SegmentWriter> {
  const output = checkedWriter(file);
  const postings = byteWriter(1 << 16);
  const occurrences = keepsOccurrences ? byteWriter(1 << 16) : undefined;
  const dictionary = byteWriter();
  const index = byteWriter();
  const encodedPostings = postingsEncoder(documents.lengths, occurrences);
  const encoder = new TextEncoder();
  let blocks = 0;
  let terms = 0;
  let occurrencesStart = 0;
  let firstTerm = '';
  // The last term and the next one in UTF-8.
  let previous = new Uint8Array(256);
  let previousBytes = 0;
  let current = new Uint8Array(256);
  await output.write(segmentMagic);

  async function completeBlock(): Promise<void> {
    if (terms === 0) return;
    index.text(firstTerm);
    index.varint(postings.length);
    if (occurrences !== undefined) index.varint(occurrences.length);
    index.varint(dictionary.length);
    await output.write(postings.bytes());
    if (occurrences !== undefined) await output.write(occurrences.bytes());
    await output.write(dictionary.bytes());
    postings.clear();
    occurrences?.clear();
    occurrencesStart = 0;
    dictionary.clear();
    previousBytes = 0;
    terms = 0;
    blocks++;
  }

  /** Puts a term into `current`, and gives its length in bytes. */
  function encodeTerm(term: string): number {
    if (3 * term.length > current.length) current = new Uint8Array(3 * term.length);
    for (let i = 0; i < term.length; i++) {
      const code = term.charCodeAt(i);
      if (code >= 0x80) return encoder.encodeInto(term, current).written;
      current[i] = code;
    }
    return term.length;
  }

  function entry(term: string, count: number, postingBytes: number): Promise<void> | undefined {
    const bytes = encodeTerm(term);
    let shared = 0;
    while (shared < previousBytes && shared < bytes && previous[shared] === current[shared]) shared++;
    dictionary.varint(shared);
    dictionary.varint(bytes - shared);
    dictionary.raw(current, shared, bytes);
    dictionary.varint(count);
    dictionary.varint(postingBytes);
    if (occurrences !== undefined) {
      dictionary.varint(occurrences.length - occurrencesStart);
      occurrencesStart = occurrences.length;
    }
    if (terms === 0) firstTerm = term;
    [previous, current] = [current, previous];
    previousBytes = bytes;
    return ++terms === blockTerms ? completeBlock() : undefined;
  }

  return {
    posting: encodedPostings.add,
    term(term) {
      const start = postings.length;
      const count = encodedPostings.finish(postings);
      return count === 0 ? undefined : entry(term, count, postings.length - start);
    },
    name: (term) => entry(term, 0, 0),
    async finish() {
      await completeBlock();
      const head = byteWriter();
      head.varint(keepsOccurrences ? 1 : 0);
      head.varint(blocks);
      const indexStart = output.position;
      await output.write(head.bytes());
      await output.write(index.bytes());
      const documentsStart = output.position;
      const encoded = encodeDocuments(documents);
      await output.write(encoded);
      // A byte or more for each chunk, that would lie about until the collector comes.
      encoded.buffer.transfer(0);
      const checksumsStart = output.position;
      const checksums = output.checksums();
      const table = new Uint8Array(checksums.length * 4);
      const view = new DataView(table.buffer);
      checksums.forEach((checksum, page) => {
        view.setUint32(page * 4, checksum, true);
      });
      await output.write(table);
      await output.write(
        encodeTrailer({
          index: indexStart,
          documents: documentsStart,
          checksums: checksumsStart,
          checksumsCrc: crc32(table),
        }),
      );
      await output.finish();
    },
  };
}

function encodeDocuments({ ids, lengths, languages, languageIndexes }: SegmentDocuments): Uint8Array<ArrayBuffer> {
  const bytes = byteWriter(1 << 16);
  bytes.varint(ids.starts.length);
  let end = 0;
  ids.starts.forEach((start, range) => {
    bytes.varint(start - end);
    end = ids.ends[range] as number;
    bytes.varint(end - start);
  });
  const counts = new Array<number>(languages.length).fill(0);
  for (let i = 0; i < ids.size; i++) {
    const language = languageIndexes[i] as number;
    counts[language] = (counts[language] as number) + 1;
  }
  bytes.varint(languages.length);
  languages.forEach((language, i) => {
    bytes.text(language);
    bytes.varint(counts[i] as number);
  });
  for (let i = 0; i < ids.size; i++) bytes.varint(lengths[i] as number);
  if (languages.length > 1) for (let i = 0; i < ids.size; i++) bytes.varint(languageIndexes[i] as number);
  return bytes.bytes();
}
