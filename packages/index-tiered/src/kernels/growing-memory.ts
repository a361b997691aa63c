import { CuboError } from '@cubo/contracts';
import type { KernelMemory } from './kernel-memory.ts';

/** Bytes that can become more. */
export interface GrowingBuffer {
  /** The present bytes; another object after `grow`. */
  readonly buffer: ArrayBuffer;
  /** Makes them at least so many. Throws a `RangeError` where there is no room for them. */
  grow(bytes: number): void;
}

/** Offsets are multiples of it. */
const alignment = 16;
/** Bytes behind what is reserved that kernels may read. */
const margin = 16;

/** A kernels' memory on bytes that grow, up to `limitBytes` in all. */
export function growingMemory(bytes: GrowingBuffer, limitBytes: number): KernelMemory {
  let used = 0;
  return {
    reserve(size) {
      if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`${size} is no number of bytes.`);
      const offset = Math.ceil(used / alignment) * alignment;
      const end = offset + size;
      growTo(bytes, end + margin, limitBytes);
      used = end;
      return offset;
    },
    bytes: (offset, length) => new Uint8Array(bytes.buffer, offset, length),
    int8: (offset, length) => new Int8Array(bytes.buffer, offset, length),
    int16: (offset, length) => new Int16Array(bytes.buffer, offset, length),
    uint32: (offset, length) => new Uint32Array(bytes.buffer, offset, length),
    float32: (offset, length) => new Float32Array(bytes.buffer, offset, length),
    get used() {
      return used;
    },
    rewind(to) {
      if (!(to >= 0 && to <= used)) throw new RangeError(`There are no ${to} bytes reserved.`);
      used = to;
    },
  };
}

function growTo(bytes: GrowingBuffer, needed: number, limitBytes: number): void {
  const present = bytes.buffer.byteLength;
  if (needed > limitBytes) {
    throw new CuboError({
      code: 'CUBO_MEMORY_EXCEEDED',
      message: `The vector index needs ${mebibytes(needed)} MiB for vectors and tables, and may use ${mebibytes(limitBytes)} MiB.`,
      remedy: 'Give it a larger memory budget, or let it keep fewer vectors in memory.',
    });
  }
  if (needed <= present) return;
  // An eighth more than needed, so that many small reservations do not each grow it. Pages that nobody wrote to take no
  // memory.
  const wanted = Math.min(limitBytes, Math.max(needed, present + Math.floor(present / 8)));
  if (wanted > needed && tryGrow(bytes, wanted) === undefined) return;
  const cause = tryGrow(bytes, needed);
  if (cause === undefined) return;
  throw new CuboError({
    code: 'CUBO_MEMORY_EXCEEDED',
    message: `The vector index needs ${mebibytes(needed)} MiB for vectors and tables, and the system does not give them.`,
    remedy: 'Close other programs, or let it keep fewer vectors in memory.',
    cause,
  });
}

function tryGrow(bytes: GrowingBuffer, size: number): unknown {
  try {
    bytes.grow(size);
    return undefined;
  } catch (error) {
    return error;
  }
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
