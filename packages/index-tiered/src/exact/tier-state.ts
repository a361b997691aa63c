import { type ChunkSet, isCuboError } from '@cubo/contracts';
import type { IndexDirectory, IndexManifest } from '@cubo/library';
import { openVectorFile, type VectorFile } from '../raw-vectors/vector-file.ts';

/**
 * What one manifest says, and its files, open. It is replaced as a whole, so that a search sees one state or another.
 */
export interface TierState {
  readonly manifest: IndexManifest;
  readonly files: readonly VectorFile[];
  /** What the files hold and the manifest has not forgotten. */
  readonly held: ChunkSet;
}

/**
 * Opens the files of the directory's manifest, except those that `previous` has open. Another process may merge a file
 * away between the reading of the manifest and the opening of the file: then the manifest has changed, and is read
 * again.
 */
export async function openTierState(
  directory: IndexDirectory,
  previous: readonly VectorFile[],
  dimensions: number,
): Promise<TierState> {
  for (;;) {
    const { manifest } = directory;
    const opened: VectorFile[] = [];
    try {
      const files: VectorFile[] = [];
      for (const indexFile of manifest.files) {
        let file = previous.find(({ name }) => name === indexFile.name);
        if (file === undefined) {
          file = await openVectorFile(directory, indexFile, dimensions);
          opened.push(file);
        }
        files.push(file);
      }
      return { manifest, files, held: directory.coverage() };
    } catch (error) {
      for (const file of opened) await file.release();
      if (!isCuboError(error, 'CUBO_INDEX_CORRUPT') || !(await directory.refresh())) throw error;
    }
  }
}
