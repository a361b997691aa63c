import { CuboError, type ExtractContext } from '@cubo/contracts';
import type { Address, Attachment, Email } from 'postal-mime';
import { decodeText } from '../../text/decode-text.ts';
import { createPieceDecoder, encodingLabel } from '../../text/text-encoding.ts';
import { contentIds } from './content-ids.ts';
import type { MailAttachment, MailMessage } from './mail-message.ts';
import { parseMime } from './parse-mime.ts';

/** The most bytes that a message may have: it is held as it came, and its parts decoded beside it. */
export function largestMessage({ maximumBytes }: ExtractContext): number {
  return Math.floor(maximumBytes / 2);
}

/**
 * Parses an Internet message (RFC 5322, MIME RFC 2045 to 2049, encoded words RFC 2047, parameters RFC 2231, flowed text
 * RFC 3676). Messages within it stay attachments.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` for what has no header of a message, or parts nested too deeply
 */
export async function parseEml(bytes: Uint8Array, uri: string): Promise<MailMessage> {
  let email: Email;
  try {
    email = await parseMime(bytes);
    if (isHeaderGarbled(email)) email = await parseMime(withReadableHeader(bytes));
  } catch (cause) {
    throw invalid(uri, (cause as Error).message, cause);
  }
  if (!email.headers.some(({ key }) => messageHeaders.has(key))) throw invalid(uri, 'it has no header');
  const shown = contentIds(email.html);
  const date = email.headers.find(({ key }) => key === 'date')?.value.trim();
  return {
    subject: email.subject,
    from: addressesOf([email.from ?? email.sender])[0],
    to: addressesOf(email.to),
    cc: addressesOf(email.cc),
    bcc: addressesOf(email.bcc),
    date,
    isoDate: email.date !== undefined && !Number.isNaN(Date.parse(email.date)) ? email.date : undefined,
    text: email.text ?? (isBodyLost(email) ? bodyOf(bytes, uri) : undefined),
    html: email.html,
    attachments: email.attachments.map((attachment) => toAttachment(attachment, shown)),
  };
}

/** The header and the first part are looked for in so many bytes. */
const longestHeader = 256 * 1024;

function isHeaderGarbled({ headers }: Email): boolean {
  return headers.some(({ value }) => value.includes('\ufffd'));
}

/**
 * The message with a header in UTF-8: bytes beyond ASCII in it are in the encoding that the first of its parts names, or
 * else in the one that the whole message shows.
 */
function withReadableHeader(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.subarray(0, longestHeader).toString('latin1');
  const length = /\r?\n\r?\n/.exec(start)?.index ?? start.length;
  const named = /charset\s*=\s*"?([\w.:-]+)/i.exec(start)?.[1];
  const known = named === undefined || /^(?:us-ascii|utf-?8)$/i.test(named) ? undefined : encodingLabel(named);
  const decoder = createPieceDecoder(known ?? decodeText(bytes).encoding);
  const header = decoder.decode(buffer.subarray(0, length)) + decoder.finish();
  return Buffer.concat([Buffer.from(header), buffer.subarray(length)]);
}

/** A message that says it has several parts, but not what divides them, is one text. */
function isBodyLost({ html, attachments, headers }: Email): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  return html === undefined && attachments.length === 0 && /^\s*multipart\//i.test(type);
}

function bodyOf(bytes: Uint8Array, uri: string): string | undefined {
  const { text } = decodeText(bytes, uri);
  const end = /\r?\n\r?\n/.exec(text);
  return end === null ? undefined : text.slice(end.index + end[0].length);
}

const messageHeaders: ReadonlySet<string> = new Set(
  'from to cc subject date message-id received mime-version content-type return-path sender delivered-to'.split(' '),
);

function addressesOf(addresses: readonly (Address | undefined)[] = []): string[] {
  return addresses.flatMap((address) => {
    if (address === undefined) return [];
    if (address.group) return address.group.flatMap((member) => addressesOf([member]));
    const { name, address: mailbox } = address;
    return name && mailbox ? [`${name} <${mailbox}>`] : [name || mailbox || ''].filter((text) => text !== '');
  });
}

function toAttachment(
  { filename, mimeType, contentId, related, content, description }: Attachment,
  shown: ReadonlySet<string>,
): MailAttachment {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer);
  const id = contentId?.replace(/^<|>$/g, '');
  return {
    name: filename ?? nameOf(mimeType, bytes, description),
    mediaType: mimeType,
    isInline: related === true || (id !== undefined && shown.has(id)),
    content: bytes,
  };
}

/** A message that was sent along is called by its subject. */
function nameOf(mediaType: string, content: Uint8Array, description: string | undefined): string | undefined {
  if (mediaType !== 'message/rfc822') return description;
  const head =
    Buffer.from(content.subarray(0, 16_384))
      .toString('latin1')
      .split(/\r?\n\r?\n/, 1)[0] ?? '';
  const subject = /^subject:[ \t]*(.+(?:\r?\n[ \t].*)*)/im.exec(head)?.[1]?.replace(/\s+/g, ' ').trim();
  return subject && /^[\x20-\x7e]+$/.test(subject) && !subject.includes('=?')
    ? `${subject.slice(0, 100)}.eml`
    : description;
}

function invalid(uri: string, reason: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} is no readable e-mail message: ${reason.split('\n')[0]?.slice(0, 200)}.`,
    remedy: 'Save the message from the mail program again as .eml.',
    path: uri,
    cause,
  });
}
