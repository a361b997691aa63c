import { CuboError } from '@cubo/contracts';

/** The error for a source without any text. */
export function emptySource(uri: string, remedy = 'Nothing needs to be done, unless it should hold text.'): CuboError {
  return new CuboError({ code: 'CUBO_SOURCE_EMPTY', message: `${uri} holds no text.`, remedy, path: uri });
}
