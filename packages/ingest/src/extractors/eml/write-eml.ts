import type { MailMessage } from './mail-message.ts';

const line = (name: string, value: string | undefined): string[] =>
  value ? [`${name}: ${value.replace(/\s+/g, ' ').trim()}`] : [];

/** Writes a message of another format as an Internet message (RFC 5322, headers in UTF-8 as of RFC 6532). */
export function writeEml(message: MailMessage): Uint8Array {
  const { text, html, rtf, attachments } = message;
  const parts: [mediaType: string, name: string | undefined, content: Uint8Array][] = [];
  if (text?.trim()) parts.push(['text/plain; charset=utf-8', undefined, Buffer.from(text)]);
  if (html) parts.push(['text/html; charset=utf-8', undefined, Buffer.from(html)]);
  if (rtf) parts.push(['application/rtf', 'message.rtf', rtf]);
  const bodies = parts.length;
  for (const { mediaType, name, content } of attachments) parts.push([plainType(mediaType), name, content]);
  const boundary = 'cubo-part';
  const head = [
    ...line('From', message.from),
    ...line('To', message.to?.join(', ')),
    ...line('Cc', message.cc?.join(', ')),
    ...line('Bcc', message.bcc?.join(', ')),
    ...line('Subject', message.subject),
    ...line('Date', message.date),
    'MIME-Version: 1.0',
    `Content-Type: multipart/${bodies === 2 && parts.length === 2 ? 'alternative' : 'mixed'}; boundary=${boundary}`,
  ];
  const pieces: (string | Uint8Array)[] = [...head.map((text) => `${text}\r\n`), '\r\n'];
  for (const [mediaType, name, content] of parts) {
    const disposition = `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name?.toWellFormed() ?? '')}\r\n`;
    pieces.push(
      `--${boundary}\r\nContent-Type: ${mediaType}\r\nContent-Transfer-Encoding: base64\r\n`,
      ...(name === undefined ? [] : [disposition]),
      '\r\n',
      content,
      '\r\n',
    );
  }
  return joined([...pieces, `--${boundary}--\r\n`]);
}

/** A media type as a header can state it of one file; what else a message says of it means nothing. */
function plainType(mediaType: string): string {
  return /^(?!multipart\/)[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream';
}

/** Bytes and characters of a line of Base64. */
const [lineBytes, lineLength] = [57, 76];
/** Lines that are encoded at a time. */
const batch = 1024;

/** Texts, and bytes in Base64; written into place, for files take hundreds of megabytes. */
function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  const whole = Buffer.alloc(pieces.reduce((sum, piece) => sum + lengthOf(piece), 0));
  let at = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') at += whole.write(piece, at);
    else
      for (let from = 0; from < piece.byteLength; from += batch * lineBytes) {
        const part = Buffer.from(piece.subarray(from, from + batch * lineBytes)).toString('base64');
        at += whole.write(part.replace(/.{76}/g, '$&\r\n'), at, 'latin1');
      }
  }
  return whole;
}

function lengthOf(piece: string | Uint8Array): number {
  if (typeof piece === 'string') return Buffer.byteLength(piece);
  const characters = 4 * Math.ceil(piece.byteLength / 3);
  return characters + 2 * Math.floor(characters / lineLength);
}
