import { join } from 'node:path';
import { isCuboError } from '@cubo/contracts';
import type { FileLayer } from '../files/file-layer.ts';
import { fingerprintFile } from '../files/hashed-file.ts';
import { openIndexDirectory } from '../index-directory/index-directory.ts';
import { indexCorrupt } from '../index-directory/index-manifest.ts';
import type { Problem } from './problem.ts';

/** Reads every byte of an index and compares it with the checksums of its manifest. */
export async function checkIndexDirectory(options: {
  directory: string;
  files: FileLayer;
  format: string;
  signal?: AbortSignal | undefined;
}): Promise<Problem[]> {
  const { directory, files, format, signal } = options;
  const problems: Problem[] = [];
  const report = (error: unknown) => {
    if (!isCuboError(error)) throw error;
    problems.push({
      severity: 'error',
      code: 'CUBO_INDEX_CORRUPT',
      message: error.summary,
      remedy: 'Run doctor with --repair: the index is rebuilt from the stored text.',
      path: error.path,
    });
  };
  try {
    const index = await openIndexDirectory({ directory, files, format });
    for (const file of index.manifest.files) {
      signal?.throwIfAborted();
      const path = join(directory, file.name);
      try {
        const actual = await fingerprintFile(files, path);
        if (actual.bytes !== file.bytes || actual.sha256 !== file.sha256) {
          throw indexCorrupt(path, 'does not match its checksum');
        }
      } catch (error) {
        // A writer may have merged the file away since the manifest was read.
        await index.refresh();
        if (index.manifest.files.some(({ name }) => name === file.name)) report(error);
      }
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    report(error);
  }
  return problems;
}
