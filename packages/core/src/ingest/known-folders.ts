import { stat } from 'node:fs/promises';
import type { Library, LibraryWriter } from '@cubo/library';
import { filesBelow } from './files-below.ts';

/**
 * Whether a folder is the one that was ingested by this name last. Otherwise another one is in its place, such as the
 * mount point of a disk that is not connected, or nothing is known of it.
 */
export async function isKnownFolder(folder: string, library: Pick<Library, 'setting'>): Promise<boolean> {
  const known = library.setting(settingOf(folder));
  return known !== undefined && known === (await identityOf(folder));
}

/** Keeps which folders were ingested by these paths; those without a file may be others in their place. */
export async function rememberFolders(
  paths: readonly string[],
  library: Pick<Library, 'setting'>,
  writer: Pick<LibraryWriter, 'writeSettings'>,
): Promise<void> {
  for (const path of paths) {
    const identity = await identityOf(path);
    if (identity === undefined || identity === library.setting(settingOf(path)) || (await isEmptyFolder(path)))
      continue;
    writer.writeSettings({ [settingOf(path)]: identity });
  }
}

/** Whether there is not one file in a folder, hidden ones aside. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  for await (const _ of filesBelow(folder)) return false;
  return true;
}

function settingOf(folder: string): string {
  return `folder ${folder}`;
}

/** What a folder keeps for as long as it exists. The number of its device is none of that: it may change with a restart. */
async function identityOf(path: string): Promise<string | undefined> {
  const state = await stat(path, { bigint: true }).catch(() => undefined);
  return state?.isDirectory() ? `${state.ino} ${state.birthtimeNs}` : undefined;
}
