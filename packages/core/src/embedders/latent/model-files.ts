import { join } from 'node:path';
import type { ModelFiles } from '@cubo/contracts';
import { indexCorrupt } from '@cubo/library';
import type { LatentModel } from './latent-model.ts';
import {
  digest,
  encodeTerms,
  type FileDigest,
  fingerprintOf,
  isModelManifest,
  type ModelManifest,
  modelFiles,
} from './model-manifest.ts';
import type { Pacer } from './pacer.ts';
import { decodeWeights, encodeWeights, weightsFileSize } from './weights-file.ts';

/** What a model must have been trained with to be read. */
export interface ModelExpectations {
  /** Fingerprint of the analyzer in use. */
  readonly analyzer: string;
  readonly dimensions: number;
}

/** Writes a model's files into an existing, empty directory, durably, the manifest last. */
export async function writeModel(directory: string, model: LatentModel, files: ModelFiles): Promise<void> {
  const { state, manifest } = model;
  await writeFile(files, join(directory, modelFiles.terms), [encodeTerms(state)]);
  await writeFile(files, join(directory, modelFiles.weights), encodeWeights(state));
  await writeFile(files, join(directory, modelFiles.manifest), [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
  await files.syncDirectory(directory);
}

/**
 * Reads what {@link writeModel} wrote. Nothing is taken on trust: a file that is missing, truncated, changed or made
 * for another analyzer or other dimensions is refused with `CUBO_INDEX_CORRUPT`.
 */
export async function readModel(
  directory: string,
  expected: ModelExpectations,
  { files, pacer }: { files: ModelFiles; pacer: Pacer },
): Promise<LatentModel> {
  const manifest = await readManifest(files, join(directory, modelFiles.manifest), expected);
  const shape = { terms: manifest.terms, width: manifest.rank };

  const termsPath = join(directory, modelFiles.terms);
  const terms = parseJson(await readVerified(files, termsPath, manifest.files.terms, pacer));
  if (!Array.isArray(terms) || terms.length !== shape.terms || !terms.every((term) => typeof term === 'string')) {
    throw indexCorrupt(termsPath, 'is not the list of terms that its manifest describes');
  }
  const weightsPath = join(directory, modelFiles.weights);
  const weights = decodeWeights(await readVerified(files, weightsPath, manifest.files.weights, pacer), shape);
  if (!weights?.projection.scales.every(Number.isFinite)) {
    throw indexCorrupt(weightsPath, 'is not the weights file that its manifest describes');
  }
  const { analyzer, dimensions, texts, languages } = manifest;
  return { state: { analyzer, dimensions, texts, languages, terms, ...weights }, manifest };
}

async function readManifest(files: ModelFiles, path: string, expected: ModelExpectations): Promise<ModelManifest> {
  const manifest = parseJson(await readExisting(files, path));
  if (!isModelManifest(manifest)) throw indexCorrupt(path, 'does not describe a latent model of this version');
  if (fingerprintOf(manifest) !== manifest.fingerprint) throw indexCorrupt(path, 'does not match its checksum');
  if (manifest.analyzer !== expected.analyzer) {
    throw indexCorrupt(path, `belongs to the text analysis ${manifest.analyzer}, not ${expected.analyzer}`);
  }
  if (manifest.dimensions !== expected.dimensions) {
    throw indexCorrupt(path, `describes vectors of ${manifest.dimensions} dimensions, not ${expected.dimensions}`);
  }
  if (manifest.files.weights.bytes !== weightsFileSize(manifest.terms, manifest.rank)) {
    throw indexCorrupt(path, 'states sizes that contradict each other');
  }
  return manifest;
}

async function writeFile(files: ModelFiles, path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await files.create(path);
  try {
    for (const part of parts) await file.write(part);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readVerified(files: ModelFiles, path: string, expected: FileDigest, pacer: Pacer): Promise<Uint8Array> {
  const bytes = await readExisting(files, path);
  if (bytes.length !== expected.bytes) {
    throw indexCorrupt(path, `has ${bytes.length} bytes instead of ${expected.bytes}`);
  }
  const { sha256 } = await digest([bytes], pacer);
  if (sha256 !== expected.sha256) throw indexCorrupt(path, 'does not match its checksum');
  return bytes;
}

async function readExisting(files: ModelFiles, path: string): Promise<Uint8Array> {
  const bytes = await files.read(path);
  if (!bytes) throw indexCorrupt(path, 'is missing');
  return bytes;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}
