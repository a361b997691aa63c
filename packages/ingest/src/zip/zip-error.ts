import { CuboError, type CuboErrorCode } from '@cubo/contracts';

const remedies: Partial<Record<CuboErrorCode, string>> = {
  CUBO_FORMAT_INVALID: 'Get an undamaged copy of the file, or save it again with the program it comes from.',
  CUBO_FORMAT_UNSUPPORTED: 'Pack it again with an ordinary ZIP program.',
  CUBO_LIMIT_EXCEEDED: 'If it is genuine, unpack it and add the files themselves.',
  CUBO_SOURCE_ENCRYPTED: 'Unpack it with its password, or save a copy without one.',
  CUBO_SOURCE_TOO_LARGE: 'Split it into smaller ones, or raise the limit.',
};

/** The error for an archive that cannot be read; `what` completes the sentence that begins with the archive's name. */
export function zipError(code: CuboErrorCode, uri: string, what: string, cause?: unknown): CuboError {
  return new CuboError({
    code,
    message: `${uri} ${what}.`,
    remedy: remedies[code] ?? 'Check the file.',
    path: uri,
    cause,
  });
}
