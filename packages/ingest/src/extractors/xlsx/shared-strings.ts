import { CuboError } from '@cubo/contracts';
import type { XmlHandler } from '../../xml/xml-handler.ts';
import { createCellString } from './cell-string.ts';

const chunkSize = 1024 * 1024;

/** The strings that the cells of a workbook refer to by their number. */
export interface SharedStrings {
  readonly count: number;
  get(index: number): string | undefined;
}

/** Collects strings in UTF-8, with few objects however many there are. */
export interface SharedStringTable extends SharedStrings {
  readonly handler: XmlHandler;
}

/**
 * A table of shared strings (ISO/IEC 29500-1, 18.4) that is filled while its part is read.
 *
 * @throws CuboError `CUBO_SOURCE_TOO_LARGE`, out of the handler, as soon as the strings take more than `maximumBytes`
 */
export function createSharedStrings(uri: string, maximumBytes: number): SharedStringTable {
  const chunks: Buffer[] = [];
  /** Where a string begins: its chunk times the size of chunks, and its place therein. */
  let starts = new Float64Array(1024);
  let lengths = new Uint32Array(1024);
  let count = 0;
  let used = chunkSize;
  let total = 0;
  const string = createCellString('si', add);

  function add(text: string): void {
    const length = Buffer.byteLength(text);
    total += length + 12;
    if (total > maximumBytes) throw tooLarge(uri, maximumBytes);
    if (count === lengths.length) {
      const [oldStarts, oldLengths] = [starts, lengths];
      starts = new Float64Array(2 * count);
      starts.set(oldStarts);
      lengths = new Uint32Array(2 * count);
      lengths.set(oldLengths);
    }
    if (used + length > chunkSize) {
      chunks.push(Buffer.allocUnsafeSlow(Math.max(chunkSize, length)));
      used = 0;
    }
    chunks.at(-1)?.write(text, used);
    starts[count] = (chunks.length - 1) * chunkSize + used;
    lengths[count++] = length;
    used += length;
  }

  return {
    handler: string,
    get count() {
      return count;
    },
    get(index) {
      const start = starts[index];
      if (start === undefined || !(index < count)) return undefined;
      const length = lengths[index] ?? 0;
      if (length === 0) return '';
      const at = start % chunkSize;
      return chunks[Math.floor(start / chunkSize)]?.toString('utf8', at, at + length);
    },
  };
}

function tooLarge(uri: string, maximumBytes: number): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_TOO_LARGE',
    message: `${uri} has more than ${maximumBytes} bytes of different texts in its cells.`,
    remedy: 'Split the workbook, or raise the limit.',
    path: uri,
  });
}
