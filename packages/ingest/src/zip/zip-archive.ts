/** A member of a ZIP archive, as the archive's directory describes it. */
export interface ZipEntry {
  /**
   * Its path with `/` between folders, for people: without control characters, leading slashes, `.` and `..`. Never a
   * path to write to.
   */
  readonly name: string;
  /** Bytes after unpacking, as the directory claims; unpacking ends with an error where that is not true. */
  readonly size: number;
  /** Bytes in the archive. */
  readonly compressedSize: number;
  readonly isDirectory: boolean;
  readonly isEncrypted: boolean;
  /** Time of the last modification in milliseconds since the epoch, where the archive knows it. */
  readonly modifiedAt?: number | undefined;
  /** How it is packed: 0 stored, 8 deflated; nothing else is read. */
  readonly method: number;
  /** Checksum of the unpacked bytes. */
  readonly crc32: number;
  /** Where in the archive its local header begins. */
  readonly offset: number;
}

/** How a member is unpacked. */
export interface UnpackOptions {
  readonly signal?: AbortSignal | undefined;
  /** Larger members are refused with `CUBO_SOURCE_TOO_LARGE`. */
  readonly maximumBytes: number;
}

/** An open ZIP archive. */
export interface ZipArchive {
  /** Its members in the order of its directory, folders too. */
  readonly entries: readonly ZipEntry[];
  /**
   * The member of a name as packages of office documents mean it: a leading slash does not count, and neither does case
   * where no member has exactly this name. Of several the last.
   */
  find(name: string): ZipEntry | undefined;
  /**
   * Unpacks a member piece by piece.
   *
   * @throws CuboError `CUBO_SOURCE_ENCRYPTED`, `CUBO_SOURCE_TOO_LARGE`; `CUBO_FORMAT_UNSUPPORTED` for an unknown method;
   * `CUBO_FORMAT_INVALID` when it is damaged or cut off; `CUBO_LIMIT_EXCEEDED` when it, or all that was unpacked from
   * this archive so far, is out of proportion to its packed size, or when there is more of it than it claims
   */
  stream(
    entry: ZipEntry,
    options?: { readonly signal?: AbortSignal | undefined; readonly maximumBytes?: number | undefined },
  ): AsyncGenerator<Uint8Array>;
  /** Unpacks a whole member into memory; throws as `stream` does. */
  read(entry: ZipEntry, options: UnpackOptions): Promise<Uint8Array>;
  /** Lets go of the bytes; nothing can be read afterwards. */
  close(): void;
}
