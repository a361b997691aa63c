import { isCuboError, type UnreadPlace } from '@cubo/contracts';
import { decodeText } from '../../text/decode-text.ts';
import type { MailMessage } from '../eml/mail-message.ts';
import { visibleCharacters } from '../html/visible-characters.ts';
import { decompressRtf } from './decompress-rtf.ts';
import { decodeCodePage, type MessageProperties } from './message-properties.ts';
import { propertyIds as id } from './property-ids.ts';

/** How {@link messageValues} reads. */
export interface MessageValuesOptions {
  /** The most bytes that Rich Text may unpack to. */
  readonly maximumBytes: number;
  readonly unread: (place: UnreadPlace) => void;
}

/** What a message's own properties say: subject, sender, date and body. */
export function messageValues(
  properties: MessageProperties,
  { maximumBytes, unread }: MessageValuesOptions,
): Omit<MailMessage, 'attachments'> {
  const date = properties.date(id.submitTime) ?? properties.date(id.deliveryTime);
  const packed = properties.bytes(id.compressedRtf);
  const text = properties.text(id.body);
  const html = htmlOf(properties, unread);
  const isBlank = !text?.trim() && visibleCharacters(html ?? '') === 0;
  return {
    subject: properties.text(id.subject),
    from: senderOf(properties),
    date: date?.toUTCString().replace('GMT', '+0000'),
    isoDate: date?.toISOString(),
    text,
    html,
    rtf: packed && isBlank ? unpackRtf(packed, maximumBytes, unread) : undefined,
  };
}

/** Names and addresses of recipients by kind: 1 to, 2 copy, 3 blind copy. */
export function recipientsByKind(recipients: Iterable<MessageProperties>): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const properties of recipients) {
    const addresses = [properties.text(id.smtpAddress), properties.text(id.address)];
    const recipient = named(
      properties.text(id.displayName),
      addresses.find((each) => each?.includes('@')),
    );
    const kind = properties.integer(id.recipientType) ?? 1;
    const list = found.get(kind) ?? [];
    if (recipient) found.set(kind, list);
    if (recipient) list.push(recipient);
  }
  return found;
}

function unpackRtf(
  packed: Uint8Array,
  maximumBytes: number,
  unread: MessageValuesOptions['unread'],
): Uint8Array | undefined {
  try {
    return decompressRtf(packed, maximumBytes);
  } catch (error) {
    const reason = `It cannot be unpacked: ${(error as Error).message}. Save the message again from Outlook.`;
    unread({ place: 'text of the message', reason, code: 'CUBO_FORMAT_INVALID' });
    return undefined;
  }
}

function htmlOf(properties: MessageProperties, unread: MessageValuesOptions['unread']): string | undefined {
  const text = properties.text(id.html);
  if (text !== undefined) return text;
  const bytes = properties.bytes(id.html);
  if (bytes === undefined) return undefined;
  const codePage = properties.integer(id.internetCodePage);
  if (codePage !== undefined) return decodeCodePage(bytes, codePage);
  const place = 'the HTML of the message';
  try {
    return decodeText(bytes, place).text;
  } catch (error) {
    if (!isCuboError(error)) throw error;
    unread({ place, reason: error.message, code: error.code });
    return undefined;
  }
}

function senderOf(properties: MessageProperties): string | undefined {
  const name = properties.text(id.senderName) ?? properties.text(id.representingName);
  const address = [id.senderSmtpAddress, id.senderAddress, id.representingAddress]
    .map((each) => properties.text(each))
    .find((each) => each?.includes('@'));
  return named(name, address);
}

function named(name: string | undefined, address: string | undefined): string | undefined {
  if (!address || !name || name === address) return name || address || undefined;
  return `${name} <${address}>`;
}
