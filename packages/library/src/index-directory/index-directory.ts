import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type ChunkSet, CuboError, emptyChunkSet, subtractChunkSets, uniteChunkSets } from '@cubo/contracts';
import type { FileLayer, ReadableFile } from '../files/file-layer.ts';
import { createHashedFile } from '../files/hashed-file.ts';
import { replaceFile, temporaryName } from '../files/replace-file.ts';
import { isNoFile } from '../files/storage-error.ts';
import { decodeManifest, encodeManifest, type IndexFile, type IndexManifest, indexCorrupt } from './index-manifest.ts';

const manifestName = 'manifest.json';

/** A new immutable file of an index, being written. */
export interface IndexFileWriter {
  readonly name: string;
  readonly path: string;
  /** Appends bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /** Makes the file durable; it belongs to the index once a `commit` names the result. */
  finish(ids: ChunkSet): Promise<IndexFile>;
  /** Removes the unfinished file. */
  discard(): Promise<void>;
}

/** What a commit changes. */
export interface IndexChange {
  /** Finished files that join the index. */
  readonly add?: readonly IndexFile[] | undefined;
  /** Names of files that leave it (they were merged into others, or all of their chunks are removed). */
  readonly drop?: readonly string[] | undefined;
  /**
   * All chunks that the remaining files hold but the index has forgotten; replaces the earlier set. Default: unchanged.
   */
  readonly removed?: ChunkSet | undefined;
}

/**
 * The directory of one index: immutable files, and a manifest that names them and is replaced atomically. A crash at
 * any point leaves the manifest of before or of after; files that no manifest names are swept by the next writer.
 *
 * One instance may write at a time (the library's writer lock sees to that); any number may read.
 */
export interface IndexDirectory {
  readonly path: string;
  /** The state that this instance shows. */
  readonly manifest: IndexManifest;
  /** The chunks that the files hold, without the removed ones. */
  coverage(): ChunkSet;
  /** Starts a new file; `extension` without the dot. */
  create(extension: string): Promise<IndexFileWriter>;
  /**
   * Makes a change durable, then deletes the dropped files. Throws `CUBO_LIBRARY_LOCKED`, and changes nothing, when
   * another instance has committed since the last `refresh`, or has swept a file that is to join.
   */
  commit(change: IndexChange): Promise<void>;
  /**
   * Removes finished files that shall not join the index after all. What the manifest on the disk names stays: a commit
   * that failed at its last step has taken place nevertheless.
   */
  discard(files: readonly IndexFile[]): Promise<void>;
  /** Removes files that the manifest does not name: what a writer left that crashed. Only a writer may do this. */
  sweep(): Promise<void>;
  /** Reads the manifest again; true if another instance has committed since. */
  refresh(): Promise<boolean>;
  /**
   * Opens a file of the index; `CUBO_INDEX_CORRUPT` when it is missing or its size is not the manifest's. The caller
   * closes it. A file that another process has merged away is missing too: `refresh` and try once more.
   */
  open(file: IndexFile): Promise<ReadableFile>;
}

/** Options of {@link openIndexDirectory}. */
export interface OpenIndexDirectoryOptions {
  /** Made if it does not exist, at the first write. */
  readonly directory: string;
  readonly files: FileLayer;
  /**
   * Name and version of the file format: `lexical@1`. A directory of another format is refused with
   * `CUBO_INDEX_CORRUPT`.
   */
  readonly format: string;
  /** Names in the directory that are of no concern to it, and are never swept: what others derive from its files. */
  readonly others?: readonly string[] | undefined;
}

/** Opens an index directory; a missing one is an empty index. Throws `CUBO_INDEX_CORRUPT` for a damaged manifest. */
export async function openIndexDirectory(options: OpenIndexDirectoryOptions): Promise<IndexDirectory> {
  const { directory, files, format, others = [] } = options;
  const manifestPath = join(directory, manifestName);
  let manifest = await load();
  let covered: ChunkSet | undefined;
  /** Names created by this instance and not committed yet, and that of a manifest that is being written: never swept. */
  const pending = new Set<string>();
  let swept = false;

  async function load(): Promise<IndexManifest> {
    const bytes = await files.read(manifestPath);
    if (bytes === undefined) return { format, generation: 0, files: [], removed: emptyChunkSet };
    return decodeManifest(bytes, manifestPath, format);
  }

  /** Only a writer may do this: to a reader what no manifest names may be another's work. */
  async function sweep(): Promise<void> {
    swept = true;
    const found = await files.list(directory);
    // Read after that: whatever was committed meanwhile is in it.
    const named = (await load()).files.map((file) => file.name);
    const kept = new Set([manifestName, ...named, ...others]);
    // This instance may create and commit while it sweeps.
    const isInUse = (name: string) => pending.has(name) || manifest.files.some((file) => file.name === name);
    for (const { name } of found) if (!kept.has(name) && !isInUse(name)) await files.remove(join(directory, name));
  }

  return {
    path: directory,
    get manifest() {
      return manifest;
    },
    coverage() {
      if (covered === undefined) {
        let all: ChunkSet = emptyChunkSet;
        for (const file of manifest.files) all = uniteChunkSets(all, file.ids);
        covered = subtractChunkSets(all, manifest.removed);
      }
      return covered;
    },
    async create(extension) {
      await files.makeDirectory(directory);
      if (!swept) await sweep();
      const name = `${manifest.generation + 1}-${randomUUID().slice(0, 8)}.${extension}`;
      pending.add(name);
      const path = join(directory, name);
      const file = await createHashedFile(files, path);
      return {
        name,
        path,
        write: (bytes) => file.write(bytes),
        async finish(ids) {
          return { name, ids, ...(await file.finish()) };
        },
        async discard() {
          await file.discard();
          pending.delete(name);
        },
      };
    },
    async commit(change) {
      await files.makeDirectory(directory);
      // A writer that has not seen another's commit would throw that commit's files away.
      if (!isSameState(await load(), manifest)) throw changedMeanwhile(directory);
      const drop = new Set(change.drop ?? []);
      const next: IndexManifest = {
        format,
        generation: manifest.generation + 1,
        files: [...manifest.files.filter((file) => !drop.has(file.name)), ...(change.add ?? [])],
        removed: change.removed ?? manifest.removed,
      };
      if ((change.add ?? []).length > 0) {
        // Another writer sweeps whatever it finds that no manifest names.
        const found = new Set((await files.list(directory)).map(({ name }) => name));
        if (!(change.add ?? []).every(({ name }) => found.has(name))) throw changedMeanwhile(directory);
      }
      // The new files' names must be on the disk before the manifest that relies on them.
      await files.syncDirectory(directory);
      const written = temporaryName(manifestName);
      pending.add(written);
      try {
        await replaceFile(files, manifestPath, encodeManifest(next));
      } finally {
        pending.delete(written);
      }
      manifest = next;
      covered = undefined;
      for (const file of change.add ?? []) pending.delete(file.name);
      // The commit is done. A file that another process still holds open (Windows) is swept by a later writer.
      for (const name of drop) await files.remove(join(directory, name)).catch(() => {});
    },
    async discard(discarded) {
      const named = new Set((await load()).files.map((file) => file.name));
      for (const { name } of discarded) {
        pending.delete(name);
        if (!named.has(name)) await files.remove(join(directory, name));
      }
    },
    sweep,
    async refresh() {
      const current = await load();
      if (isSameState(current, manifest)) return false;
      manifest = current;
      covered = undefined;
      return true;
    },
    async open(file) {
      const path = join(directory, file.name);
      let opened: ReadableFile;
      try {
        opened = await files.open(path);
      } catch (error) {
        if (isNoFile(error)) throw indexCorrupt(path, 'is missing', error);
        throw error;
      }
      if (opened.bytes === file.bytes) return opened;
      await opened.close();
      throw indexCorrupt(path, `has ${opened.bytes} bytes instead of ${file.bytes}`);
    },
  };
}

/** A rebuilt index starts counting anew, so the names of its files count too. */
function isSameState(a: IndexManifest, b: IndexManifest): boolean {
  const names = (state: IndexManifest) => state.files.map((file) => file.name).join();
  return a.generation === b.generation && names(a) === names(b);
}

function changedMeanwhile(path: string): CuboError {
  return new CuboError({
    code: 'CUBO_LIBRARY_LOCKED',
    message: `The index ${path} was changed by another writer meanwhile.`,
    remedy: 'Try again: nothing was changed by this attempt.',
    path,
  });
}
