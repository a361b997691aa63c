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
  for (const { mediaType, name, content } of attachments) parts.push([mediaType, name, content]);
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
  const written = parts.flatMap(([mediaType, name, content]) => [
    `--${boundary}`,
    `Content-Type: ${mediaType}`,
    'Content-Transfer-Encoding: base64',
    ...(name === undefined
      ? []
      : [`Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name.toWellFormed())}`]),
    '',
    Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64').replace(/.{76}/g, '$&\r\n'),
  ]);
  return Buffer.from([...head, '', ...written, `--${boundary}--`, ''].join('\r\n'));
}
