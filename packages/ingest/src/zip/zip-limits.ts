import type { ZipEntry } from './zip-archive.ts';
import { zipError } from './zip-error.ts';

/** The most members an archive may have. */
const mostEntries = 200_000;
/** The most bytes its directory may have: a member takes 46 and its name. */
export const largestDirectory: number = 64 * 1024 * 1024;
/** Members that unpack to more than this must not be packed more than `highestRatio` to one. */
const harmlessEntry = 64 * 1024 * 1024;
/** All that is ever unpacked from an archive may be this much, or `highestRatio` times the archive if that is more. */
const harmlessTotal = 1024 * 1024 * 1024;
const highestRatio = 200;

/**
 * Refuses archives that are made to fill memory or disk: too many members, or members that share their bytes (Fifield,
 * "A better zip bomb", WOOT 2019).
 *
 * @throws CuboError `CUBO_LIMIT_EXCEEDED`
 */
export function checkEntries(entries: readonly ZipEntry[], uri: string): void {
  if (entries.length > mostEntries)
    throw zipError('CUBO_LIMIT_EXCEEDED', uri, `has ${entries.length} members, more than ${mostEntries}`);
  const inOrder = entries.filter(({ compressedSize }) => compressedSize > 0).sort((a, b) => a.offset - b.offset);
  for (const [index, { offset, compressedSize, name }] of inOrder.entries()) {
    const next = inOrder[index + 1];
    // A local header has 30 bytes and the name.
    if (next === undefined || offset + 30 + compressedSize <= next.offset) continue;
    const both = `${JSON.stringify(name)} and ${JSON.stringify(next.name)}`;
    throw zipError('CUBO_LIMIT_EXCEEDED', uri, `has members that share their bytes, as only bombs do: ${both}`);
  }
}

/** Refuses a member that is packed as only bombs are. */
export function checkRatio({ name, size, compressedSize }: ZipEntry, uri: string): void {
  if (size <= harmlessEntry || size <= compressedSize * highestRatio) return;
  const what = `would unpack ${compressedSize} bytes of its member ${JSON.stringify(name)} to ${size}, as bombs do`;
  throw zipError('CUBO_LIMIT_EXCEEDED', uri, what);
}

/** Counts what is unpacked from an archive, and refuses to go on where it is too much. */
export function createUnpackBudget(archiveSize: number, uri: string): (bytes: number) => void {
  const most = Math.max(harmlessTotal, archiveSize * highestRatio);
  let total = 0;
  return (bytes) => {
    total += bytes;
    if (total > most)
      throw zipError('CUBO_LIMIT_EXCEEDED', uri, `unpacks to more than ${most} bytes, out of proportion to its size`);
  };
}
