import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { CuboError } from '@cubo/contracts';

// Without this flag, opening a named pipe that nobody writes to waits for ever. Windows has no such pipes in folders.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const reasons: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  EACCES: ['may not be read: permission denied', 'Give this user the right to read it.'],
  EPERM: ['may not be read: operation not permitted', 'Give this user the right to read it.'],
  ENOENT: ['does not exist', 'Check the path; the file may have been moved or deleted meanwhile.'],
  EMFILE: ['could not be opened: too many files are open', 'Raise the limit of open files (ulimit -n).'],
  ELOOP: ['is a symbolic link that leads back to itself', 'Repair or remove the link.'],
};

/** Turns an error of the file system into a `CuboError` that names the path. */
export function unreadable(path: string, cause: unknown): CuboError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  const [what, remedy] = reasons[code] ?? [
    `could not be read${code ? ` (${code})` : ''}`,
    'Check the file and the disk it is on.',
  ];
  return new CuboError({ code: 'CUBO_SOURCE_UNREADABLE', message: `${path} ${what}.`, remedy, path, cause });
}

/** Opens a file for reading; anything but a regular file is refused with `CUBO_SOURCE_UNREADABLE`. */
export async function openRegularFile(path: string): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(path, openFlags);
  } catch (cause) {
    throw unreadable(path, cause);
  }
  try {
    if ((await handle.stat()).isFile()) return handle;
  } catch (cause) {
    await handle.close();
    throw unreadable(path, cause);
  }
  await handle.close();
  throw new CuboError({
    code: 'CUBO_SOURCE_UNREADABLE',
    message: `${path} is not a regular file.`,
    remedy: 'Only files and folders can be ingested, not devices, sockets or pipes.',
    path,
  });
}
