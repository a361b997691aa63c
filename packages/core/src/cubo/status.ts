import {
  type ChunkSet,
  type DerivedIndex,
  type Fuser,
  type Generator,
  type IndexStats,
  intersectChunkSets,
} from '@cubo/contracts';
import type { Library, LibrarySnapshot } from '@cubo/library';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import { type Reading, readConsistently } from '../indexes/read-consistently.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import type { MemoryPlan } from '../memory/plan-memory.ts';
import { mergeModels } from '../models/merge-models.ts';
import type { ModelStatus } from '../models/model-status.ts';
import type { Models } from '../models/models.ts';
import type { Profile } from '../profile/profile.ts';
import type { SearchCacheStats } from '../search/search-cache.ts';
import type { Searcher } from '../search/searcher.ts';
import { type JobStatus, jobStatuses } from './job-status.ts';
import { libraryBytes, type StoreBytes, totalBytes } from './library-bytes.ts';
import type { NetworkAccess } from './network-access.ts';

/** State of one index. */
export interface IndexStatus extends IndexStats {
  /** The share of the live chunks that it holds, 0 to 1. */
  readonly coverage: number;
}

/** How far a migration is. */
export interface MigrationStatus {
  /** Of the vectors to come. */
  readonly embedder: string;
  /** The fingerprint of the vectors that the library has; `undefined`: none. */
  readonly replaces: string | undefined;
  /** Live chunks that have one. */
  readonly chunks: number;
  /** Their share of all live chunks, 0 to 1. */
  readonly coverage: number;
}

/** State of a library, and the parts in use. */
export interface CuboStatus {
  readonly path: string;
  /** Whether all that the library stores is encrypted. */
  readonly encrypted: boolean;
  readonly documents: number;
  readonly chunks: number;
  /** Segments of the chunk store. */
  readonly segments: number;
  /** Bytes on disk by store; `total` is their sum. */
  readonly bytes: StoreBytes & { readonly total: number };
  readonly lexical: IndexStatus;
  /** `undefined` while there are no vectors. */
  readonly dense: (IndexStatus & { readonly embedder: string; readonly dimensions: number }) | undefined;
  /**
   * How far the vectors are that will take the place of those in use: of another embedder, or of another training of the
   * same. `undefined`: those in use are to stay.
   */
  readonly migration: MigrationStatus | undefined;
  readonly fuser: string;
  readonly generator: string;
  /** `undefined` where searches are not remembered. */
  readonly searchCache: SearchCacheStats | undefined;
  /** The models in use; one that is trained on the library is there once it is. */
  readonly models: readonly ModelStatus[];
  /** For what kind of computer defaults were chosen, which these are, and why. */
  readonly profile: Profile;
  /** The budget in use, and what the whole process takes now, the host included. */
  readonly memory: { readonly budgetMiB: number; readonly residentMiB: number };
  /** Whether web pages may be fetched, and the connections that were opened or tried for them since this library was opened. */
  readonly network: { readonly allowed: boolean; readonly connections: number };
  /** The latest first. */
  readonly jobs: readonly JobStatus[];
}

interface StatusParts {
  readonly library: Library;
  readonly lexical: LexicalIndexHolder;
  readonly vectors: VectorSpaces | undefined;
  readonly searcher: Searcher;
  readonly fuser: Fuser;
  readonly generator: Generator;
  readonly network: NetworkAccess;
  readonly profile: Profile;
  readonly memory: MemoryPlan;
  readonly models: Models;
  /** Models that search threads have loaded for themselves. */
  threadModels(): readonly ModelStatus[];
}

/** Collects the status of a library. */
export async function collectStatus(parts: StatusParts): Promise<CuboStatus> {
  await parts.library.readSnapshot();
  return readConsistently(parts.library, (snapshot) => statusOf(snapshot, parts));
}

async function statusOf(snapshot: LibrarySnapshot, parts: StatusParts): Promise<Reading<CuboStatus>> {
  const { library, lexical, vectors, searcher, fuser, generator, network, profile, memory, models } = parts;
  const { paths } = library;
  const index = await lexical.get();
  await index.refresh();
  const dense = await vectors?.use(
    async (space) =>
      space && {
        ...indexStatus(space.tier, snapshot.chunks),
        embedder: space.embedder.id,
        dimensions: space.embedder.dimensions,
      },
  );
  const migration = await vectors?.migration(snapshot.chunks);
  const sizes = await libraryBytes(paths);
  const value: CuboStatus = {
    path: paths.root,
    encrypted: library.files.isEncrypted === true,
    documents: snapshot.documents,
    chunks: snapshot.chunks.size,
    segments: snapshot.segments,
    bytes: { ...sizes, total: totalBytes(sizes) },
    lexical: indexStatus(index, snapshot.chunks),
    dense,
    migration: migration && { ...migration, coverage: share(migration.chunks, snapshot.chunks) },
    fuser: fuser.id,
    generator: generator.id,
    searchCache: await searcher.cacheStats(),
    models: mergeModels(models.status(), parts.threadModels()),
    profile,
    memory: {
      budgetMiB: memory.budgetMiB,
      residentMiB: Math.round(process.memoryUsage.rss() / 2 ** 20),
    },
    network: { allowed: network.isAllowed, connections: network.connections },
    jobs: jobStatuses(library),
  };
  return { value, isComplete: () => value.lexical.coverage === 1 && (dense?.coverage ?? 1) === 1 };
}

function indexStatus(index: DerivedIndex, live: ChunkSet): IndexStatus {
  const held = intersectChunkSets(index.coverage(), live).size;
  return { ...index.stats(), coverage: share(held, live) };
}

function share(chunks: number, live: ChunkSet): number {
  return live.size === 0 ? 1 : chunks / live.size;
}
