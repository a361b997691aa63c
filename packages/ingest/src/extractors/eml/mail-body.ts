import type { UnreadPlace } from '@cubo/contracts';
import { visibleCharacters } from '../html/visible-characters.ts';
import type { MailMessage } from './mail-message.ts';

/** HTML with so many times the characters of the text beside it says more than that does. */
const muchMore = 8;

/** The armour of a signature (RFC 9580, 6.2), also where it is quoted. */
const signature =
  /^[> ]*-----BEGIN PGP SIGNATURE-----\n(?:[> ]*(?:(?:Version|Comment|Hash|Charset|MessageID): .*|[A-Za-z0-9+/=]*)\n)*[> ]*-----END PGP SIGNATURE-----/gm;

/** What is read of a message's body: one of the three. */
export interface MailBody {
  readonly text: string;
  readonly html?: string | undefined;
  readonly rtf?: Uint8Array | undefined;
}

/**
 * The plain text of a message without the armour of a signature, unless there is none or it is a mere stand-in for the
 * HTML beside it; else the HTML, else the Rich Text. Text that PGP has encrypted is reported and left out.
 */
export function mailBody({ text = '', html, rtf }: MailMessage, unread: (place: UnreadPlace) => void): MailBody {
  let plain = text.replace(/\r\n?/g, '\n').trim().toWellFormed();
  if (/^-----BEGIN PGP MESSAGE-----$/m.test(plain)) {
    unread(encryptedPlace('text of the message'));
    plain = plain.replace(/-----BEGIN PGP MESSAGE-----[\s\S]*?(?:-----END PGP MESSAGE-----|$)/g, '').trim();
    return { text: plain };
  }
  if (plain.includes('-----BEGIN PGP SIGN'))
    plain = plain
      .replace(/^-----BEGIN PGP SIGNED MESSAGE-----\n(?:Hash: .*\n)?\n?/m, '')
      .replace(signature, '')
      .trim();
  const characters = html === undefined ? 0 : visibleCharacters(html);
  if (plain !== '' && characters < plain.length * muchMore) return { text: plain };
  if (characters > 0) return { text: '', html };
  return { text: plain, rtf: plain === '' ? rtf : undefined };
}

/** What is said of a part that only its recipient can read. */
export function encryptedPlace(place: string): UnreadPlace {
  const reason = 'It is encrypted for its recipient (S/MIME or PGP); save the message decrypted and add it again.';
  return { place, reason, code: 'CUBO_SOURCE_ENCRYPTED' };
}
