import { createHash } from 'node:crypto';
import { type ChunkSet, CuboError, chunkSetFromRanges } from '@cubo/contracts';

/** One immutable file of an index. */
export interface IndexFile {
  /** File name in the index's directory. */
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of the content, hexadecimal. */
  readonly sha256: string;
  /** The chunks it was written for. */
  readonly ids: ChunkSet;
}

/**
 * The state of an index directory: which files it is made of, and which chunks it has forgotten since they were
 * written.
 */
export interface IndexManifest {
  /** Name and version of the file format: `lexical@1`. */
  readonly format: string;
  /** Grows by one with every commit. */
  readonly generation: number;
  readonly files: readonly IndexFile[];
  readonly removed: ChunkSet;
}

type StoredSet = readonly (readonly [number, number])[];

interface StoredManifest {
  readonly format: string;
  readonly generation: number;
  readonly files: readonly { name: string; bytes: number; sha256: string; ids: StoredSet }[];
  readonly removed: StoredSet;
}

function storedSet(set: ChunkSet): StoredSet {
  return set.starts.map((start, i) => [start, set.ends[i] as number] as const);
}

function digest(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

/** The bytes of a manifest: JSON that carries its own checksum. */
export function encodeManifest(manifest: IndexManifest): Uint8Array {
  const body: StoredManifest = {
    format: manifest.format,
    generation: manifest.generation,
    files: manifest.files.map((file) => ({ ...file, ids: storedSet(file.ids) })),
    removed: storedSet(manifest.removed),
  };
  const text = JSON.stringify(body);
  return new TextEncoder().encode(`${digest(text)}\n${text}\n`);
}

/** Reads a manifest; throws `CUBO_INDEX_CORRUPT` when it is damaged or of another format. */
export function decodeManifest(bytes: Uint8Array, path: string, format: string): IndexManifest {
  const text = new TextDecoder().decode(bytes);
  const border = text.indexOf('\n');
  const body = text.slice(border + 1, -1);
  if (border !== 64 || digest(body) !== text.slice(0, border)) {
    throw indexCorrupt(path, 'does not match its checksum');
  }
  const stored = JSON.parse(body) as StoredManifest;
  if (stored.format !== format) throw indexCorrupt(path, `is of the format ${stored.format}, not ${format}`);
  return {
    format: stored.format,
    generation: stored.generation,
    files: stored.files.map((file) => ({ ...file, ids: chunkSetFromRanges(file.ids) })),
    removed: chunkSetFromRanges(stored.removed),
  };
}

/** The error for an index file that cannot be trusted. `reason` continues the sentence "The index file <path> …". */
export function indexCorrupt(path: string, reason: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_INDEX_CORRUPT',
    message: `The index file ${path} ${reason}.`,
    remedy: 'Run doctor with --repair: indexes are rebuilt from the stored text, which is not affected.',
    path,
    cause,
  });
}
