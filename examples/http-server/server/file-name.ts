import { RequestError } from './errors.ts';

/** What most file systems take, in bytes of UTF-8, with room for what other programs put behind it. */
const longestName = 200;
const reservedByWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A name under which a file can be stored in one folder on every system, made of what a client says: without the folders
 * before it, and without what is not visible or means something to a shell or file system.
 *
 * @throws RequestError 400 where nothing is left
 */
export function safeFileName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').replace(/[<>:"|?*]/g, '_');
  // A dot in front hides a file, and one at the end is dropped by Windows.
  const trimmed = visible.replace(/^[\s.]+|[\s.]+$/g, '');
  const name = shorten(reservedByWindows.test(trimmed) ? `_${trimmed}` : trimmed);
  if (name !== '') return name;
  const message = 'The name of the document has no character that a file can be named by.';
  throw new RequestError(400, { code: 'BAD_NAME', message, remedy: 'Name it, as in /documents/lease.pdf.' });
}

/** Shortens a name to what fits, and leaves its extension, which tells the format. */
function shorten(name: string): string {
  const [extension = ''] = /\.[^.]{1,20}$/.exec(name) ?? [];
  let stem = name.slice(0, name.length - extension.length);
  while (Buffer.byteLength(stem + extension) > longestName) stem = [...stem].slice(0, -1).join('');
  return stem + extension;
}
