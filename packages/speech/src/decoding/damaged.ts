import { CuboError, type Source } from '@cubo/contracts';

/** The error for a recording that cannot be read. `reason` continues the sentence "The recording <uri> …". */
export function damaged({ uri }: Pick<Source, 'uri'>, reason: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `The recording ${uri} ${reason}.`,
    remedy: 'Check that it can be played, or save it anew as WAV, FLAC, Ogg or MP3.',
    path: uri,
    cause,
  });
}
