import { sep } from 'node:path';
import { segmentCorrupt } from '../chunk-store/segment-reader.ts';
import { indexCorrupt } from '../index-directory/index-manifest.ts';
import type { LibraryPaths } from '../library-paths.ts';
import type { DamageError } from './encrypted-file-layer.ts';

/** The error for a damaged file of a library: text is lost, everything else is made anew from it. */
export function pathDamaged({ segments, staging }: LibraryPaths): DamageError {
  return (path, reason) => {
    const isText = path.startsWith(segments + sep) || path.startsWith(staging + sep);
    return isText ? segmentCorrupt(path, reason) : indexCorrupt(path, reason);
  };
}
