import { existsSync } from 'node:fs';
import type { Clock, ForgottenQuotes } from '@cubo/contracts';
import { type CompactParts, compactStores } from './compact-library.ts';
import { type DeletionParts, deleteFrom } from './delete-document.ts';
import { type LibraryFile, type LibraryFileStore, listLibraryFiles } from './library-files.ts';

/** Options of `cubo.erase`. */
export interface EraseOptions {
  /** Erase the document under all its names: files with the same bytes. Default false: under the one that is given. */
  readonly allNames?: boolean | undefined;
  /** Stops between two steps. The document is deleted by the first of them; `compact` makes up for the others. */
  readonly signal?: AbortSignal | undefined;
}

/** What became of a file of the library. */
export interface ErasedFile {
  /** Relative to the library's folder, with slashes. */
  readonly path: string;
  readonly store: LibraryFileStore;
  /** `rewritten`: the same name, with other bytes; `written`: a new one that stands in for others. */
  readonly became: 'removed' | 'rewritten' | 'written';
  /** 0 for one that was `written`. */
  readonly bytesBefore: number;
  /** 0 for one that was `removed`. */
  readonly bytesAfter: number;
}

/**
 * What may still hold something of the document, and that no library can erase, or was not to: other names of it in this
 * library, answers in conversations, the file that was ingested, an index that the host application gave, programs that
 * have files open, the bytes of removed files on the disk, and copies of the library.
 */
export type RemainderKind =
  | 'other-names'
  | 'conversations'
  | 'source-file'
  | 'own-index'
  | 'open-files'
  | 'disk'
  | 'copies';

/** What may remain of a document, and where. */
export interface Remainder {
  readonly kind: RemainderKind;
  /** A sentence for people. */
  readonly note: string;
}

/** What was erased, from where. */
export interface ErasureReceipt {
  /** When it was done; ISO 8601. */
  readonly erasedAt: string;
  /** The name by which the document was erased. */
  readonly source: string;
  /** All names that were taken out: `source`, and with `allNames` those of other files with the same bytes. */
  readonly names: readonly string[];
  /** SHA-256 of the document's bytes, hexadecimal, and how many there were; `undefined` for one that was never complete. */
  readonly sha256: string | undefined;
  readonly documentBytes: number | undefined;
  /** When it was ingested; ISO 8601. */
  readonly ingestedAt: string | undefined;
  /** Chunks that are gone; 0 where the document is still there by another name. */
  readonly chunks: number;
  /**
   * Every file of the library that was changed by it, by path: those that held anything of the document, and those that
   * held what was deleted before and is taken off the disk along with it.
   */
  readonly files: readonly ErasedFile[];
  /** Bytes of all files of the library. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Names by which the document is still there; none with `allNames`. */
  readonly remaining: readonly string[];
  /** Quotes of it that conversations lost, and in which: what was answered there may say what it said. */
  readonly conversations: ForgottenQuotes;
  /** How many records of applications lost what they held of it. */
  readonly records: number;
  readonly mayRemain: readonly Remainder[];
}

/** What an erasure works on. */
export interface EraseParts extends CompactParts, DeletionParts {
  /** Whether the host application gave an index, which may keep what it holds in a place of its own. */
  readonly hasOwnIndex: boolean;
  readonly clock: Clock;
}

/** Deletes a document and takes it off the disk, as one write, and tells what became of the library's files. */
export async function eraseDocument(
  parts: EraseParts,
  source: string,
  { allNames = false, signal }: EraseOptions,
): Promise<ErasureReceipt> {
  const { library, hasOwnIndex, clock } = parts;
  return library.write(
    async (writer) => {
      const before = await listLibraryFiles(library.paths);
      const { name, names, chunks, remaining, document } = await deleteFrom(writer, parts, { source, allNames });
      const conversations = library.conversations.forget(names);
      const records = library.records.forget(names);
      await compactStores(parts, writer, signal);
      const after = await listLibraryFiles(library.paths);
      return {
        erasedAt: new Date(clock.now()).toISOString(),
        source: name,
        names,
        sha256: document?.sha256,
        documentBytes: document?.bytes,
        ingestedAt: document && new Date(document.ingestedAt).toISOString(),
        chunks,
        files: changedFiles(before, after),
        bytesBefore: bytesOf(before),
        bytesAfter: bytesOf(after),
        remaining,
        conversations,
        records,
        mayRemain: remainders({
          ...{ names, remaining, conversations, hasOwnIndex },
          isTitle: document?.titleOrigin === 'name',
        }),
      };
    },
    { signal },
  );
}

function changedFiles(before: readonly LibraryFile[], after: readonly LibraryFile[]): ErasedFile[] {
  const left = new Map(before.map((file) => [file.path, file]));
  const changed: ErasedFile[] = [];
  for (const { path, store, bytes, state } of after) {
    const old = left.get(path);
    left.delete(path);
    if (old?.state === state) continue;
    const became = old === undefined ? 'written' : 'rewritten';
    changed.push({ path, store, became, bytesBefore: old?.bytes ?? 0, bytesAfter: bytes });
  }
  for (const { path, store, bytes } of left.values()) {
    changed.push({ path, store, became: 'removed', bytesBefore: bytes, bytesAfter: 0 });
  }
  // The lock is written with each write, and knows of processes only.
  return changed.filter(({ store }) => store !== 'lock').sort((a, b) => (a.path < b.path ? -1 : 1));
}

function bytesOf(files: readonly LibraryFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function remainders(options: {
  names: readonly string[];
  remaining: readonly string[];
  conversations: ForgottenQuotes;
  hasOwnIndex: boolean;
  /** Whether the title of the document is made of its name. */
  isTitle: boolean;
}): Remainder[] {
  const { names, remaining, conversations, hasOwnIndex, isTitle } = options;
  const title = isTitle ? ' Its title is made of a name, which may be the erased one.' : '';
  const there = names.filter((name) => existsSync(name));
  const found: (Remainder | false)[] = [
    remaining.length > 0 && {
      kind: 'other-names',
      note: `The same bytes are still in the library as ${remaining.join(', ')}.${title} The option allNames erases all of it.`,
    },
    conversations.parts > 0 && {
      kind: 'conversations',
      note: `Answers that were given from it may say what it said, in these conversations: ${conversations.conversations.join(', ')}. Delete them with cubo.conversations.delete().`,
    },
    there.length > 0 && {
      kind: 'source-file',
      note: `The file itself is not touched: ${there.join(', ')}. The next ingest of it brings it back.`,
    },
    hasOwnIndex && {
      kind: 'own-index',
      note: 'An index of the application was told to remove and compact it; what it keeps outside of the library is not known.',
    },
    {
      kind: 'open-files',
      note: 'Programs that have opened files of the library go on reading them until they close them, and may hold parts in memory.',
    },
    {
      kind: 'disk',
      note: 'The file system no longer names the bytes of removed files; the disk, its cache and swap space may hold them until they are written over.',
    },
    { kind: 'copies', note: 'Backups, snapshots of the file system, and other copies of the library are not reached.' },
  ];
  return found.filter((remainder) => remainder !== false);
}
