import { unitsToString } from '../analysis/word-bounds.ts';
import { type ByteReader, byteReader } from './byte-reader.ts';
import type { CheckedFile } from './checked-file.ts';
import type { PostingsPlace } from './postings/file-postings.ts';
import { segmentMagic } from './segment-format.ts';

/** The terms of a segment file. Only the first term of each block is in memory. */
export interface TermDictionary {
  /** Whether occurrences are kept. */
  readonly occurrences: boolean;
  /** Nothing, too, for a term without postings. */
  find(term: string): PostingsPlace | undefined;
  /**
   * Goes through the terms from the first one on that begins so, ascending; through all without a beginning. They are read
   * through `source`, another way to the same file, where one is given.
   */
  terms(beginning?: string, source?: CheckedFile): DictionaryCursor;
}

/** Goes through terms of a dictionary. */
export interface DictionaryCursor {
  /** Comes to the next one, to the first one at first; false where there is none. */
  next(): boolean;
  readonly term: string;
  readonly place: PostingsPlace;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const longestSpelt = 64;
const nowhere: PostingsPlace = { start: 0, bytes: 0, documents: 0, occurrencesStart: 0, occurrencesBytes: 0 };

/** Opens a dictionary by the `index` part of its file, and where that begins; `fail` makes the error for a damaged one. */
export function termDictionary(
  file: CheckedFile,
  part: { start: number; bytes: Uint8Array },
  fail: (reason: string) => Error,
): TermDictionary {
  const firstTerms: string[] = [];
  // Start of the postings and of the dictionary of each block; one more entry for the end of the last.
  const starts: number[] = [];
  const occurrenceStarts: number[] = [];
  const dictionaries: number[] = [];
  const index = byteReader(part.bytes, fail);
  let position = segmentMagic.length;
  const kind = index.varint();
  if (kind > 1) throw fail('has an index of an unknown kind');
  const occurrences = kind === 1;
  for (let left = index.varint(); left > 0; left--) {
    firstTerms.push(index.text());
    starts.push(position);
    position += index.varint();
    occurrenceStarts.push(position);
    if (occurrences) position += index.varint();
    dictionaries.push(position);
    position += index.varint();
  }
  starts.push(position);
  if (position !== part.start || !index.atEnd) throw fail('has an index that does not match its blocks');

  function checkSizes(number: number, postingsEnd: number, occurrencesEnd: number): void {
    if (postingsEnd > (occurrenceStarts[number] as number)) throw fail('has postings of impossible size');
    if (occurrencesEnd > (dictionaries[number] as number)) throw fail('has occurrences of impossible size');
  }

  /** Compares in place: of each term only the bytes beyond those that it is known to share with the wanted one. */
  function findInBlock(number: number, wanted: Uint8Array): PostingsPlace | undefined {
    const dictionary = dictionaries[number] as number;
    const bytes = file.glance(dictionary, (starts[number + 1] as number) - dictionary);
    const reader = byteReader(bytes, fail);
    let start = starts[number] as number;
    let occurrencesStart = occurrenceStarts[number] as number;
    let length = 0;
    /** Bytes that the last term shares with the wanted one; it comes before it. */
    let matched = 0;
    while (!reader.atEnd) {
      const shared = reader.varint();
      if (shared > length) throw fail('has a term that continues none');
      const rest = reader.varint();
      const from = reader.skip(rest);
      length = shared + rest;
      const documents = reader.varint();
      const postings = reader.varint();
      const occurrencesBytes = occurrences ? reader.varint() : 0;
      checkSizes(number, start + postings, occurrencesStart + occurrencesBytes);
      // It leaves the wanted term where the one before, which was smaller, still agreed with it.
      if (shared < matched) return undefined;
      if (shared === matched) {
        while (matched < length && matched < wanted.length && bytes[from + matched - shared] === wanted[matched])
          matched++;
        if (matched === wanted.length) {
          if (matched < length || documents === 0) return undefined;
          return { start, bytes: postings, documents, occurrencesStart, occurrencesBytes };
        }
        const next = bytes[from + matched - shared] as number;
        if (matched < length && codeUnitOrder(next) > codeUnitOrder(wanted[matched] as number)) return undefined;
      }
      start += postings;
      occurrencesStart += occurrencesBytes;
    }
    return undefined;
  }

  /** The block in which a term stands if it is there; -1 for one before all. */
  function blockOf(term: string): number {
    let low = 0;
    let high = firstTerms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((firstTerms[middle] as string) <= term) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  return {
    occurrences,
    find(term) {
      const number = blockOf(term);
      return number < 0 ? undefined : findInBlock(number, encoder.encode(term));
    },
    terms(beginning = '', source = file) {
      const cursor = { term: '', place: nowhere, next };
      let bytes = new Uint8Array(256);
      let length = 0;
      let number = Math.max(0, blockOf(beginning)) - 1;
      let reader: ByteReader | undefined;
      let start = 0;
      let occurrencesStart = 0;

      function nextBlock(): void {
        number++;
        const dictionary = dictionaries[number] as number;
        reader = byteReader(source.read(dictionary, (starts[number + 1] as number) - dictionary), fail);
        start = starts[number] as number;
        occurrencesStart = occurrenceStarts[number] as number;
        length = 0;
      }

      function readTerm(from: ByteReader): void {
        const shared = from.varint();
        if (shared > length) throw fail('has a term that continues none');
        const rest = from.varint();
        length = shared + rest;
        if (length > bytes.length) {
          const shorter = bytes;
          bytes = new Uint8Array(2 * length);
          bytes.set(shorter);
        }
        from.copy(rest, bytes, shared);
        const documents = from.varint();
        const postings = from.varint();
        const occurrencesBytes = occurrences ? from.varint() : 0;
        checkSizes(number, start + postings, occurrencesStart + occurrencesBytes);
        cursor.term = decodeTerm(bytes, length);
        cursor.place = { start, bytes: postings, documents, occurrencesStart, occurrencesBytes };
        start += postings;
        occurrencesStart += occurrencesBytes;
      }

      function next(): boolean {
        for (;;) {
          if (reader === undefined || reader.atEnd) {
            if (number + 1 >= firstTerms.length) return false;
            nextBlock();
          }
          readTerm(reader as ByteReader);
          if (cursor.term.startsWith(beginning)) return true;
          if (cursor.term > beginning) {
            reader = undefined;
            number = firstTerms.length;
          }
        }
      }

      return cursor;
    },
  };
}

/** Most terms are short ASCII, which costs less to make from its characters than a call of the decoder. */
function decodeTerm(bytes: Uint8Array, length: number): string {
  let isShort = length <= longestSpelt;
  for (let i = 0; isShort && i < length; i++) isShort = (bytes[i] as number) < 0x80;
  return isShort ? unitsToString(bytes, 0, length) : decoder.decode(bytes.subarray(0, length));
}

/**
 * Terms ascend by UTF-16 code units, in which characters beyond the Basic Multilingual Plane (first byte in UTF-8 from
 * 0xf0) come before those of its end (0xee and 0xef). With these exchanged, bytes are in the order of code units.
 */
function codeUnitOrder(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 0x10 : byte;
}
