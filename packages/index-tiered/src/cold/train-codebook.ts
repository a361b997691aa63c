import { separateBuffer } from '@cubo/library';
import type { Kernels } from '../kernels/kernels.ts';
import { whileReserved } from '../kernels/while-reserved.ts';
import type { Pacer } from '../pacer.ts';
import { batchRows } from '../quantization/assigner.ts';
import { trainProductQuantizer } from '../quantization/product-quantizer.ts';
import { samplePositions } from '../quantization/random.ts';
import { sphericalKMeans } from '../quantization/spherical-k-means.ts';
import { int8Copies } from '../raw-vectors/int8-copies.ts';
import { int8Encoding } from '../raw-vectors/int8-encoding.ts';
import type { VectorSource } from '../raw-vectors/vector-source.ts';
import { type Codebook, codebookId } from './codebook.ts';
import { type ColdProfile, chooseLists, chooseParts } from './cold-shape.ts';
import { createResidualEncoder } from './residual-encoder.ts';

/** What a codebook is trained on, and how. */
export interface CodebookTraining {
  readonly source: VectorSource;
  readonly profile: ColdProfile;
  readonly random: () => number;
  readonly kernels: Kernels;
  /** The most bytes of a sample. */
  readonly sampleBytes: number;
  readonly pace: Pacer;
}

/** Vectors of the sample for each list. */
const perList = 64;
/** Vectors of the sample for each centroid of a part. */
const mostResiduals = 1 << 14;

/** Trains a codebook on a sample of vectors. */
export async function trainCodebook(training: CodebookTraining): Promise<Codebook> {
  const { source, profile, random, kernels, sampleBytes, pace } = training;
  const { memory } = kernels;
  const { dimensions } = source;
  const lists = chooseLists(source.size);
  const mostRecords = Math.max(lists, Math.floor(sampleBytes / int8Encoding.bytes(dimensions)));
  const records = await sampleRecords(training, Math.min(lists * perList, mostRecords));
  const coarse = await whileReserved(memory, () =>
    sphericalKMeans({ kernels, dimensions, records, clusters: lists, random, pace }),
  );
  // They are the largest part of a training, and what follows needs room too.
  records.buffer.transfer(0);

  const mostVectors = Math.floor(sampleBytes / (4 * dimensions));
  const residuals = await whileReserved(memory, () =>
    sampleResiduals(training, coarse, Math.min(mostResiduals, mostVectors)),
  );
  const parts = chooseParts(dimensions, profile);
  const shape = { parts, width: dimensions / parts };
  const product = await whileReserved(memory, () =>
    trainProductQuantizer({ kernels, ...shape, vectors: residuals, random, pace }),
  );
  residuals.buffer.transfer(0);
  const id = codebookId(coarse, product);
  const untold = { id, dimensions, coarse, product, vectors: source.size };
  const error = await whileReserved(memory, () => quantizationError(training, { ...untold, error: 0 }));
  return { ...untold, error };
}

/** Vectors by which an error is measured. */
const measured = 2048;

/** The mean squared error of a sample of vectors, in relation to their mean squared length. */
export async function quantizationError(
  { source, random, kernels, pace }: Omit<CodebookTraining, 'profile' | 'sampleBytes'>,
  { coarse, product }: Codebook,
): Promise<number> {
  const encoder = await createResidualEncoder(kernels, source, coarse, product, pace);
  const wanted = membership(samplePositions(source.size, measured, random));
  const { dimensions, encoding } = source;
  const lists = new Uint32Array(batchRows);
  const residuals = new Float32Array(batchRows * dimensions);
  const codes = new Uint8Array(batchRows * product.parts);
  const vector = new Float32Array(dimensions);
  let error = 0;
  let squares = 0;
  for await (const { count, records } of source.batches(batchRows, wanted)) {
    encoder.assign(records, count, lists);
    encoder.residuals(records, count, lists, residuals);
    error += encoder.encode(residuals, count, codes);
    for (let row = 0; row < count; row++) {
      encoding.read(records, row * encoding.bytes(dimensions), vector);
      for (const value of vector) squares += value * value;
    }
    await pace();
  }
  return squares === 0 ? 0 : error / squares;
}

async function sampleRecords(
  { source, random, pace }: CodebookTraining,
  count: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chosen = samplePositions(source.size, count, random);
  const size = int8Encoding.bytes(source.dimensions);
  const sample = new Uint8Array(separateBuffer(chosen.length * size), 0, chosen.length * size);
  const asInt8 = int8Copies(source);
  let filled = 0;
  for await (const rows of source.batches(batchRows, membership(chosen))) {
    sample.set(asInt8(rows.records, rows.count).subarray(0, rows.count * size), filled * size);
    filled += rows.count;
    await pace();
  }
  return sample;
}

async function sampleResiduals(
  { source, random, kernels, pace }: CodebookTraining,
  coarse: Float32Array,
  count: number,
): Promise<Float32Array<ArrayBuffer>> {
  const chosen = samplePositions(source.size, count, random);
  const encoder = await createResidualEncoder(kernels, source, coarse, undefined, pace);
  const { dimensions } = source;
  const components = chosen.length * dimensions;
  const sample = new Float32Array(separateBuffer(4 * components), 0, components);
  const lists = new Uint32Array(batchRows);
  let filled = 0;
  for await (const rows of source.batches(batchRows, membership(chosen))) {
    encoder.assign(rows.records, rows.count, lists);
    encoder.residuals(rows.records, rows.count, lists, sample.subarray(filled * dimensions));
    filled += rows.count;
    await pace();
  }
  return sample;
}

/** A test for positions that are asked in ascending order. */
function membership(chosen: Uint32Array): (position: number) => boolean {
  let next = 0;
  return (position) => {
    while (next < chosen.length && (chosen[next] as number) < position) next++;
    return chosen[next] === position;
  };
}
