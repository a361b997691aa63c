import { createHash } from 'node:crypto';
import type { LatentState } from './latent-state.ts';
import type { Pacer } from './pacer.ts';
import { encodeWeights } from './weights-file.ts';

/** Version of the file format and of the arithmetic behind the vectors. */
export const modelFormatVersion: number = 1;

/** Names of a model's files. */
export const modelFiles = {
  manifest: 'latent.json',
  terms: 'latent-terms.json',
  weights: 'latent-weights.bin',
} as const;

/** Size and SHA-256 (hexadecimal) of a file. */
export interface FileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/** The content of `latent.json`: what a model is and what its other files must be. */
export interface ModelManifest {
  readonly format: 'cubo-latent';
  readonly version: number;
  readonly analyzer: string;
  readonly dimensions: number;
  /** Coordinates that are not always zero. */
  readonly rank: number;
  readonly texts: number;
  readonly terms: number;
  readonly languages: readonly string[];
  readonly files: { readonly terms: FileDigest; readonly weights: FileDigest };
  /** SHA-256 over all fields above: changes with every part of the trained state. */
  readonly fingerprint: string;
}

/** Describes a trained state; the same state gives the same manifest. */
export async function describeModel(state: LatentState, pacer: Pacer): Promise<ModelManifest> {
  const fields = {
    format: 'cubo-latent',
    version: modelFormatVersion,
    analyzer: state.analyzer,
    dimensions: state.dimensions,
    rank: state.projection.width,
    texts: state.texts,
    terms: state.terms.length,
    languages: state.languages,
    files: {
      terms: await digest([encodeTerms(state)], pacer),
      weights: await digest(encodeWeights(state), pacer),
    },
  } as const;
  return { ...fields, fingerprint: fingerprintOf(fields) };
}

/** The content of a model's terms file. */
export function encodeTerms(state: Pick<LatentState, 'terms'>): Uint8Array {
  return Buffer.from(JSON.stringify(state.terms));
}

/** The fingerprint that belongs to the other fields of a manifest. */
export function fingerprintOf(manifest: Omit<ModelManifest, 'fingerprint'>): string {
  const { format, version, analyzer, dimensions, rank, texts, terms, languages, files } = manifest;
  const fields = [format, version, analyzer, dimensions, rank, texts, terms, languages];
  for (const file of [files.terms, files.weights]) fields.push(file.bytes, file.sha256);
  return `latent-${createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 40)}`;
}

/** Size and hash of a file made of parts, giving way to other work in between. */
export async function digest(parts: readonly Uint8Array[], pacer: Pacer): Promise<FileDigest> {
  const hash = createHash('sha256');
  const step = 1 << 20;
  let bytes = 0;
  for (const part of parts) {
    for (let from = 0; from < part.length; from += step) {
      hash.update(part.subarray(from, from + step));
      if (pacer.due()) await pacer.rest();
    }
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Checks that a value read from `latent.json` has the shape of a manifest of this version. */
export function isModelManifest(value: unknown): value is ModelManifest {
  if (!isRecord(value) || value.format !== 'cubo-latent' || value.version !== modelFormatVersion) return false;
  const { dimensions, rank, texts, terms, languages, files } = value;
  return (
    typeof value.analyzer === 'string' &&
    typeof value.fingerprint === 'string' &&
    [dimensions, rank, texts, terms].every((count) => Number.isSafeInteger(count) && (count as number) >= 0) &&
    (rank as number) <= (dimensions as number) &&
    Array.isArray(languages) &&
    languages.every((language) => typeof language === 'string') &&
    isRecord(files) &&
    isDigest(files.terms) &&
    isDigest(files.weights)
  );
}

function isDigest(value: unknown): value is FileDigest {
  return isRecord(value) && Number.isSafeInteger(value.bytes) && typeof value.sha256 === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
