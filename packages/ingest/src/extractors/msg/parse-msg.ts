import type { UnreadPlace } from '@cubo/contracts';
import { decodeText } from '../../text/decode-text.ts';
import type { MailAttachment, MailMessage } from '../eml/mail-message.ts';
import { writeEml } from '../eml/write-eml.ts';
import type { CompoundStorage } from './compound-file.ts';
import { decompressRtf } from './decompress-rtf.ts';
import { decodeCodePage, type MessageProperties, messageProperties } from './message-properties.ts';

/** Numbers of properties ([MS-OXPROPS]). */
const id = {
  subject: 0x0037,
  submitTime: 0x0039,
  representingName: 0x0042,
  representingAddress: 0x0065,
  recipientType: 0x0c15,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  displayBcc: 0x0e02,
  displayCc: 0x0e03,
  displayTo: 0x0e04,
  deliveryTime: 0x0e06,
  body: 0x1000,
  compressedRtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  address: 0x3003,
  attachmentData: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  mediaType: 0x370e,
  contentId: 0x3712,
  smtpAddress: 0x39fe,
  internetCodePage: 0x3fde,
  messageCodePage: 0x3ffd,
  senderSmtpAddress: 0x5d01,
} as const;

/** Messages in messages beyond this are not opened. */
const deepest = 10;

/** How {@link parseMsg} reads. */
export interface ParseMsgOptions {
  readonly maximumBytes: number;
  readonly unread: (place: UnreadPlace) => void;
  /** How deep the message lies in others. */
  readonly depth?: number | undefined;
  /** Code page of the message around it. */
  readonly codePage?: number | undefined;
}

/** The message in a storage of an Outlook file ([MS-OXMSG]); messages within it become attachments of their own. */
export function parseMsg(storage: CompoundStorage, options: ParseMsgOptions): MailMessage {
  const { maximumBytes, unread, depth = 0 } = options;
  const properties = messageProperties(storage, depth === 0 ? 32 : 24, options.codePage);
  const codePage = properties.integer(id.messageCodePage) ?? options.codePage;
  const html = htmlOf(properties);
  const date = properties.date(id.submitTime) ?? properties.date(id.deliveryTime);
  const packed = properties.bytes(id.compressedRtf);
  const text = properties.text(id.body);
  const recipients = recipientsOf(storage, codePage);
  const shown = (kind: number, display: number) =>
    recipients.get(kind) ??
    properties
      .text(display)
      ?.split(/;\s*/)
      .filter((name) => name !== '');
  const attachments: MailAttachment[] = [];
  for (const [name, child] of storage.storages) {
    if (!name.startsWith('__attach_version1.0_')) continue;
    try {
      const attachment = attachmentOf(child, html, { ...options, depth, codePage });
      if (attachment) attachments.push(attachment);
    } catch (error) {
      const reason = `It cannot be read: ${(error as Error).message}. Save the message again from Outlook.`;
      unread({ place: `attachment ${attachments.length + 1}`, reason, code: 'CUBO_FORMAT_INVALID' });
    }
  }
  return {
    subject: properties.text(id.subject),
    from: senderOf(properties),
    to: shown(1, id.displayTo),
    cc: shown(2, id.displayCc),
    bcc: shown(3, id.displayBcc),
    date: date?.toUTCString().replace('GMT', '+0000'),
    isoDate: date?.toISOString(),
    text,
    html,
    rtf: packed && !text?.trim() && html === undefined ? unpackRtf(packed, maximumBytes, unread) : undefined,
    attachments,
  };
}

function unpackRtf(
  packed: Uint8Array,
  maximumBytes: number,
  unread: ParseMsgOptions['unread'],
): Uint8Array | undefined {
  try {
    return decompressRtf(packed, maximumBytes);
  } catch (error) {
    const reason = `It cannot be unpacked: ${(error as Error).message}. Save the message again from Outlook.`;
    unread({ place: 'text of the message', reason, code: 'CUBO_FORMAT_INVALID' });
    return undefined;
  }
}

function htmlOf(properties: MessageProperties): string | undefined {
  const text = properties.text(id.html);
  if (text !== undefined) return text;
  const bytes = properties.bytes(id.html);
  if (bytes === undefined) return undefined;
  const codePage = properties.integer(id.internetCodePage);
  return codePage === undefined ? decodeText(bytes).text : decodeCodePage(bytes, codePage);
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

/** Names and addresses by kind: 1 to, 2 copy, 3 blind copy. */
function recipientsOf(storage: CompoundStorage, codePage: number | undefined): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const [name, child] of storage.storages) {
    if (!name.startsWith('__recip_version1.0_')) continue;
    const properties = messageProperties(child, 8, codePage);
    const addresses = [properties.text(id.smtpAddress), properties.text(id.address)];
    const recipient = named(
      properties.text(id.displayName),
      addresses.find((each) => each?.includes('@')),
    );
    const kind = properties.integer(id.recipientType) ?? 1;
    if (recipient) found.set(kind, [...(found.get(kind) ?? []), recipient]);
  }
  return found;
}

function attachmentOf(
  storage: CompoundStorage,
  html: string | undefined,
  options: ParseMsgOptions & { readonly depth: number },
): MailAttachment | undefined {
  const properties = messageProperties(storage, 8, options.codePage);
  const name = [id.longName, id.shortName, id.displayName].map((each) => properties.text(each)).find(Boolean);
  const contentId = properties.text(id.contentId);
  const isInline = contentId !== undefined && html?.includes(`cid:${contentId}`) === true;
  const content = properties.bytes(id.attachmentData);
  const mediaType = properties.text(id.mediaType)?.toLowerCase() ?? 'application/octet-stream';
  if (content !== undefined) return { name, mediaType, isInline, content };
  const inner = Array.from(storage.storages).find(([each]) => each.toLowerCase().endsWith('3701000d'))?.[1];
  const isMessage = inner?.stream('__properties_version1.0') !== undefined;
  const place = name ?? 'attachment';
  if (!inner || !isMessage) {
    const reason = inner ? 'It is an object of another program.' : 'The file is not in the message, only a link to it.';
    options.unread({ place, reason: `${reason} Add it by itself.`, code: 'CUBO_FORMAT_UNSUPPORTED' });
    return undefined;
  }
  if (options.depth >= deepest) {
    const reason = `It lies in more than ${deepest} messages; save it by itself.`;
    options.unread({ place, reason, code: 'CUBO_LIMIT_EXCEEDED' });
    return undefined;
  }
  const message = parseMsg(inner, { ...options, depth: options.depth + 1 });
  const title = (name ?? message.subject ?? 'message').replace(/\.(?:msg|eml)$/i, '');
  return { name: `${title}.eml`, mediaType: 'message/rfc822', isInline: false, content: writeEml(message) };
}
