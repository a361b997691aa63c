import { encryptedFileLayer } from '../src/encryption/encrypted-file-layer.ts';
import { libraryKey } from '../src/encryption/library-key.ts';
import { type FileLayer, indexCorrupt } from '../src/index.ts';
import { testKey } from './encryptions.ts';

/** The files of another layer, encrypted. */
export const encryptedFiles = (inner: FileLayer): FileLayer =>
  encryptedFileLayer(inner, libraryKey(testKey), indexCorrupt);

/** Both ways to keep files. */
export const layers: readonly (readonly [name: string, of: (inner: FileLayer) => FileLayer])[] = [
  ['not encrypted', (inner) => inner],
  ['encrypted', encryptedFiles],
];
