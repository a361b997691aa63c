import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The file that a thread starts with, which lies beside this one and has its extension: that of the built files, or of
 * the sources where these are run as they are. `undefined` where a bundler has moved this file without it.
 */
export function threadUrl(): URL | undefined {
  if (!import.meta.url.startsWith('file:')) return undefined;
  const url = new URL(`./model-thread${extname(fileURLToPath(import.meta.url))}`, import.meta.url);
  return existsSync(url) ? url : undefined;
}
