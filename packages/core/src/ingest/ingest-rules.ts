import type { ScanRules } from '@cubo/ingest';

/** What an ingest takes of the folders it is given, how it labels what it finds, and when it gives up what it does not. */
export interface IngestRules extends ScanRules {
  /**
   * Remove the documents of a given folder also where another folder is in its place, and not one file in that. Default
   * false: they stay, and the folder is reported with `CUBO_FOLDER_EMPTY`, because it is mostly the mount point of a disk
   * or network share that is not connected.
   */
  readonly allowEmpty?: boolean | undefined;
}
