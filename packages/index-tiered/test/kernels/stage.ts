import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { createKernels } from '../../src/kernels/create-kernels.ts';
import type { Kernels } from '../../src/kernels/kernels.ts';

/** Kernels of each kind. */
export const everyKind: readonly Kernels[] = [
  createKernels({ kind: 'scalar' }),
  createKernels({ kind: 'simd' }),
  createKernels({ kind: 'relaxed-simd' }),
];

/** What lies around inputs: zeros, NaN and −1, large numbers. */
const poisons = [0x00, 0xff, 0x7f];
const margin = 64;
const untouched = 0xa5;

/** Puts inputs and outputs of one call into a memory. */
export interface Stage {
  /** Gives the offset of the data, which is `shift` bytes off the alignment that memory is reserved with. */
  input(data: Int8Array | Uint8Array | Int16Array | Uint32Array | Float32Array, shift?: number): number;
  /** Gives the offset of an output of 4-byte numbers or bytes. */
  output(bytes: number): number;
}

/**
 * Calls a kernel of every kind, three times each with other bytes around its inputs. Checks that it writes nothing but its
 * output, and that the bytes around the inputs make no difference. Gives what `call` returned for each kind.
 */
export function onEveryKind<Result extends object>(call: (kernels: Kernels, stage: Stage) => () => Result): Result[] {
  return everyKind.map((kernels) => {
    const results = poisons.map((poison) => onStage(kernels, poison, call));
    const [first, ...others] = results;
    for (const other of others) {
      const same = isDeepStrictEqual(other, first); // toEqual takes ten times as long
      expect(same, `${kernels.kind}: what lies around the input makes a difference`).toBe(true);
    }
    return first as Result;
  });
}

function onStage<Result>(
  kernels: Kernels,
  poison: number,
  call: (kernels: Kernels, stage: Stage) => () => Result,
): Result {
  const { memory } = kernels;
  const guards: number[] = [];
  const read = call(kernels, {
    input(data, shift = 0) {
      const size = margin + shift + data.byteLength + margin;
      const start = memory.reserve(size);
      const place = memory.bytes(start, size).fill(poison);
      place.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), margin + shift);
      return start + margin + shift;
    },
    output(bytes) {
      const start = memory.reserve(margin + bytes + margin);
      memory.bytes(start, margin + bytes + margin).fill(untouched);
      guards.push(start, start + margin + bytes);
      return start + margin;
    },
  });
  const result = read();
  for (const start of guards) {
    const written = memory.bytes(start, margin).findIndex((byte) => byte !== untouched);
    expect(written, `${kernels.kind}: writes beside its output`).toBe(-1);
  }
  return result;
}
