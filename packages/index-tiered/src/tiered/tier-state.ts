import { type ChunkSet, emptyChunkSet, isCuboError, subtractChunkSets, uniteChunkSets } from '@cubo/contracts';
import type { IndexDirectory, IndexFile, IndexManifest } from '@cubo/library';
import { type ColdSegment, openColdSegment } from '../cold/cold-segment.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { openVectorFile, type VectorFile, type VectorShape } from '../raw-vectors/vector-file.ts';

/** Extensions of the files of an index, which tell what they are. */
export const extensions = {
  vectors: 'vectors',
  cold: 'ivfpq',
  graph: 'hnsw',
  graphVectors: 'hnsw-vectors',
} as const;

/** The snapshot of a graph, and the records of its vertices. */
export interface GraphFiles {
  readonly graph: IndexFile;
  readonly vectors: IndexFile;
}

/**
 * What one manifest says, and its files, open. It is replaced as a whole, so that a search sees one state or another.
 */
export interface TierState {
  readonly manifest: IndexManifest;
  /** The vectors as they are kept: all of them. */
  readonly files: readonly VectorFile[];
  /** Of some of them, compressed ones. */
  readonly cold: readonly ColdSegment[];
  /** Of some of the others, a graph. */
  readonly graph: GraphFiles | undefined;
  /** What the files hold and the manifest has not forgotten. */
  readonly held: ChunkSet;
  /** What is in no cold segment. */
  readonly hot: ChunkSet;
}

/** What is needed to open the files of an index. */
export interface TierContext {
  readonly directory: IndexDirectory;
  readonly shape: VectorShape;
  /** Makes kernels whose memory is let go of with them. */
  readonly createKernels: () => Kernels;
}

/** What a file of an index is held by. */
export interface OpenFile {
  readonly name: string;
  release(): Promise<void>;
}

/** The open files of a state. */
export function openFiles({ files, cold }: Pick<TierState, 'files' | 'cold'>): readonly OpenFile[] {
  return [...files, ...cold];
}

/** The ids of segments. */
function coldIds(cold: readonly ColdSegment[]): ChunkSet {
  return cold.reduce((ids, segment) => uniteChunkSets(ids, segment.ids), emptyChunkSet);
}

/**
 * Opens the files of the directory's manifest, except those that `previous` has open. Another process may merge a file
 * away between the reading of the manifest and the opening of the file: then the manifest has changed, and is read
 * again.
 */
export async function openTierState(
  context: TierContext,
  previous: Pick<TierState, 'files' | 'cold'> = { files: [], cold: [] },
): Promise<TierState> {
  const { directory, shape, createKernels } = context;
  for (;;) {
    const { manifest } = directory;
    const opened: OpenFile[] = [];
    async function open<File extends OpenFile>(
      list: readonly File[],
      indexFile: IndexFile,
      make: () => Promise<File>,
    ): Promise<File> {
      const known = list.find(({ name }) => name === indexFile.name);
      if (known !== undefined) return known;
      const file = await make();
      opened.push(file);
      return file;
    }
    try {
      const files: VectorFile[] = [];
      const cold: ColdSegment[] = [];
      for (const indexFile of filesOf(manifest, extensions.vectors)) {
        files.push(await open(previous.files, indexFile, () => openVectorFile(directory, indexFile, shape)));
      }
      for (const indexFile of filesOf(manifest, extensions.cold)) {
        const make = () => openColdSegment(directory, indexFile, shape.dimensions, createKernels);
        cold.push(await open(previous.cold, indexFile, make));
      }
      return describeState(directory, files, cold);
    } catch (error) {
      for (const file of opened) await file.release();
      if (!isCuboError(error, 'CUBO_INDEX_CORRUPT') || !(await directory.refresh())) throw error;
    }
  }
}

/** The state of a directory whose files are open. */
export function describeState(
  directory: IndexDirectory,
  files: readonly VectorFile[],
  cold: readonly ColdSegment[],
): TierState {
  const { manifest } = directory;
  const graph = filesOf(manifest, extensions.graph)[0];
  const vectors = filesOf(manifest, extensions.graphVectors)[0];
  const held = directory.coverage();
  return {
    manifest,
    files,
    cold,
    graph: graph && vectors && { graph, vectors },
    held,
    hot: subtractChunkSets(held, coldIds(cold)),
  };
}

/** The files of a manifest with an extension. */
function filesOf(manifest: IndexManifest, extension: string): IndexFile[] {
  return manifest.files.filter(({ name }) => name.endsWith(`.${extension}`));
}
