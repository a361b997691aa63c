export type { DirectoryEntry, FileLayer, ReadableFile, WritableFile } from './files/file-layer.ts';
export type { FileFingerprint } from './files/hashed-file.ts';
export { nodeFileLayer } from './files/node-file-layer.ts';
export { isNotFound, storageError } from './files/storage-error.ts';
export {
  type IndexChange,
  type IndexDirectory,
  type IndexFileWriter,
  type OpenIndexDirectoryOptions,
  openIndexDirectory,
} from './index-directory/index-directory.ts';
export { type IndexFile, type IndexManifest, indexCorrupt } from './index-directory/index-manifest.ts';
