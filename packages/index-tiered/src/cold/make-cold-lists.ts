import { type ChunkSet, chunkSetHas } from '@cubo/contracts';
import type { InvertedList } from '../inverted-file/inverted-file.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Pacer } from '../pacer.ts';
import { batchRows } from '../quantization/assigner.ts';
import type { VectorSource } from '../raw-vectors/vector-source.ts';
import { type Calibration, createCalibration, type HeldOut } from './calibration.ts';
import type { Codebook } from './codebook.ts';
import type { ColdDescription } from './cold-description.ts';
import { assignLists, encodeLists, type ListAssignment } from './encode-lists.ts';
import { createResidualEncoder, type ResidualEncoder } from './residual-encoder.ts';

/** What a cold segment is made from. */
export interface ColdMaking {
  readonly source: VectorSource;
  readonly codebook: Codebook;
  /** Vectors of the source by which the recall is measured; best if they were held out of training. */
  readonly heldOut: ChunkSet;
  /** Share of the nearest neighbours to be found. */
  readonly target: number;
  readonly kernels: Kernels;
  /** The most bytes of lists held at a time. */
  readonly bufferBytes: number;
  readonly pace: Pacer;
}

/** A cold segment that is being made. */
export interface ColdLists {
  /** Vectors in each list. */
  readonly sizes: Uint32Array;
  /** The lists, in order; each is overwritten by later ones. To return gives back their memory. */
  readonly lists: AsyncGenerator<InvertedList>;
  /** What is to be said of it; known once all lists are read. */
  describe(): ColdDescription;
}

/**
 * So much of what is beyond the target is aimed at too: held-out vectors are nearer to the others than queries are, and
 * there are only a hundred of them.
 */
const margin = 0.6;

/** Compresses vectors with a codebook, and measures how they have to be searched. */
export async function makeColdLists(making: ColdMaking): Promise<ColdLists> {
  const { source, codebook, target, kernels, bufferBytes, pace } = making;
  const { coarse, product, dimensions } = codebook;
  const encoder = await createResidualEncoder(kernels, source, coarse, product, pace);
  const heldOut = await readHeldOut(making);
  const calibration = createCalibration({
    kernels,
    codebook,
    encoding: source.encoding,
    heldOut,
    vectors: source.size,
  });
  const lists = coarse.length / dimensions;
  const assignment = await assignLists(source, encoder, lists, pace, (rows) => calibration.compare(rows));
  await encodeNeighbours(making, encoder, assignment, calibration);

  async function* calibrated(): AsyncGenerator<InvertedList> {
    let list = 0;
    const { parts } = product;
    for await (const one of encodeLists({ source, encoder, assignment, parts, bufferBytes, pace })) {
      calibration.list(list++, one.ids.length, one.codes);
      await pace();
      yield one;
    }
  }
  return {
    sizes: assignment.sizes,
    lists: calibrated(),
    describe: () => ({
      codebook: codebook.id,
      trainedVectors: codebook.vectors,
      trainedError: codebook.error,
      target,
      ...calibration.result(target + margin * (1 - target)),
    }),
  };
}

async function readHeldOut({ source, heldOut, pace }: ColdMaking): Promise<HeldOut[]> {
  const { encoding, dimensions } = source;
  const size = encoding.bytes(dimensions);
  const read: HeldOut[] = [];
  for await (const { count, ids, records } of source.batches(batchRows)) {
    for (let i = 0; i < count; i++) {
      const id = ids[i] as number;
      if (!chunkSetHas(heldOut, id)) continue;
      const vector = new Float32Array(dimensions);
      encoding.read(records, i * size, vector);
      if (vector.some((value) => value !== 0)) read.push({ id, vector });
    }
    await pace();
  }
  return read;
}

/** Tells the calibration the codes of the vectors that ought to be found. */
async function encodeNeighbours(
  { source, codebook, pace }: ColdMaking,
  encoder: ResidualEncoder,
  { listOf }: ListAssignment,
  calibration: Calibration,
): Promise<void> {
  const { parts } = codebook.product;
  const neighbours = calibration.neighbours();
  const lists = Uint32Array.of(0);
  const residual = new Float32Array(source.dimensions);
  const code = new Uint8Array(parts);
  const size = source.encoding.bytes(source.dimensions);
  for await (const { count, positions, ids, records } of source.batches(batchRows)) {
    for (let i = 0; i < count; i++) {
      const id = ids[i] as number;
      if (!chunkSetHas(neighbours, id)) continue;
      lists[0] = listOf[positions[i] as number] as number;
      encoder.residuals(records.subarray(i * size), 1, lists, residual);
      encoder.encode(residual, 1, code);
      calibration.neighbour(id, lists[0] as number, code);
    }
    await pace();
  }
}
