import type { Clock, FileOutcome } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import { type ConnectionCount, connections } from '@cubo/network';
import type { ModelKind } from '../models/model-status.ts';
import { modelPurpose } from './guard-models.ts';
import { type JobStatus, jobDetails } from './job-status.ts';
import { type LibraryFileStore, listLibraryFiles } from './library-files.ts';
import type { ModelInUse } from './models-in-use.ts';
import type { NetworkAccess } from './network-access.ts';

/** Files of a library that belong together. */
export interface AuditedFiles {
  /**
   * Relative to the library's folder, with slashes: a file, or a folder whose files are counted together, such as
   * `segments` and `indexes/lexical/<analyzer>`.
   */
  readonly path: string;
  /** Whose they are; `lock` is the writer lock, and `other` what Cubo did not put there. */
  readonly store: LibraryFileStore;
  readonly files: number;
  readonly bytes: number;
}

/** The latest ingest. */
export interface AuditedIngest extends Omit<JobStatus, 'skipped'> {
  /** How many sources ended in which way. */
  readonly outcomes: Readonly<Partial<Record<FileOutcome, number>>>;
}

/** What one host was sent by a model, and answered. */
export type AuditedContact = Omit<ConnectionCount, 'purpose'>;

/** A model in use, and its part of the network. */
export interface AuditedModel {
  readonly kind: ModelKind;
  readonly id: string;
  /**
   * The hosts it may contact: `loopback`, which is this machine, and those of `network.allow`. Empty for one of Cubo's own,
   * which computes in this process and contacts nothing.
   */
  readonly mayContact: readonly string[];
  /** The hosts it has contacted, or was refused, in this process; as in {@link Audit.connections}. */
  readonly contacted: readonly AuditedContact[];
}

/** What a library holds, and whom this process was in contact with, as plain data. */
export interface Audit {
  /** When this was found; ISO 8601. */
  readonly at: string;
  /** The library's folder, absolute. */
  readonly path: string;
  /** Whether all that the library stores is encrypted. */
  readonly encrypted: boolean;
  readonly documents: number;
  readonly chunks: number;
  /** Bytes on disk by store; `total` is all that is in the library's folder. */
  readonly bytes: Readonly<Record<LibraryFileStore | 'total', number>>;
  /** The same by path. */
  readonly files: readonly AuditedFiles[];
  /** `undefined` where nothing was ever ingested, or no job is remembered. */
  readonly lastIngest: AuditedIngest | undefined;
  /** Embedder, generator and reranker, and generators that were given with a question and are loaded. */
  readonly models: readonly AuditedModel[];
  /** What may be contacted beyond this machine. */
  readonly network: {
    /** Whether anything may. */
    readonly allowed: boolean;
    /** The hosts of `network.allow`, which models may contact. */
    readonly hosts: readonly string[];
    /** Where `cubo.webPage()` may fetch from: nowhere, those of `hosts` that are on the public internet, or all of it. */
    readonly webPages: 'none' | 'hosts' | 'public internet';
  };
  /**
   * The connections of the whole process, the host application's own included, by host and purpose: see
   * {@link ConnectionCount}. Of what Cubo does, `purpose` tells which model or part it was.
   */
  readonly connections: {
    /** Since when they are counted: the first `createCubo` of the process at the latest. ISO 8601. */
    readonly since: string;
    readonly counts: readonly ConnectionCount[];
  };
}

/** What an audit looks at. */
export interface AuditParts {
  readonly library: Library;
  readonly network: NetworkAccess;
  readonly models: readonly ModelInUse[];
  readonly clock: Clock;
}

/** Collects what a library holds, and whom this process was in contact with. */
export async function collectAudit({ library, network, models, clock }: AuditParts): Promise<Audit> {
  const snapshot = await library.readSnapshot();
  const files = await auditedFiles(library);
  const log = connections();
  return {
    at: new Date(clock.now()).toISOString(),
    path: library.paths.root,
    encrypted: library.files.isEncrypted === true,
    documents: snapshot.documents,
    chunks: snapshot.chunks.size,
    bytes: bytesByStore(files),
    files,
    lastIngest: lastIngest(library),
    models: models.map(({ kind, id, isGiven }) => ({
      kind,
      id,
      mayContact: isGiven ? ['loopback', ...network.hosts] : [],
      contacted: log.counts.flatMap(({ purpose, ...count }) => (purpose === modelPurpose(kind, id) ? [count] : [])),
    })),
    network: { allowed: network.isAllowed, hosts: network.hosts, webPages: network.webPages },
    connections: { since: new Date(log.since).toISOString(), counts: log.counts },
  };
}

async function auditedFiles({ paths }: Library): Promise<AuditedFiles[]> {
  const groups = new Map<string, { path: string; store: LibraryFileStore; files: number; bytes: number }>();
  for (const { path, store, bytes } of await listLibraryFiles(paths)) {
    const shown = folderOf(path);
    const group = groups.get(shown) ?? { path: shown, store, files: 0, bytes: 0 };
    group.files++;
    group.bytes += bytes;
    groups.set(shown, group);
  }
  return [...groups.values()];
}

/** The folder as a part of which a file is counted. */
function folderOf(path: string): string {
  return /^(?:segments|staging|models\/[^/]+|indexes\/[^/]+\/[^/]+)(?=\/)/.exec(path)?.[0] ?? path;
}

function bytesByStore(files: readonly AuditedFiles[]): Audit['bytes'] {
  const bytes = { catalog: 0, chunks: 0, lexical: 0, vectors: 0, models: 0, lock: 0, other: 0, total: 0 };
  for (const group of files) {
    bytes[group.store] += group.bytes;
    bytes.total += group.bytes;
  }
  return bytes;
}

function lastIngest(library: Library): AuditedIngest | undefined {
  const [latest] = library.jobs();
  if (latest === undefined) return undefined;
  const { id, state, paths, startedAt, updatedAt, outcomes } = jobDetails(library, latest.id);
  return { id, state, paths, startedAt, updatedAt, outcomes };
}
