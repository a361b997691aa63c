import { sep } from 'node:path';

/** Whether a path is this file or folder, or lies in this folder. Both are absolute. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
