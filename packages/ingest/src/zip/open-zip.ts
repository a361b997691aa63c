import { CuboError, type Source } from '@cubo/contracts';
import { type ByteReader, openByteReader } from './byte-reader.ts';
import { findDirectory } from './find-directory.ts';
import { readEntries } from './read-entries.ts';
import { unpackEntry } from './unpack-entry.ts';
import type { ZipArchive, ZipEntry } from './zip-archive.ts';
import { zipError } from './zip-error.ts';
import { checkEntries, checkRatio, createUnpackBudget, largestDirectory } from './zip-limits.ts';
import { zipNameKey } from './zip-names.ts';

/**
 * Opens a ZIP archive (PKWARE APPNOTE 6.3, ZIP64 included) and reads its directory. With a source that has `readRange`
 * nothing else is held in memory, whatever its size; any other is read whole.
 *
 * @throws CuboError `CUBO_SOURCE_TOO_LARGE` when it would have to be held and has more than `maximumBytes`,
 * `CUBO_FORMAT_INVALID` when it is damaged, cut off or no ZIP archive, `CUBO_LIMIT_EXCEEDED` when it is made to overflow
 */
export async function openZip(
  source: Source,
  options: { readonly maximumBytes: number; readonly signal?: AbortSignal | undefined },
): Promise<ZipArchive> {
  const { uri } = source;
  const { signal } = options;
  signal?.throwIfAborted();
  const opened = await openByteReader(source, options);
  let reader: ByteReader | undefined = opened;
  const { start, end, count, shift } = await findDirectory(opened, uri, signal);
  if (end - start > largestDirectory)
    throw zipError(
      'CUBO_LIMIT_EXCEEDED',
      uri,
      `has a directory of ${end - start} bytes, more than ${largestDirectory}`,
    );
  const entries = await readEntries(await opened.read(start, end, signal), shift);
  // The count has two bytes where there is no ZIP64 directory, and some writers let it overflow.
  if (entries.length < count || (entries.length - count) % 0x10000 !== 0)
    throw zipError('CUBO_FORMAT_INVALID', uri, 'has a damaged directory');
  checkEntries(entries, uri);
  const spend = createUnpackBudget(opened.size, uri);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const byKey = new Map(entries.map((entry) => [zipNameKey(entry.name), entry]));

  const archive: ZipArchive = {
    entries,
    find: (name) => byName.get(name.replace(/^\/+/, '')) ?? byKey.get(zipNameKey(name)),
    async *stream(entry, { signal: stop = signal, maximumBytes = Number.POSITIVE_INFINITY } = {}) {
      if (reader === undefined) throw closed(uri);
      const what = `its member ${JSON.stringify(entry.name)}`;
      if (entry.isEncrypted) throw zipError('CUBO_SOURCE_ENCRYPTED', uri, `asks for a password to read ${what}`);
      if (entry.size > maximumBytes)
        throw zipError('CUBO_SOURCE_TOO_LARGE', uri, `has ${entry.size} bytes in ${what}, more than ${maximumBytes}`);
      checkRatio(entry, uri);
      for await (const piece of unpackEntry(reader, entry, { uri, signal: stop })) {
        spend(piece.byteLength);
        yield piece;
      }
    },
    read: (entry, readOptions) => readWhole(entry, archive.stream(entry, readOptions)),
    close() {
      reader = undefined;
    },
  };
  return archive;
}

async function readWhole(entry: ZipEntry, pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  // Room is made once the first bytes have come and the claimed size has passed the limits.
  let whole: Uint8Array | undefined;
  let at = 0;
  for await (const piece of pieces) {
    whole ??= new Uint8Array(entry.size);
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole ?? new Uint8Array(0);
}

function closed(uri: string): CuboError {
  return new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `The archive ${uri} was read after it had been closed.`,
    remedy: 'Open it again.',
    path: uri,
  });
}
