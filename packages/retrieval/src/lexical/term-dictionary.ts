import { byteReader } from './byte-reader.ts';
import type { CheckedFile } from './checked-file.ts';
import type { PostingsPlace } from './postings/file-postings.ts';
import { segmentMagic } from './segment-format.ts';

/** The terms of a segment file. Only the first term of each block is in memory. */
export interface TermDictionary {
  /** Whether occurrences are kept. */
  readonly occurrences: boolean;
  /** Nothing, too, for a term without postings. */
  find(term: string): PostingsPlace | undefined;
  /** The terms from the first one on that begins so, ascending; all without a beginning. */
  entries(beginning?: string): Iterable<{ readonly term: string; readonly place: PostingsPlace }>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Opens a dictionary from the `index` part of its file, at `indexStart`; `fail` makes the error for a damaged one. */
export function termDictionary(
  file: CheckedFile,
  indexStart: number,
  indexBytes: number,
  fail: (reason: string) => Error,
): TermDictionary {
  const firstTerms: string[] = [];
  // Start of the postings and of the dictionary of each block; one more entry for the end of the last.
  const starts: number[] = [];
  const occurrenceStarts: number[] = [];
  const dictionaries: number[] = [];
  const index = byteReader(file.read(indexStart, indexBytes), fail);
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
  if (position !== indexStart || !index.atEnd) throw fail('has an index that does not match its blocks');

  function* block(number: number): Generator<{ term: Uint8Array; place: PostingsPlace }> {
    const dictionary = dictionaries[number] as number;
    const reader = byteReader(file.read(dictionary, (starts[number + 1] as number) - dictionary), fail);
    let term: Uint8Array = new Uint8Array();
    let start = starts[number] as number;
    let occurrencesStart = occurrenceStarts[number] as number;
    while (!reader.atEnd) {
      const shared = reader.varint();
      const rest = reader.raw(reader.varint());
      if (shared > term.length) throw fail('has a term that continues none');
      const next = new Uint8Array(shared + rest.length);
      next.set(term.subarray(0, shared));
      next.set(rest, shared);
      term = next;
      const documents = reader.varint();
      const bytes = reader.varint();
      const occurrencesBytes = occurrences ? reader.varint() : 0;
      checkSizes(number, start + bytes, occurrencesStart + occurrencesBytes);
      yield { term, place: { start, bytes, documents, occurrencesStart, occurrencesBytes } };
      start += bytes;
      occurrencesStart += occurrencesBytes;
    }
  }

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
    *entries(beginning = '') {
      for (let number = Math.max(0, blockOf(beginning)); number < firstTerms.length; number++) {
        for (const { term: bytes, place } of block(number)) {
          const term = decodeTerm(bytes);
          if (term.startsWith(beginning)) yield { term, place };
          else if (term > beginning) return;
        }
      }
    },
  };
}

/** Most terms are short ASCII, which costs less to make from its characters than a call of the decoder. */
function decodeTerm(bytes: Uint8Array): string {
  if (bytes.length > 64) return decoder.decode(bytes);
  for (const byte of bytes) if (byte >= 0x80) return decoder.decode(bytes);
  let term = '';
  for (const byte of bytes) term += String.fromCharCode(byte);
  return term;
}

/**
 * Terms ascend by UTF-16 code units, in which characters beyond the Basic Multilingual Plane (first byte in UTF-8 from
 * 0xf0) come before those of its end (0xee and 0xef). With these exchanged, bytes are in the order of code units.
 */
function codeUnitOrder(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 0x10 : byte;
}
