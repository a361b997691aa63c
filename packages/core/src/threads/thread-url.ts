import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The file that a thread starts with, which lies beside this one. It has the same extension: that of the built files,
 * or of the sources where these are run as they are. `undefined` where it is not there, as in a bundle.
 */
export function threadUrl(name: 'ingest-thread' | 'extract-thread' | 'search-thread'): URL | undefined {
  const url = new URL(`./${name}${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
  return existsSync(url) ? url : undefined;
}
