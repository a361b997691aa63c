/**
 * Every code a `CuboError` can carry. Codes are stable: they are added, never renamed.
 *
 * | code | meaning |
 * |---|---|
 * | `CUBO_BAD_ARGUMENT` | an option or argument has a value that makes no sense |
 * | `CUBO_NODE_UNSUPPORTED` | this Node.js is older than the library needs |
 * | `CUBO_PATH_NOT_FOUND` | a file or folder that was named does not exist |
 * | `CUBO_LIBRARY_INVALID` | the path is not a library: a file, a foreign folder, a damaged catalog |
 * | `CUBO_LIBRARY_TOO_NEW` | the library was written by a newer version of Cubo |
 * | `CUBO_LIBRARY_LOCKED` | another process is writing to the library |
 * | `CUBO_LIBRARY_CLOSED` | the object was used after `close()` |
 * | `CUBO_STORAGE_FAILED` | the disk refused a read or write (full, read-only, no permission) |
 * | `CUBO_SEGMENT_CORRUPT` | a segment of the chunk store is missing or does not match its checksum |
 * | `CUBO_INDEX_CORRUPT` | an index file is missing, truncated or does not match its checksum |
 * | `CUBO_SOURCE_UNREADABLE` | a source could not be opened or read |
 * | `CUBO_SOURCE_TOO_LARGE` | a source is larger than the limit that applies to it |
 * | `CUBO_FORMAT_UNSUPPORTED` | no extractor is registered for the source's format |
 * | `CUBO_FORMAT_INVALID` | the source is not what its format promises: truncated, damaged, encrypted |
 * | `CUBO_SOURCE_EMPTY` | the source holds no text |
 * | `CUBO_DOCUMENT_NOT_FOUND` | no document of the library has the name that was asked for |
 * | `CUBO_JOB_NOT_FOUND` | no job of the library has the id that was asked for |
 * | `CUBO_EMBEDDER_FAILED` | an embedder threw an error: its model is gone, its server does not answer |
 * | `CUBO_EMBEDDER_INVALID` | an embedder returned a wrong count, wrong dimensions or values that are not finite |
 * | `CUBO_GENERATOR_FAILED` | a generator ended with an error |
 */
export type CuboErrorCode =
  | 'CUBO_BAD_ARGUMENT'
  | 'CUBO_NODE_UNSUPPORTED'
  | 'CUBO_PATH_NOT_FOUND'
  | 'CUBO_LIBRARY_INVALID'
  | 'CUBO_LIBRARY_TOO_NEW'
  | 'CUBO_LIBRARY_LOCKED'
  | 'CUBO_LIBRARY_CLOSED'
  | 'CUBO_STORAGE_FAILED'
  | 'CUBO_SEGMENT_CORRUPT'
  | 'CUBO_INDEX_CORRUPT'
  | 'CUBO_SOURCE_UNREADABLE'
  | 'CUBO_SOURCE_TOO_LARGE'
  | 'CUBO_FORMAT_UNSUPPORTED'
  | 'CUBO_FORMAT_INVALID'
  | 'CUBO_SOURCE_EMPTY'
  | 'CUBO_DOCUMENT_NOT_FOUND'
  | 'CUBO_JOB_NOT_FOUND'
  | 'CUBO_EMBEDDER_FAILED'
  | 'CUBO_EMBEDDER_INVALID'
  | 'CUBO_GENERATOR_FAILED';
