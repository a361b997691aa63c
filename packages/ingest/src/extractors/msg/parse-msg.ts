import type { UnreadPlace } from '@cubo/contracts';
import { contentIds } from '../eml/content-ids.ts';
import type { MailAttachment, MailMessage } from '../eml/mail-message.ts';
import { writeEml } from '../eml/write-eml.ts';
import type { CompoundStorage } from './compound-file.ts';
import { type MessageProperties, messageProperties } from './message-properties.ts';
import { messageValues, recipientsByKind } from './message-values.ts';
import { propertyIds as id } from './property-ids.ts';

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
  const values = messageValues(properties, { maximumBytes, unread });
  const recipients = recipientsByKind(recipientsOf(storage, codePage));
  const shown = (kind: number, display: number) =>
    recipients.get(kind) ??
    properties
      .text(display)
      ?.split(/;\s*/)
      .filter((name) => name !== '');
  const pictures = contentIds(values.html);
  const attachments: MailAttachment[] = [];
  for (const [name, child] of storage.storages) {
    if (!name.startsWith('__attach_version1.0_')) continue;
    try {
      const attachment = attachmentOf(child, pictures, { ...options, depth, codePage });
      if (attachment) attachments.push(attachment);
    } catch (error) {
      const reason = `It cannot be read: ${(error as Error).message}. Save the message again from Outlook.`;
      unread({ place: `attachment ${attachments.length + 1}`, reason, code: 'CUBO_FORMAT_INVALID' });
    }
  }
  return {
    ...values,
    to: shown(1, id.displayTo),
    cc: shown(2, id.displayCc),
    bcc: shown(3, id.displayBcc),
    attachments,
  };
}

function* recipientsOf(storage: CompoundStorage, codePage: number | undefined): Generator<MessageProperties> {
  for (const [name, child] of storage.storages)
    if (name.startsWith('__recip_version1.0_')) yield messageProperties(child, 8, codePage);
}

function attachmentOf(
  storage: CompoundStorage,
  pictures: ReadonlySet<string>,
  options: ParseMsgOptions & { readonly depth: number },
): MailAttachment | undefined {
  const properties = messageProperties(storage, 8, options.codePage);
  const name = [id.longName, id.shortName, id.displayName].map((each) => properties.text(each)).find(Boolean);
  const contentId = properties.text(id.contentId);
  const isInline = contentId !== undefined && pictures.has(contentId);
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
