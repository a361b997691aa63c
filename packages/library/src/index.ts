export type { DocumentAlias } from './catalog/aliases.ts';
export type { DocumentRecord, TitleOrigin } from './catalog/documents.ts';
export type { InheritedRun } from './catalog/inherited-chunks.ts';
export type { JobFile, JobFileState, JobRecord, JobReport, JobState } from './catalog/jobs.ts';
export { isSameMetadata, type LabelChange } from './catalog/labels.ts';
export type { PendingRecord } from './catalog/pending-documents.ts';
export { type ChunkRecord, isSameChunk } from './chunk-store/chunk-columns.ts';
export type { CompactSegmentsOptions } from './compaction/compact-segments.ts';
export { checkIndexDirectory } from './doctor/check-index-directory.ts';
export type { Problem } from './doctor/problem.ts';
export { type EncryptionOptions, libraryKey } from './encryption/library-key.ts';
export type { DirectoryEntry, FileLayer, ReadableFile, WritableFile } from './files/file-layer.ts';
export type { FileFingerprint } from './files/hashed-file.ts';
export { nodeFileLayer } from './files/node-file-layer.ts';
export { isNotFound, storageError } from './files/storage-error.ts';
export { type ChangeQueue, changeQueue } from './index-directory/change-queue.ts';
export {
  type IndexChange,
  type IndexDirectory,
  type IndexFileWriter,
  type OpenIndexDirectoryOptions,
  openIndexDirectory,
} from './index-directory/index-directory.ts';
export { type IndexFile, type IndexManifest, indexCorrupt } from './index-directory/index-manifest.ts';
export type { Library } from './library.ts';
export type { LibraryPaths } from './library-paths.ts';
export { type OpenLibraryOptions, openLibrary } from './open-library.ts';
export { separateBuffer } from './separate-buffer.ts';
export type { LibrarySnapshot } from './snapshot/library-snapshot.ts';
export type { LibraryWriter } from './writer/library-writer.ts';
export type {
  FinishedDocument,
  NewName,
  Publication,
  Relabelling,
  UnfinishedDocument,
} from './writer/publication.ts';
export type { PendingDocument, SealedSegment, StagedRun, StagedSegment } from './writer/staged-segment.ts';
