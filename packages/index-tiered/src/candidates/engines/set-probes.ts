import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';

/** The head of an index with inverted lists: four letters, the index header, the numbers of lists and of probes. */
const letters = /^I[vwV][A-Za-z]{2}$/;
const headBytes = 4 + 33 + 8 + 8;
/** In the index header, behind dimensions and number of vectors: twice 2^20, which mean nothing. */
const filler = 1n << 20n;
const pieceBytes = 1 << 20;

/**
 * Says in a file that FAISS wrote how many inverted lists a search reads: FAISS writes 1 there, and `faiss-node` has no
 * way to set it. The head of the inverted file may lie behind that of an index it is a part of, and behind matrices by
 * which vectors are transformed. A file without inverted lists stays as it is.
 */
export function setProbes(path: string, vectors: number, wanted: number | undefined): void {
  const file = openSync(path, 'r+');
  try {
    const bytes = fstatSync(file).size;
    const piece = Buffer.alloc(pieceBytes + headBytes - 1);
    for (let start = 0; start + headBytes <= bytes; start += pieceBytes) {
      const length = readSync(file, piece, 0, piece.length, start);
      const at = findHead(piece.subarray(0, length), vectors);
      if (at === undefined) continue;
      const lists = piece.readBigUInt64LE(at + 37);
      const probes = wanted ?? Math.max(1, Math.round(Math.sqrt(Number(lists))));
      const value = Buffer.alloc(8);
      value.writeBigUInt64LE(lists < BigInt(probes) ? lists : BigInt(probes));
      writeSync(file, value, 0, 8, start + at + 45);
      return;
    }
  } finally {
    closeSync(file);
  }
}

function findHead(bytes: Buffer, vectors: number): number | undefined {
  for (let at = bytes.indexOf('I'); at >= 0 && at + headBytes <= bytes.length; at = bytes.indexOf('I', at + 1)) {
    if (
      bytes.readBigUInt64LE(at + 16) === filler &&
      bytes.readBigUInt64LE(at + 24) === filler &&
      bytes.readBigUInt64LE(at + 8) === BigInt(vectors) &&
      bytes.readBigUInt64LE(at + 45) === 1n &&
      letters.test(bytes.toString('latin1', at, at + 4))
    ) {
      return at;
    }
  }
  return undefined;
}
