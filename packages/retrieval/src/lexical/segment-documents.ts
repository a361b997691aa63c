import { type ChunkSet, chunkSetFromRanges } from '@cubo/contracts';
import { separateBuffer } from '@cubo/library';
import { type ByteReader, byteReader } from './byte-reader.ts';
import type { LanguageCount } from './lexical-segment.ts';

/** What the `documents` part of a segment file begins with. */
export interface DecodedChunks {
  readonly ids: ChunkSet;
  readonly languages: readonly LanguageCount[];
}

/** What it knows of each chunk, by position: bytes for each of millions. */
export interface DecodedLengths {
  readonly tokens: number;
  readonly lengths: Uint16Array | Uint32Array;
  readonly languageIndexes: ArrayLike<number>;
}

/** Decodes the beginning of the `documents` part of a segment file; `fail` makes the error for one that makes no sense. */
export function decodeChunks(bytes: Uint8Array, fail: (reason: string) => Error): DecodedChunks {
  return readChunks(byteReader(bytes, fail));
}

/** Decodes the rest of it. */
export function decodeLengths(bytes: Uint8Array, fail: (reason: string) => Error): DecodedLengths {
  const reader = byteReader(bytes, fail);
  const { ids, languages } = readChunks(reader);
  // Every chunk has a byte at least, so a count that fits into the file bounds what is allocated.
  if (ids.size > bytes.length) throw fail('has fewer lengths than chunks');
  let lengths: Uint16Array | Uint32Array = new Uint16Array(separateBuffer(2 * ids.size), 0, ids.size);
  let tokens = 0;
  for (let position = 0; position < ids.size; position++) {
    const length = reader.varint();
    if (length > 0xffff && lengths instanceof Uint16Array) lengths = Uint32Array.from(lengths);
    lengths[position] = length;
    tokens += length;
  }
  const indexes = languages.length > 1 ? ids.size : 0;
  const languageIndexes = new Uint16Array(separateBuffer(2 * indexes), 0, indexes);
  for (let position = 0; position < languageIndexes.length; position++) {
    const index = reader.varint();
    if (index >= languages.length) throw fail('refers to a language that it does not name');
    languageIndexes[position] = index;
  }
  const oneLanguage: ArrayLike<number> = { length: 0 };
  return { tokens, lengths, languageIndexes: languages.length > 1 ? languageIndexes : oneLanguage };
}

function readChunks(reader: ByteReader): DecodedChunks {
  const ranges: [number, number][] = [];
  let end = 0;
  for (let left = reader.varint(); left > 0; left--) {
    const start = end + reader.varint();
    end = start + reader.varint();
    ranges.push([start, end]);
  }
  const languages: LanguageCount[] = [];
  for (let left = reader.varint(); left > 0; left--) {
    languages.push({ language: reader.text(), documents: reader.varint() });
  }
  return { ids: chunkSetFromRanges(ranges), languages };
}
