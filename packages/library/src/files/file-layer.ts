/** A file that is being written from its beginning to its end. */
export interface WritableFile {
  readonly path: string;
  /** Appends all of `bytes`; not after `sync`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Forces what was written onto the disk, when all is written. */
  sync(): Promise<void>;
  /** Releases the handle. */
  close(): Promise<void>;
}

/** A file that is read by position. */
export interface ReadableFile {
  readonly path: string;
  /** Size in bytes when it was opened. */
  readonly bytes: number;
  /**
   * Reads exactly `length` bytes from `position`; a shorter file is a `CUBO_STORAGE_FAILED`. Reads into `room`, which has
   * `length` bytes, and returns that; into memory of its own if it is left out.
   */
  read(position: number, length: number, room?: Uint8Array): Promise<Uint8Array>;
  /** The same without leaving the thread: a few microseconds when the page is cached, for searches. */
  readSync(position: number, length: number, room?: Uint8Array): Uint8Array;
  /** Releases the handle. */
  close(): Promise<void>;
}

/** A name in a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly directory: boolean;
}

/**
 * Every operation by which a library changes the disk goes through this layer, so that tests can crash it before and
 * after each one, and so that what differs between platforms sits in one place.
 *
 * Failures of the disk are thrown as `CUBO_STORAGE_FAILED` with the path, the reason and a remedy.
 */
export interface FileLayer {
  /** Whether what is written is encrypted. Default false. */
  readonly isEncrypted?: boolean | undefined;
  /** Creates a file, which must not exist yet. */
  create(path: string): Promise<WritableFile>;
  /** Opens a file for reading. */
  open(path: string): Promise<ReadableFile>;
  /** The whole file, or `undefined` if there is none. For small files. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Moves a file or directory over an existing name's place, atomically. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, or a directory with all in it; a missing one is no error. */
  remove(path: string): Promise<void>;
  /** Makes a directory and those above it; an existing one is no error. */
  makeDirectory(path: string): Promise<void>;
  /** Makes the names in a directory durable, where the platform knows such a thing. */
  syncDirectory(path: string): Promise<void>;
  /** The names in a directory, sorted; none if it does not exist. */
  list(path: string): Promise<DirectoryEntry[]>;
  /** Runs a database commit; here so that a crash before or after it can be tested like any other write. */
  commit<T>(run: () => T): T;
}
