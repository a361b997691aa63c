import type { CuboErrorCode, IngestEvent } from '@cubo/contracts';

/** What a watch tells: the events of each ingest, and what goes on around them. */
export type WatchEvent =
  | IngestEvent
  /** Changes of these folders are noticed from now on; by `polling` where the system tells of none. */
  | { readonly type: 'watching'; readonly folders: readonly string[]; readonly polling: boolean }
  /**
   * `running`: an ingest begins, of so many changed paths, or of whole folders. `waiting`: another process is writing to
   * the library. `idle`: the library is as the folders are, until they change again.
   */
  | { readonly type: 'sync'; readonly state: 'running'; readonly changes?: number | undefined }
  | { readonly type: 'sync'; readonly state: 'waiting' | 'idle' }
  /** Something is in the way of the watch, and it goes on: by polling, when the folder is back, or after a while. */
  | {
      readonly type: 'watch-problem';
      readonly code: CuboErrorCode;
      /** What happened and what to do about it, for people. */
      readonly reason: string;
      readonly path?: string | undefined;
    };
