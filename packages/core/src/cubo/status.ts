import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ChunkSet,
  type DerivedIndex,
  type Fuser,
  type Generator,
  type IndexStats,
  intersectChunkSets,
  type SkippedFile,
} from '@cubo/contracts';
import type { JobState, Library, LibrarySnapshot } from '@cubo/library';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import { type Reading, readConsistently } from '../indexes/read-consistently.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';

/** State of one index. */
export interface IndexStatus extends IndexStats {
  /** The share of the live chunks that it holds, 0 to 1. */
  readonly coverage: number;
}

/** A job as `status()` shows it. */
export interface JobStatus {
  readonly id: string;
  /** `interrupted`: the process that ran it is gone, and `resume` goes on with it. */
  readonly state: JobState | 'interrupted';
  /** What it ingests; none for sources of the application's own. */
  readonly paths: readonly string[];
  /** ISO 8601. */
  readonly startedAt: string;
  readonly updatedAt: string;
  /** What it passed over, and why, by path; of the latest job only. */
  readonly skipped?: readonly SkippedFile[] | undefined;
}

/** State of a library, and the parts in use. */
export interface CuboStatus {
  readonly path: string;
  readonly documents: number;
  readonly chunks: number;
  /** Segments of the chunk store. */
  readonly segments: number;
  /** Bytes on disk by store; `total` is their sum. */
  readonly bytes: {
    readonly catalog: number;
    readonly chunks: number;
    readonly lexical: number;
    readonly vectors: number;
    readonly models: number;
    readonly total: number;
  };
  readonly lexical: IndexStatus;
  /** `undefined` while there are no vectors. */
  readonly dense: (IndexStatus & { readonly embedder: string; readonly dimensions: number }) | undefined;
  readonly fuser: string;
  readonly generator: string;
  /** The latest first. */
  readonly jobs: readonly JobStatus[];
}

interface StatusParts {
  readonly library: Library;
  readonly lexical: LexicalIndexHolder;
  readonly vectors: VectorSpaces | undefined;
  readonly fuser: Fuser;
  readonly generator: Generator;
}

/** Collects the status of a library. */
export function collectStatus(parts: StatusParts): Promise<CuboStatus> {
  return readConsistently(parts.library, (snapshot) => statusOf(snapshot, parts));
}

async function statusOf(snapshot: LibrarySnapshot, parts: StatusParts): Promise<Reading<CuboStatus>> {
  const { library, lexical, vectors, fuser, generator } = parts;
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
  const sizes = {
    catalog: (await Promise.all(['', '-wal', '-shm'].map((end) => bytesOf(paths.catalog + end)))).reduce(
      (a, b) => a + b,
    ),
    chunks: (await bytesOf(paths.segments)) + (await bytesOf(paths.staging)),
    lexical: await bytesOf(join(paths.indexes, 'lexical')),
    vectors: await bytesOf(join(paths.indexes, 'vectors')),
    models: await bytesOf(paths.models),
  };
  const value: CuboStatus = {
    path: paths.root,
    documents: snapshot.documents,
    chunks: snapshot.chunks.size,
    segments: snapshot.segments,
    bytes: { ...sizes, total: Object.values(sizes).reduce((a, b) => a + b) },
    lexical: indexStatus(index, snapshot.chunks),
    dense,
    fuser: fuser.id,
    generator: generator.id,
    jobs: jobStatuses(library),
  };
  return { value, isComplete: () => value.lexical.coverage === 1 && (dense?.coverage ?? 1) === 1 };
}

function indexStatus(index: DerivedIndex, live: ChunkSet): IndexStatus {
  const held = intersectChunkSets(index.coverage(), live).size;
  return { ...index.stats(), coverage: live.size === 0 ? 1 : held / live.size };
}

function jobStatuses(library: Library): JobStatus[] {
  const beingWritten = library.isBeingWritten();
  return library.jobs().map(({ id, state, specification, startedAt, updatedAt }, i) => ({
    id,
    state: state === 'running' && !beingWritten ? 'interrupted' : state,
    paths: (JSON.parse(specification) as { paths?: string[] }).paths ?? [],
    startedAt: new Date(startedAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    ...(i === 0 && { skipped: skippedFiles(library, id) }),
  }));
}

function skippedFiles(library: Library, job: string): SkippedFile[] {
  return library
    .jobFiles(job)
    .flatMap(({ uri, outcome, reason = '', code = 'CUBO_FORMAT_INVALID' }) =>
      outcome === 'skipped' ? [{ path: uri, reason, code }] : [],
    );
}

/** Bytes of a file, or of all files under a folder. What disappears meanwhile counts nothing. */
async function bytesOf(path: string): Promise<number> {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.size;
  let bytes = 0;
  for (const name of await readdir(path).catch(() => [])) bytes += await bytesOf(join(path, name));
  return bytes;
}
