import { basename, dirname, relative, sep } from 'node:path';

// What is particular about names and paths, in one place. Windows separates names with a backslash and takes `a` and
// `A` for one name; so does macOS by default, which may also give `ä` as a letter and its accent; Linux tells all of
// these apart, and knows names that are no valid text at all.

/** Names that a scan passes over without a word: hidden ones (`.git` among them), and installed packages. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/** A path below a folder as patterns see it: relative, with slashes, composed. Empty for the folder itself. */
export function patternPath(folder: string, path: string): string {
  const below = relative(folder, path);
  return (sep === '/' ? below : below.replaceAll(sep, '/')).normalize('NFC');
}

/** Whether a path is this file or folder, or lies in this folder. Both are absolute. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The innermost of some folders that a path lies in, itself not counted; in as many steps as the path has names. */
export function folderAround(path: string, folders: ReadonlySet<string>): string | undefined {
  for (let at = dirname(path), below = path; at !== below; below = at, at = dirname(at)) if (folders.has(at)) return at;
  return undefined;
}

/** The names that lead from a folder down to a path inside it. */
export function namesBelow(folder: string, path: string): string[] {
  const names: string[] = [];
  for (let at = path; at !== folder; at = dirname(at)) names.unshift(basename(at));
  return names;
}
