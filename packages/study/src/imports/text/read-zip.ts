import { badArgument, describeThrown } from '@cubo/contracts';
import { unzipSync } from 'fflate';
import { badFile, tooLarge } from './bad-file.ts';

const mostFiles = 20_000;
/** Of all files that are read, unpacked, in bytes. */
const mostBytes = 512 * 1024 * 1024;
/** Packed texts are seldom smaller than a hundredth. */
const mostRatio = 200;
/** Small files may well be packed tighter. */
const smallFile = 1024 * 1024;

/** The files of a zip archive by their names. */
export interface ZipContent {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Names of all files, also of those that were not wanted. */
  readonly names: readonly string[];
}

/**
 * Unpacks the files of an archive that are wanted. What would unfold into too much is refused before it is unpacked.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID`, `CUBO_LIMIT_EXCEEDED`
 */
export function readZip(bytes: Uint8Array, format: string, isWanted: (name: string) => boolean): ZipContent {
  if (!(bytes instanceof Uint8Array)) {
    throw badArgument(`The ${format} is no Uint8Array.`, 'Pass the bytes of the file.');
  }
  const names: string[] = [];
  let total = 0;
  let refusal: Error | undefined;
  try {
    const unpacked = unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        names.push(name);
        if (names.length > mostFiles) refusal ??= tooLarge(format, `holds more than ${mostFiles} files`);
        if (refusal !== undefined || !isWanted(name)) return false;
        total += originalSize;
        if (total > mostBytes) refusal = tooLarge(format, `unfolds into more than ${mostBytes} bytes`);
        else if (originalSize > smallFile && originalSize > size * mostRatio) {
          refusal = tooLarge(format, `holds a file that unfolds into more than ${mostRatio} times its size`);
        }
        return refusal === undefined;
      },
    });
    if (refusal !== undefined) throw refusal;
    return { files: new Map(Object.entries(unpacked)), names };
  } catch (error) {
    if (refusal !== undefined) throw refusal;
    throw badFile(format, `cannot be unpacked (${describeThrown(error)})`);
  }
}
