import { type ExtractContext, isCuboError } from '@cubo/contracts';
import { type CmsContent, readCms } from '../cms/read-cms.ts';
import { parseTnef } from '../tnef/parse-tnef.ts';
import { isTnef } from '../tnef/tnef-attributes.ts';
import { isMimeEntity } from './is-mime-entity.ts';
import type { MailAttachment, MailMessage } from './mail-message.ts';
import { largestMessage, parseEml } from './parse-eml.ts';

/** Signed messages in signed messages beyond this stay attachments. */
const deepest = 5;

/**
 * A message with what lies in its wrappers: the files in a `winmail.dat` (TNEF) of Outlook, and the content of an opaque
 * signature (S/MIME, RFC 8551), whose files take the wrapper's place. The body comes from there too where the message has
 * none of its own. What is encrypted, or cannot be unwrapped, stays the attachment that it is.
 */
export async function unwrapMail(
  message: MailMessage,
  uri: string,
  context: ExtractContext,
  depth = 0,
): Promise<MailMessage> {
  let whole: MailMessage = message;
  const attachments: MailAttachment[] = [];
  for (const attachment of message.attachments) {
    const cms = cmsOf(attachment);
    // A signature holds no text.
    if (cms?.kind === 'detached') continue;
    const isOpened = cms?.kind === 'signed' && !hasBody(whole) && depth < deepest;
    const inner = isOpened
      ? await signedMessage(cms.content, uri, context, depth)
      : outlookMessage(attachment, context);
    if (inner) whole = joined(whole, inner);
    for (const each of inner?.attachments ?? [attachment]) attachments.push(each);
  }
  return { ...whole, attachments };
}

function cmsOf({ name, mediaType, content }: MailAttachment): CmsContent | undefined {
  if (!/^application\/(?:x-)?pkcs7-mime$/.test(mediaType) && !/\.p7m$/i.test(name ?? '')) return undefined;
  try {
    return readCms(content);
  } catch {
    // What is wrong with it is said when it is read as a document of its own.
    return undefined;
  }
}

async function signedMessage(
  content: Uint8Array,
  uri: string,
  context: ExtractContext,
  depth: number,
): Promise<MailMessage | undefined> {
  if (!isMimeEntity(content)) return undefined;
  try {
    return await unwrapMail(await parseEml(content, uri), uri, context, depth + 1);
  } catch (error) {
    if (!isCuboError(error)) throw error;
    return undefined;
  }
}

function outlookMessage({ name, content }: MailAttachment, context: ExtractContext): MailMessage | undefined {
  if (!isTnef(content)) return undefined;
  const unread = context.unread.bind(context);
  try {
    return parseTnef(content, { maximumBytes: largestMessage(context), unread, place: name ?? 'winmail.dat' });
  } catch {
    return undefined;
  }
}

/** A message with what one within it adds to its header and body. */
function joined(outer: MailMessage, inner: MailMessage): MailMessage {
  const { text, html, rtf } = hasBody(outer) ? outer : inner;
  return { ...outer, subject: outer.subject ?? inner.subject, from: outer.from ?? inner.from, text, html, rtf };
}

function hasBody({ text, html, rtf }: MailMessage): boolean {
  return Boolean(text?.trim()) || html !== undefined || rtf !== undefined;
}
