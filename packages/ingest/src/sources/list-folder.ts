import { readdir } from 'node:fs/promises';

/** The names in a folder, in UTF-16 code unit order. */
export interface FolderListing {
  readonly names: readonly string[];
  /** Names that are no valid UTF-8, as well as they can be shown. No path leads to them. */
  readonly invalid: readonly string[];
}

const invalidCharacter = '\uFFFD';

/** Lists a folder. Only its names are held, no states of files. */
export async function listFolder(folder: string): Promise<FolderListing> {
  const names = await readdir(folder);
  if (!names.some((name) => name.includes(invalidCharacter))) return { names: names.sort(), invalid: [] };
  // Node puts U+FFFD where bytes are no UTF-8. A name may also hold that character itself.
  const valid: string[] = [];
  const invalid: string[] = [];
  for (const bytes of await readdir(folder, { encoding: 'buffer' })) {
    const name = bytes.toString('utf8');
    (Buffer.from(name, 'utf8').equals(bytes) ? valid : invalid).push(name);
  }
  return { names: valid.sort(), invalid: invalid.sort() };
}
