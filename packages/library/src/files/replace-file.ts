import { dirname } from 'node:path';
import type { FileLayer } from './file-layer.ts';

/** The name under which the new bytes of a file are written. */
export const temporaryName = (path: string): string => `${path}.new`;

/**
 * Replaces a small file as a whole: after a crash it holds either the old bytes or the new ones. One writer at a time.
 */
export async function replaceFile(files: FileLayer, path: string, bytes: Uint8Array): Promise<void> {
  const temporary = temporaryName(path);
  await files.remove(temporary);
  const file = await files.create(temporary);
  try {
    await file.write(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await files.rename(temporary, path);
  await files.syncDirectory(dirname(path));
}
