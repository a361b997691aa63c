import type { Analyzer } from '@cubo/contracts';
import type { Library, LibraryWriter } from '@cubo/library';
import { compactVectors } from '../indexes/compact-vectors.ts';
import { fillLexicalIndex } from '../indexes/fill-lexical-index.ts';
import type { OpenVectorTier } from '../indexes/index-context.ts';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import { libraryBytes, type StoreBytes, totalBytes } from './library-bytes.ts';

/** Options of `cubo.compact`. */
export interface CompactOptions {
  /** Stops between two steps; what is done by then stays done. */
  readonly signal?: AbortSignal | undefined;
}

/** What a compaction gave back. */
export interface CompactionReport {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Bytes given back, by store; below 0 for one that has grown, such as a model that was trained anew. */
  readonly reclaimed: StoreBytes;
}

/** What a compaction works on. */
export interface CompactParts {
  readonly library: Library;
  readonly lexical: LexicalIndexHolder;
  readonly vectors: VectorSpaces | undefined;
  readonly openTier: OpenVectorTier;
  readonly memoryBytes: number;
  readonly analyzer: Analyzer;
}

/**
 * Takes all that is deleted off the disk: segments and index files are written anew without it, a model that was trained
 * on it is trained anew, and the catalog is written anew. Each step leaves the library whole.
 */
export async function compactLibrary(parts: CompactParts, { signal }: CompactOptions): Promise<CompactionReport> {
  const { library } = parts;
  return library.write(
    async (writer) => {
      const before = await libraryBytes(library.paths);
      await compactStores(parts, writer, signal);
      const after = await libraryBytes(library.paths);
      const stores = Object.keys(before) as (keyof StoreBytes)[];
      return {
        bytesBefore: totalBytes(before),
        bytesAfter: totalBytes(after),
        reclaimed: Object.fromEntries(
          stores.map((store) => [store, before[store] - after[store]]),
        ) as unknown as StoreBytes,
      };
    },
    { signal },
  );
}

/** The steps of a compaction, as a part of a write. */
export async function compactStores(
  { library, lexical, vectors, openTier, memoryBytes, analyzer }: CompactParts,
  writer: LibraryWriter,
  signal: AbortSignal | undefined,
): Promise<void> {
  // What is durable of documents that no job will complete is not needed any more.
  const open = new Set(library.jobs().flatMap(({ id, state }) => (state === 'done' ? [] : [id])));
  const lost = library.pendingDocuments().filter(({ job }) => job === undefined || !open.has(job));
  if (lost.length > 0) await writer.publish({ abandon: lost.map(({ id }) => id) });
  await writer.compactSegments({ signal });
  await library.readSnapshot({ signal });
  const index = await lexical.get();
  await fillLexicalIndex({ index, library, analyzer, signal });
  await index.compact?.({ signal });
  await lexical.removeOthers();
  await compactVectors({ library, writer, vectors, openTier, memoryBytes, signal });
  await writer.compactCatalog({ signal });
}
