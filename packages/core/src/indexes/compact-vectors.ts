import { join } from 'node:path';
import { chunkSetFromRanges, intersectChunkSets } from '@cubo/contracts';
import type { Library, LibraryWriter } from '@cubo/library';
import { compareCoverage } from './compare-coverage.ts';
import { folderName } from './folder-name.ts';
import type { OpenVectorTier } from './index-context.ts';
import { removeOtherFolders } from './remove-other-folders.ts';
import {
  readNextSpace,
  readStoredSpace,
  type SpaceSetting,
  writeNextSpace,
  writeSpaceSetting,
} from './space-setting.ts';
import type { VectorSpaces } from './vector-spaces.ts';

/**
 * Takes what is deleted out of vectors and models. The space that the library uses, and the next one, are cleaned whichever
 * embedder is in use now. A model that was trained on a text that is gone holds words of it, and is trained anew, or, where its embedder
 * is not in use, thrown away with its vectors: both are made anew when it is.
 */
export async function compactVectors(options: {
  library: Library;
  writer: LibraryWriter;
  vectors: VectorSpaces | undefined;
  openTier: OpenVectorTier;
  memoryBytes: number;
  signal: AbortSignal | undefined;
}): Promise<void> {
  const { library, writer, vectors, openTier, memoryBytes, signal } = options;
  const { files, paths } = library;
  const root = join(paths.indexes, 'vectors');
  const stored = readStoredSpace(library);
  if (stored !== undefined && hasForgotten(stored, library)) {
    if (vectors?.configuration !== stored.configuration) writeSpaceSetting(library, writer, undefined);
    else for await (const _event of vectors.update(writer, { signal, renew: true }));
  }
  const next = readNextSpace(library);
  if (next !== undefined && hasForgotten(next, library)) writeNextSpace(library, writer, undefined);
  const kept = [readStoredSpace(library), readNextSpace(library)].filter((space) => space !== undefined);
  const folders = kept.map(({ fingerprint }) => folderName(fingerprint));
  await removeOtherFolders(files, root, folders);
  await removeOtherFolders(files, paths.models, folders);
  for (const { fingerprint, dimensions } of kept) {
    signal?.throwIfAborted();
    const tier = await openTier({ directory: join(root, folderName(fingerprint)), files, dimensions, memoryBytes });
    try {
      await tier.remove(compareCoverage(tier, library.snapshot().chunks).extra);
      await tier.flush();
      await tier.compact?.({ signal });
      await tier.optimize?.({ signal });
    } finally {
      await tier.close();
    }
  }
}

/** Whether a model was trained on chunks that are not there any more. */
function hasForgotten({ trainedOn }: SpaceSetting, library: Library): boolean {
  if (trainedOn === undefined) return false;
  const seen = chunkSetFromRanges([[0, trainedOn.nextChunk]]);
  return intersectChunkSets(library.snapshot().chunks, seen).size < trainedOn.chunks;
}
