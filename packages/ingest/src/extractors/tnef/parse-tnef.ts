import type { UnreadPlace } from '@cubo/contracts';
import { contentIds } from '../eml/content-ids.ts';
import type { MailAttachment, MailMessage } from '../eml/mail-message.ts';
import { writeEml } from '../eml/write-eml.ts';
import { decodeCodePage, trimmedText } from '../msg/message-properties.ts';
import { messageValues, recipientsByKind } from '../msg/message-values.ts';
import { propertyIds } from '../msg/property-ids.ts';
import { tnefAttributes } from './tnef-attributes.ts';
import { type TnefProperties, tnefProperties, tnefTable } from './tnef-properties.ts';

/** Numbers of attributes ([MS-OXTNEF] 2.1.3.2). */
const id = {
  subject: 0x8004,
  body: 0x800c,
  attachmentData: 0x800f,
  attachmentTitle: 0x8010,
  attachmentStart: 0x9002,
  messageProperties: 0x9003,
  recipients: 0x9004,
  attachmentProperties: 0x9005,
  codePage: 0x9007,
} as const;

/** Messages in messages beyond this are not opened. */
const deepest = 5;
const mostRecipients = 1000;
/** The kind of an object that is a message: IID_IMessage, 00020307-0000-0000-C000-000000000046. */
const messageKind = '0703020000000000c000000000000046';

/** How {@link parseTnef} reads. */
export interface ParseTnefOptions {
  /** The most bytes that Rich Text may unpack to. */
  readonly maximumBytes: number;
  readonly unread: (place: UnreadPlace) => void;
  /** What a damaged stream is called. */
  readonly place: string;
  /** How deep the message lies in others. */
  readonly depth?: number | undefined;
}

interface OpenAttachment {
  title: string | undefined;
  data: Uint8Array | undefined;
  properties: TnefProperties | undefined;
}

/**
 * The message in a TNEF stream ([MS-OXTNEF]), the `winmail.dat` of Outlook: what it says of itself, its body, its files.
 * Messages within it become attachments of their own. Of a damaged stream what comes before the damage is read, and the
 * rest is reported.
 *
 * @throws Error when it is no TNEF stream
 */
export function parseTnef(bytes: Uint8Array, options: ParseTnefOptions): MailMessage {
  const { unread, place } = options;
  let codePage = 1252;
  let [subject, body]: (string | undefined)[] = [];
  let properties: TnefProperties | undefined;
  let recipients: readonly TnefProperties[] = [];
  const attachments: OpenAttachment[] = [];
  const text = (data: Uint8Array) => trimmedText(decodeCodePage(data, codePage));
  const attributes = tnefAttributes(bytes);
  for (;;) {
    let next: ReturnType<typeof attributes.next>;
    try {
      next = attributes.next();
    } catch (error) {
      if (properties === undefined && body === undefined && attachments.length === 0) throw error;
      const reason = `What follows there cannot be read: ${(error as Error).message}. Ask for the message as plain text or HTML.`;
      unread({ place, reason, code: 'CUBO_FORMAT_INVALID' });
      const last = attachments.at(-1);
      if (last && !last.data && !last.properties) attachments.pop();
      break;
    }
    if (next.done) break;
    const { id: name, data } = next.value;
    if (name === id.codePage && data.byteLength >= 4)
      codePage = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
    else if (name === id.subject) subject = text(data);
    else if (name === id.body) body = text(data);
    else if (name === id.messageProperties) properties = tnefProperties(data, codePage);
    else if (name === id.recipients) recipients = tnefTable(data, codePage, mostRecipients);
    else if (name === id.attachmentStart)
      attachments.push({ title: undefined, data: undefined, properties: undefined });
    else {
      const attachment = attachments.at(-1);
      if (!attachment) continue;
      if (name === id.attachmentTitle) attachment.title = text(data);
      else if (name === id.attachmentData) attachment.data = data;
      else if (name === id.attachmentProperties) attachment.properties = tnefProperties(data, codePage);
    }
  }
  const values = properties ? messageValues(properties, options) : {};
  const pictures = contentIds(values.html);
  const kinds = recipientsByKind(recipients);
  return {
    ...values,
    subject: values.subject ?? subject,
    text: values.text ?? body,
    rtf: body?.trim() ? undefined : values.rtf,
    to: kinds.get(1),
    cc: kinds.get(2),
    bcc: kinds.get(3),
    attachments: attachments.flatMap((each) => attachmentOf(each, pictures, options) ?? []),
  };
}

function attachmentOf(
  { title, data, properties }: OpenAttachment,
  pictures: ReadonlySet<string>,
  options: ParseTnefOptions,
): MailAttachment | undefined {
  const names = [propertyIds.longName, propertyIds.shortName].map((each) => properties?.text(each));
  const name = [...names, title, properties?.text(propertyIds.displayName)].find(Boolean);
  const place = name ?? `attachment in ${options.place}`;
  const object = properties?.object(propertyIds.attachmentData);
  if (object) return embeddedMessage(object, name, place, options);
  const contentId = properties?.text(propertyIds.contentId);
  const isInline = contentId !== undefined && pictures.has(contentId);
  const content = data ?? properties?.bytes(propertyIds.attachmentData);
  const mediaType = properties?.text(propertyIds.mediaType)?.toLowerCase() ?? 'application/octet-stream';
  if (content !== undefined) return { name, mediaType, isInline, content };
  const reason = 'The file is not in the message, only a link to it. Add it by itself.';
  options.unread({ place, reason, code: 'CUBO_FORMAT_UNSUPPORTED' });
  return undefined;
}

/** A message within the message: the kind of object, and then a TNEF stream of its own. */
function embeddedMessage(
  object: Uint8Array,
  name: string | undefined,
  place: string,
  options: ParseTnefOptions,
): MailAttachment | undefined {
  const { unread, depth = 0 } = options;
  if (Buffer.from(object.subarray(0, 16)).toString('hex') !== messageKind) {
    const reason = 'It is an object of another program. Add it by itself.';
    unread({ place, reason, code: 'CUBO_FORMAT_UNSUPPORTED' });
    return undefined;
  }
  if (depth >= deepest) {
    const reason = `It lies in more than ${deepest} messages; save it by itself.`;
    unread({ place, reason, code: 'CUBO_LIMIT_EXCEEDED' });
    return undefined;
  }
  try {
    const message = parseTnef(object.subarray(16), { ...options, place, depth: depth + 1 });
    const title = (name ?? message.subject ?? 'message').replace(/\.(?:msg|eml)$/i, '');
    return { name: `${title}.eml`, mediaType: 'message/rfc822', isInline: false, content: writeEml(message) };
  } catch (error) {
    const reason = `It cannot be read: ${(error as Error).message}. Ask for the message by itself.`;
    unread({ place, reason, code: 'CUBO_FORMAT_INVALID' });
    return undefined;
  }
}
