import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  type ChunkSet,
  emptyChunkSet,
  intersectChunkSets,
  isCuboError,
  subtractChunkSets,
  uniteChunkSets,
} from '@cubo/contracts';
import { type FileLayer, type IndexDirectory, type IndexFile, indexCorrupt, openIndexDirectory } from '@cubo/library';
import { rememberLast } from '../../tiered/remember-last.ts';
import type { EngineDescription } from '../engines/load-engine.ts';
import { type Labels, readLabels, readLabelsHead } from './labels-file.ts';

/** The files of an index of another library. */
export interface CandidateFiles {
  readonly index: IndexFile;
  readonly labels: IndexFile;
}

/**
 * The folder with an index of another library. It is derived from the vectors, so that damage is no error: a damaged
 * index is as good as none, and a damaged folder is thrown away when the next one is made.
 */
export interface CandidateStore {
  /** What there is. */
  files(): CandidateFiles | undefined;
  /** The chunks whose vectors the index has, as they are still held or were when they were removed. */
  known(): ChunkSet;
  bytes(): number;
  /** Forgets that the index has the vectors of some chunks; durable after the next {@link CandidateStore.flush}. */
  forget(ids: ChunkSet): void;
  /** Makes durable what was forgotten. */
  flush(): Promise<void>;
  /** Shows what another process has committed. */
  refresh(): Promise<void>;
  /** The folder to write a new index into; thrown away and begun anew where it is damaged. */
  writable(): Promise<IndexDirectory>;
  /** Puts an index in the place of what there is; of its chunks, `dead` are not to be known. */
  replace(files: CandidateFiles, dead: ChunkSet): Promise<void>;
  /** Removes files that are not to be committed after all. */
  abandon(files: CandidateFiles): Promise<void>;
  /** Throws everything away. */
  discard(): Promise<void>;
  /** Removes what no manifest names: what a process left that crashed. */
  sweep(): Promise<void>;
  /** How the index says it was made; nothing where there is none, or it cannot be told. */
  description(): Promise<EngineDescription | undefined>;
  /** Path of a file. */
  path(file: IndexFile): string;
  /** Reads labels, and compares both files with their checksums; throws `CUBO_INDEX_CORRUPT`. */
  verify(files: CandidateFiles): Promise<Labels>;
}

/** Format of the folder. */
const format = 'candidates@1';
export const labelsExtension = 'labels';

/** Opens the folder of a library's index. */
export async function openCandidateStore(
  files: FileLayer,
  path: string,
  engine: EngineDescription['name'],
): Promise<CandidateStore> {
  let directory = await open();
  let forgotten: ChunkSet = emptyChunkSet;

  const withoutRemoved = rememberLast(subtractChunkSets);
  const withoutForgotten = rememberLast(subtractChunkSets);

  async function open(): Promise<IndexDirectory | undefined> {
    return unlessCorrupt(() => openIndexDirectory({ directory: path, files, format }));
  }
  function current(): CandidateFiles | undefined {
    const of = (extension: string) => directory?.manifest.files.find(({ name }) => name.endsWith(`.${extension}`));
    const [index, labels] = [of(engine), of(labelsExtension)];
    return index && labels && { index, labels };
  }
  /** Runs a change, and gives the folder up where its manifest turns out to be damaged. */
  async function change(run: (directory: IndexDirectory) => Promise<void>): Promise<void> {
    const of = directory;
    if (of === undefined) return;
    const done = await unlessCorrupt(async () => {
      await run(of);
      return true;
    });
    if (done === undefined) directory = undefined;
  }
  async function readVerified(file: IndexFile, keep: boolean): Promise<Uint8Array | undefined> {
    if (directory === undefined) throw indexCorrupt(path, 'has no manifest');
    const opened = await directory.open(file);
    try {
      const hash = createHash('sha256');
      const kept = keep ? new Uint8Array(opened.bytes) : undefined;
      for (let start = 0; start < opened.bytes; start += pieceBytes) {
        const piece = await opened.read(start, Math.min(pieceBytes, opened.bytes - start));
        hash.update(piece);
        kept?.set(piece, start);
      }
      if (hash.digest('hex') !== file.sha256) throw indexCorrupt(opened.path, 'does not match its checksum');
      return kept;
    } finally {
      await opened.close();
    }
  }
  return {
    files: current,
    known() {
      const index = current()?.index;
      if (index === undefined || directory === undefined) return emptyChunkSet;
      return withoutForgotten(withoutRemoved(index.ids, directory.manifest.removed), forgotten);
    },
    bytes: () => directory?.manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0,
    forget(ids) {
      const index = current()?.index;
      if (index) forgotten = uniteChunkSets(forgotten, intersectChunkSets(index.ids, ids));
    },
    async flush() {
      if (forgotten.size === 0) return;
      await change((of) => of.commit({ removed: uniteChunkSets(of.manifest.removed, forgotten) }));
      forgotten = emptyChunkSet;
    },
    async refresh() {
      if (directory === undefined) directory = await open();
      await change(async (of) => {
        await of.refresh();
      });
      forgotten = intersectChunkSets(forgotten, current()?.index.ids ?? emptyChunkSet);
    },
    async writable() {
      directory ??= await open();
      if (directory === undefined) await files.remove(path);
      directory ??= await openIndexDirectory({ directory: path, files, format });
      return directory;
    },
    async replace(next, dead) {
      await change(async (of) => {
        const drop = of.manifest.files.map(({ name }) => name);
        await of.commit({ add: [next.index, next.labels], drop, removed: dead });
        forgotten = emptyChunkSet;
      });
    },
    async abandon({ index, labels }) {
      for (const { name } of [index, labels]) await files.remove(join(path, name));
    },
    async discard() {
      await files.remove(path);
      directory = await open();
      forgotten = emptyChunkSet;
    },
    async sweep() {
      await change((of) => of.sweep());
    },
    async description() {
      const labels = current()?.labels;
      if (labels === undefined) return undefined;
      try {
        const file = await files.open(join(path, labels.name));
        try {
          return readLabelsHead(await file.read(0, Math.min(file.bytes, pieceBytes)))?.head.description;
        } finally {
          await file.close();
        }
      } catch {
        return undefined;
      }
    },
    path: ({ name }) => join(path, name),
    async verify({ index, labels }) {
      const read = readLabels((await readVerified(labels, true)) as Uint8Array);
      if (read === undefined) throw indexCorrupt(join(path, labels.name), 'is of another version');
      await readVerified(index, false);
      return read;
    },
  };
}

const pieceBytes = 1 << 20;

async function unlessCorrupt<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await run();
  } catch (error) {
    if (isCuboError(error, 'CUBO_INDEX_CORRUPT')) return undefined;
    throw error;
  }
}
