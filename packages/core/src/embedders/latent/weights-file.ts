import { endianness } from 'node:os';
import type { LatentState } from './latent-state.ts';

const magic = Buffer.from('CUBOLTN1', 'latin1');

/** What a weights file holds. */
export type LatentWeights = Pick<LatentState, 'documentFrequencies' | 'projection'>;

/** Bytes of a weights file for so many terms in so many dimensions. */
export function weightsFileSize(terms: number, width: number): number {
  return magic.length + terms * (4 + 4 + width);
}

/**
 * The parts of a weights file, in order: eight bytes `CUBOLTN1`, the document frequency of each term (uint32), its
 * scale (float32), its projection row (int8 each); numbers are little-endian.
 */
export function encodeWeights(weights: LatentWeights): Uint8Array[] {
  const { documentFrequencies, projection } = weights;
  return [
    magic,
    littleEndian(documentFrequencies),
    littleEndian(projection.scales),
    new Uint8Array(projection.codes.buffer, projection.codes.byteOffset, projection.codes.byteLength),
  ];
}

/**
 * Reads a weights file of known shape.
 *
 * @param bytes of the size that {@link weightsFileSize} gives
 * @returns nothing where the file does not begin as it must
 */
export function decodeWeights(bytes: Uint8Array, shape: { terms: number; width: number }): LatentWeights | undefined {
  const { terms, width } = shape;
  if (bytes.length !== weightsFileSize(terms, width) || magic.compare(bytes, 0, magic.length) !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frequenciesAt = magic.length;
  const scalesAt = frequenciesAt + 4 * terms;
  return {
    documentFrequencies: Uint32Array.from({ length: terms }, (_, i) => view.getUint32(frequenciesAt + 4 * i, true)),
    projection: {
      width,
      scales: Float32Array.from({ length: terms }, (_, i) => view.getFloat32(scalesAt + 4 * i, true)),
      codes: new Int8Array(bytes.buffer, bytes.byteOffset + scalesAt + 4 * terms, terms * width),
    },
  };
}

function littleEndian(numbers: Uint32Array | Float32Array): Uint8Array {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return endianness() === 'LE' ? bytes : Buffer.from(bytes).swap32();
}
