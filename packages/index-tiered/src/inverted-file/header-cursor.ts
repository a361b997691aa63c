import { crc32 } from 'node:zlib';
import { indexCorrupt, type ReadableFile } from '@cubo/library';

const pieceBytes = 1 << 18;

/** Reads the beginning of a file in order. What is asked for is compared with the file's size before room is made for it. */
export interface HeaderCursor {
  readonly position: number;
  /** CRC-32 of all bytes before the position. */
  readonly checksum: number;
  /** So many bytes of single fields. */
  fields(bytes: number): Promise<HeaderFields>;
  /** So many unsigned integers of 64 bits, which must be safe ones. */
  uint64s(count: number, what: string): Promise<Float64Array>;
  /** So many float32 numbers, which must be finite. */
  floats(count: number, what: string): Promise<Float32Array>;
}

/** Fields of a header, read one after the other. */
export interface HeaderFields {
  /** Four characters. */
  code(): string;
  uint8(): number;
  int32(): number;
  /** An unsigned integer of 64 bits, which must be a safe one. */
  uint64(what: string): number;
  skip(bytes: number): void;
}

/** A cursor at the first byte of a file. Throws `CUBO_INDEX_CORRUPT` where the file is not as asked for. */
export function headerCursor(file: ReadableFile): HeaderCursor {
  let position = 0;
  let checksum = 0;

  function expectRoom(bytes: number, what: string): void {
    if (bytes > file.bytes - position) throw indexCorrupt(file.path, `ends within its ${what}`);
  }

  async function take(bytes: number, what: string): Promise<DataView> {
    expectRoom(bytes, what);
    const taken = await file.read(position, bytes);
    position += bytes;
    checksum = crc32(taken, checksum);
    return new DataView(taken.buffer, taken.byteOffset, taken.byteLength);
  }

  /** Elements are decoded one by one, since they are little-endian on every machine and lie at any offset. */
  async function each(
    count: number,
    elementBytes: number,
    what: string,
    decode: (view: DataView, offset: number, index: number) => void,
  ): Promise<void> {
    const most = pieceBytes / elementBytes;
    for (let first = 0; first < count; first += most) {
      const elements = Math.min(most, count - first);
      const view = await take(elements * elementBytes, what);
      for (let i = 0; i < elements; i++) decode(view, i * elementBytes, first + i);
    }
  }

  function safeUint64(view: DataView, offset: number, what: string): number {
    const number = view.getUint32(offset + 4, true) * 2 ** 32 + view.getUint32(offset, true);
    if (!Number.isSafeInteger(number)) throw indexCorrupt(file.path, `has an impossible ${what}`);
    return number;
  }

  return {
    get position() {
      return position;
    },
    get checksum() {
      return checksum;
    },
    async fields(bytes) {
      const view = await take(bytes, 'header');
      let offset = 0;
      const next = (size: number) => {
        offset += size;
        return offset - size;
      };
      return {
        code: () => Buffer.from(view.buffer, view.byteOffset + next(4), 4).toString('latin1'),
        uint8: () => view.getUint8(next(1)),
        int32: () => view.getInt32(next(4), true),
        uint64: (what) => safeUint64(view, next(8), what),
        skip(size) {
          next(size);
        },
      };
    },
    async uint64s(count, what) {
      expectRoom(count * 8, what);
      const numbers = new Float64Array(count);
      await each(count, 8, what, (view, offset, index) => {
        numbers[index] = safeUint64(view, offset, what);
      });
      return numbers;
    },
    async floats(count, what) {
      expectRoom(count * 4, what);
      const floats = new Float32Array(count);
      await each(count, 4, what, (view, offset, index) => {
        const value = view.getFloat32(offset, true);
        if (!Number.isFinite(value)) throw indexCorrupt(file.path, `has a number in its ${what} that is not finite`);
        floats[index] = value;
      });
      return floats;
    },
  };
}
