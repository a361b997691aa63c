import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The file that a thread starts with, which lies beside this one and has its extension: that of the built files, or of
 * the sources where these are run as they are.
 */
export function threadUrl(name: 'recognition-thread' | 'rendering-thread'): URL {
  return new URL(`./${name}${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
}
