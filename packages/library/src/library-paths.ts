import { join } from 'node:path';

/** Where everything of a library stands on the disk. */
export interface LibraryPaths {
  /** The library's folder. */
  readonly root: string;
  /** SQLite: documents, segments, placements, jobs. */
  readonly catalog: string;
  /** Says of an encrypted library that it is one; missing in others. */
  readonly encryption: string;
  /** The writer lock. */
  readonly lock: string;
  /** Published segments, a folder each. */
  readonly segments: string;
  /** Segments that are being written. */
  readonly staging: string;
  /** Derived indexes: `indexes/<kind>/<fingerprint>/`. */
  readonly indexes: string;
  /** Trained models: `models/<fingerprint>/`. */
  readonly models: string;
}

/** The layout of a library in a folder. */
export function libraryPaths(root: string): LibraryPaths {
  return {
    root,
    catalog: join(root, 'catalog.sqlite'),
    encryption: join(root, 'encryption.json'),
    lock: join(root, 'writer.lock'),
    segments: join(root, 'segments'),
    staging: join(root, 'staging'),
    indexes: join(root, 'indexes'),
    models: join(root, 'models'),
  };
}
