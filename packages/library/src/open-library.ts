import { isAbsolute, resolve } from 'node:path';
import { type Clock, CuboError, isCuboError, systemClock } from '@cubo/contracts';
import { assertNodeVersion } from './assert-node-version.ts';
import { findDocument, findDocumentById, findDocumentsOf, listDocuments } from './catalog/documents.ts';
import { listInherited } from './catalog/inherited-chunks.ts';
import { listJobFiles, listJobs, reportJob } from './catalog/jobs.ts';
import { changedLabels, writeMetadata } from './catalog/labels.ts';
import { nextGeneration, readMeta } from './catalog/meta.ts';
import { type Catalog, openCatalog, query, transact } from './catalog/open-catalog.ts';
import { listPending } from './catalog/pending-documents.ts';
import { openChunkStore } from './chunk-store/chunk-store.ts';
import { createConversationStore } from './conversations/conversation-store.ts';
import { checkLibrary, repairLibrary } from './doctor/check-library.ts';
import { encryptedFileLayer } from './encryption/encrypted-file-layer.ts';
import { checkEncryption, hasCatalog, writeEncryption } from './encryption/encryption-file.ts';
import { type EncryptionOptions, libraryKey } from './encryption/library-key.ts';
import { loadCiphers } from './encryption/load-ciphers.ts';
import { pathDamaged } from './encryption/path-damaged.ts';
import type { FileLayer } from './files/file-layer.ts';
import { nodeFileLayer } from './files/node-file-layer.ts';
import type { Library } from './library.ts';
import { libraryClosed } from './library-closed.ts';
import { libraryPaths } from './library-paths.ts';
import { unlessAborted } from './lock/unless-aborted.ts';
import { acquireWriterLock, isWriterLockHeld, type WriterLock } from './lock/writer-lock.ts';
import { prepareFolder } from './prepare-folder.ts';
import { createRecordStore } from './records/record-store.ts';
import { readLastPending } from './recovery/read-last-pending.ts';
import { sweep } from './recovery/sweep.ts';
import { type LibrarySnapshot, takeSnapshot } from './snapshot/library-snapshot.ts';
import { createStateReader, type LibraryState } from './snapshot/library-state.ts';
import { scanDocument } from './snapshot/scan-document.ts';
import { listDocumentsInScope } from './snapshot/scope.ts';
import { createScopeMemory } from './snapshot/scope-memory.ts';
import { createLibraryWriter, type LibraryWriter } from './writer/library-writer.ts';

/** Options of {@link openLibrary}. */
export interface OpenLibraryOptions {
  /** The library's folder; made if it does not exist. */
  readonly path: string;
  /** Refuses a folder without a library, instead of making one. Default `false`. */
  readonly mustExist?: boolean | undefined;
  /** Default: the operating system's files. */
  readonly files?: FileLayer | undefined;
  /** Encrypts all that is stored; a library is made with a key, and opened with the same. Default: not encrypted. */
  readonly encryption?: EncryptionOptions | undefined;
  /** Default: the computer's clock. */
  readonly clock?: Clock | undefined;
  /** The most bytes of decoded chunks to keep, and besides, up to 16 MB, of pages of the catalog. Default 32 MiB. */
  readonly cacheBytes?: number | undefined;
  /**
   * How long a write waits for another process to finish, before `CUBO_LIBRARY_LOCKED`, and a compaction for its readers,
   * before `CUBO_LIBRARY_IN_USE`. Default 5000 ms.
   */
  readonly lockTimeoutMilliseconds?: number | undefined;
}

/** How long a writer waits before it looks anew whether another one has finished. */
const lookMilliseconds = 20;

/**
 * Opens a library, or makes one. What a crashed writer left is swept, unless another process is writing just now.
 *
 * Throws `CUBO_LIBRARY_INVALID`, `CUBO_LIBRARY_TOO_NEW`, `CUBO_STORAGE_FAILED`, `CUBO_NODE_UNSUPPORTED`,
 * `CUBO_LIBRARY_ENCRYPTED`, `CUBO_LIBRARY_NOT_ENCRYPTED`, `CUBO_KEY_WRONG` or `CUBO_PACKAGE_MISSING`.
 */
export async function openLibrary(options: OpenLibraryOptions): Promise<Library> {
  assertNodeVersion();
  const { path, mustExist = false, files: plain = nodeFileLayer, clock = systemClock } = options;
  const { cacheBytes = 32 * 2 ** 20 } = options;
  const lockTimeout = options.lockTimeoutMilliseconds ?? 5000;
  if (typeof path !== 'string' || path === '') {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: 'The path of the library is missing.',
      remedy: "Pass the folder to keep the library in: { path: './my-library' }.",
    });
  }
  const paths = libraryPaths(isAbsolute(path) ? path : resolve(path));
  const key = options.encryption && libraryKey(options.encryption.key);
  if (key !== undefined) loadCiphers();
  await checkEncryption(paths, plain, key);
  await prepareFolder(paths, plain, mustExist);
  const files = key === undefined ? plain : encryptedFileLayer(plain, key, pathDamaged(paths));
  const catalog = (await hasCatalog(paths))
    ? openCatalog(paths.catalog, files, { key, cacheBytes })
    : await makeCatalog();
  const store = openChunkStore({ files, directory: paths.segments, cacheBytes });
  const states = createStateReader(catalog);
  const scopes = createScopeMemory(catalog);
  let latest: { readonly state: LibraryState; readonly snapshot: LibrarySnapshot } | undefined;
  let closed = false;
  let closing: Promise<void> | undefined;
  /** The tail of the queue of this process's writes. */
  let queue: Promise<unknown> = Promise.resolve();
  const preparations: (() => Promise<void>)[] = [];

  function assertOpen(): void {
    if (closed) throw libraryClosed(paths.root);
  }

  function open(): Catalog {
    assertOpen();
    return catalog;
  }

  function snapshotOf(state: LibraryState): LibrarySnapshot {
    // An older snapshot that is still read finds its chunks where they stand now.
    if (latest !== undefined && latest.state !== state) store.keepOnly(state.table.segments());
    if (latest?.state !== state) latest = { state, snapshot: takeSnapshot(state, { catalog, store, scopes }) };
    return latest.snapshot;
  }

  /** One process makes a library: another one may be about to make it with another key, or with none. */
  async function makeCatalog(): Promise<Catalog> {
    const held = await lock(undefined);
    try {
      await checkEncryption(paths, plain, key);
      if (key !== undefined) await writeEncryption(paths, plain, key);
      return openCatalog(paths.catalog, files, { key, cacheBytes });
    } finally {
      held.release();
    }
  }

  async function lock(signal: AbortSignal | undefined): Promise<WriterLock> {
    const deadline = performance.now() + lockTimeout;
    for (;;) {
      signal?.throwIfAborted();
      try {
        return acquireWriterLock(paths.lock);
      } catch (error) {
        if (!isCuboError(error, 'CUBO_LIBRARY_LOCKED') || performance.now() >= deadline) throw error;
      }
      await new Promise((resolveWait) => setTimeout(resolveWait, lookMilliseconds));
    }
  }

  async function writeNow<T>(run: (writer: LibraryWriter) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const held = await lock(signal);
    try {
      await sweep({ files, catalog, paths });
      for (const prepare of preparations) await prepare();
      const patienceMilliseconds = lockTimeout;
      return await run(createLibraryWriter({ catalog, files, paths, store, clock, patienceMilliseconds }));
    } finally {
      held.release();
    }
  }

  const library: Library = {
    paths,
    files,
    snapshot() {
      assertOpen();
      return snapshotOf(states.now());
    },
    async readSnapshot({ signal } = {}) {
      assertOpen();
      return snapshotOf(await states.read(signal));
    },
    write: (run, { signal } = {}) => library.turn(() => writeNow(run, signal), { signal }),
    async turn(run, { signal } = {}) {
      assertOpen();
      let started = false;
      const result = queue.then(() => {
        started = true;
        assertOpen();
        return run();
      });
      queue = result.catch(() => {});
      // The work itself heeds the signal; waiting for its turn does not.
      return unlessAborted(result, signal, () => !started);
    },
    findDocument: (uri) => query(open(), () => findDocument(catalog, uri)),
    findDocumentById: (id) => query(open(), () => findDocumentById(catalog, id)),
    findDocumentsOf: (content) => query(open(), () => findDocumentsOf(catalog, content)),
    pendingDocuments: () => query(open(), () => listPending(catalog)),
    lastPendingChunk: (pending) => readLastPending(open(), store, pending),
    scanDocument: (document) => scanDocument(open(), store, document),
    inheritedChunks: () => query(open(), () => listInherited(catalog)),
    documents: (scope) => (scope === undefined ? listDocuments(open) : listDocumentsInScope(open, scope)),
    label: (uri, change) =>
      transact(open(), files, () => {
        const known = findDocument(catalog, uri);
        if (known === undefined) return undefined;
        writeMetadata(catalog, known.id, { ...known, labels: changedLabels(known, change) });
        nextGeneration(catalog);
        return findDocument(catalog, uri);
      }),
    conversations: createConversationStore({ open, files, clock }),
    records: createRecordStore({ open, files, clock }),
    jobs: () => query(open(), () => listJobs(catalog)),
    job: (id) => query(open(), () => reportJob(catalog, id)),
    jobFiles: (job) => query(open(), () => listJobFiles(catalog, job)),
    isBeingWritten() {
      assertOpen();
      return isWriterLockHeld(paths.lock);
    },
    setting: (key) => query(open(), () => readMeta(catalog, `setting:${key}`)),
    check: async ({ signal } = {}) =>
      checkLibrary({ catalog: open(), files, paths, signal, beingWritten: library.isBeingWritten() }),
    repair: ({ signal } = {}) =>
      library.write((writer) => repairLibrary({ catalog, files, paths, writer, signal }), { signal }),
    onWriteStart(prepare) {
      preparations.push(prepare);
    },
    close() {
      closed = true;
      closing ??= queue.then(() => {
        store.close();
        catalog.close();
      });
      return closing;
    },
  };

  try {
    const held = acquireWriterLock(paths.lock);
    try {
      await sweep({ files, catalog, paths });
    } finally {
      held.release();
    }
  } catch (error) {
    if (!isCuboError(error, 'CUBO_LIBRARY_LOCKED')) {
      catalog.close();
      throw error;
    }
  }
  return library;
}
