import { CuboError, isCuboError } from '@cubo/contracts';

const remedies: Record<string, string> = {
  ENOSPC: 'Free some space on the disk and try again; nothing that was stored before is lost.',
  EDQUOT: 'Raise the disk quota or free some space and try again; nothing that was stored before is lost.',
  EACCES: 'Give this user the right to read and write there, or choose another path.',
  EPERM: 'Give this user the right to read and write there, or choose another path.',
  EROFS: 'The file system is read-only; choose a path on a writable one.',
  EMFILE: 'Too many files are open; raise the limit (ulimit -n) or close some.',
  ENFILE: 'Too many files are open on this computer; close some.',
  ENOENT: 'Check that the path exists and that no other program removed it.',
  ENOTDIR: 'A part of the path is a file; choose a path made of directories.',
  SQLITE_FULL: 'Free some space on the disk and try again; nothing that was stored before is lost.',
  SQLITE_READONLY: 'Give this user the right to write there, or choose another path.',
  SQLITE_CANTOPEN: 'Check that the folder exists and that this user may write in it.',
  EIO: 'The disk reports a hardware error; copy the library to another disk.',
};

/** Wraps an error of the operating system, or of SQLite, in a `CUBO_STORAGE_FAILED` that names path and remedy. */
export function storageError(cause: unknown, action: string, path: string): CuboError {
  if (isCuboError(cause)) return cause;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CuboError({
    code: 'CUBO_STORAGE_FAILED',
    message: `Could not ${action} ${path} (${reason}).`,
    remedy: remedies[code] ?? 'Check the disk and the rights on that path, then try again.',
    path,
    cause,
  });
}

/** The error for a file that has fewer bytes than were to be read. */
export function shortRead(path: string, position: number, length: number): CuboError {
  return new CuboError({
    code: 'CUBO_STORAGE_FAILED',
    message: `${path} ends before byte ${position + length}.`,
    remedy: 'The file was cut short; run doctor with --repair.',
    path,
  });
}

/** Tells whether an error, wrapped or not, comes from a path that does not exist. */
export function isNotFound(error: unknown): boolean {
  if (isCuboError(error)) return isNotFound(error.cause);
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
}

/** Tells whether an error comes from a path where no file is: nothing, a folder, or what only a folder could hold. */
export function isNoFile(error: unknown): boolean {
  if (isCuboError(error)) return isNoFile(error.cause);
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR';
}
