/**
 * The memory that kernels read and write, addressed by byte offsets. It belongs to one set of kernels, grows as needed
 * and is given back as a whole, with them.
 */
export interface KernelMemory {
  /**
   * Reserves bytes, at an offset that is a multiple of 16 and above all earlier ones, followed by at least 16 more bytes that may be read. May
   * detach earlier views. Throws `CUBO_MEMORY_EXCEEDED` when there is no room for it.
   */
  reserve(bytes: number): number;
  /** Views of reserved bytes; valid until the next `reserve`. Throw a `RangeError` beyond the end of the memory. */
  bytes(offset: number, length: number): Uint8Array;
  int8(offset: number, length: number): Int8Array;
  /** From here on offsets are multiples of the element's size. */
  int16(offset: number, length: number): Int16Array;
  uint32(offset: number, length: number): Uint32Array;
  float32(offset: number, length: number): Float32Array;
  /** Bytes reserved so far. */
  readonly used: number;
  /** Gives up what was reserved since so many bytes were: what is reserved next takes its place. */
  rewind(used: number): void;
}
