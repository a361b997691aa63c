import { CuboError, type UnreadPlace } from '@cubo/contracts';

/**
 * The error for a source of which nothing could be read: that of its first place.
 *
 * @param others how many more places could not be read
 */
export function unreadSource(
  uri: string,
  { place, reason, code = 'CUBO_FORMAT_INVALID' }: UnreadPlace,
  remedy: string,
  others = 0,
): CuboError {
  const more = others === 0 ? '' : `; and ${others} more place${others === 1 ? '' : 's'}`;
  return new CuboError({
    code,
    message: `${uri} has no text that could be read (${place}: ${reason.replace(/\.$/, '')}${more}).`,
    remedy,
    path: uri,
  });
}
