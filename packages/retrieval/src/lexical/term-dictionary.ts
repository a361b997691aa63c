import { byteReader } from './byte-reader.ts';
import type { CheckedFile } from './checked-file.ts';
import type { PostingsPlace } from './postings/file-postings.ts';
import { segmentMagic } from './segment-format.ts';

/** The terms of a segment file. Only the first term of each block is in memory. */
export interface TermDictionary {
  find(term: string): PostingsPlace | undefined;
  entries(): Iterable<{ readonly term: string; readonly place: PostingsPlace }>;
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
  const dictionaries: number[] = [];
  const index = byteReader(file.read(indexStart, indexBytes), fail);
  let position = segmentMagic.length;
  for (let left = index.varint(); left > 0; left--) {
    firstTerms.push(index.text());
    starts.push(position);
    position += index.varint();
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
      if (start + bytes > dictionary) throw fail('has postings of impossible size');
      yield { term, place: { start, bytes, documents } };
      start += bytes;
    }
  }

  /** Compares in place: of each term only the bytes beyond those that it is known to share with the wanted one. */
  function findInBlock(number: number, wanted: Uint8Array): PostingsPlace | undefined {
    const dictionary = dictionaries[number] as number;
    const bytes = file.read(dictionary, (starts[number + 1] as number) - dictionary);
    const reader = byteReader(bytes, fail);
    let start = starts[number] as number;
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
      if (start + postings > dictionary) throw fail('has postings of impossible size');
      // It leaves the wanted term where the one before, which was smaller, still agreed with it.
      if (shared < matched) return undefined;
      if (shared === matched) {
        while (matched < length && matched < wanted.length && bytes[from + matched - shared] === wanted[matched])
          matched++;
        if (matched === wanted.length) return matched === length ? { start, bytes: postings, documents } : undefined;
        const next = bytes[from + matched - shared] as number;
        if (matched < length && codeUnitOrder(next) > codeUnitOrder(wanted[matched] as number)) return undefined;
      }
      start += postings;
    }
    return undefined;
  }

  return {
    find(term) {
      let low = 0;
      let high = firstTerms.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((firstTerms[middle] as string) <= term) low = middle + 1;
        else high = middle;
      }
      if (low === 0) return undefined;
      return findInBlock(low - 1, encoder.encode(term));
    },
    *entries() {
      for (let number = 0; number < firstTerms.length; number++) {
        for (const { term, place } of block(number)) yield { term: decodeTerm(term), place };
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
