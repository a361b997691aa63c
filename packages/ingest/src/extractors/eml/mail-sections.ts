import { type ExtractContext, isCuboError, type Section, type Source, type UnreadPlace } from '@cubo/contracts';
import { cutStream } from '../../text/cut-stream.ts';
import { htmlSections } from '../html/html-sections.ts';
import type { MemberSections } from '../shared/member-sections.ts';
import { placeSection } from '../shared/place-section.ts';
import { encryptedPlace, mailBody } from './mail-body.ts';
import { attachmentSource, type MailAttachment, type MailMessage } from './mail-message.ts';
import { unwrapMail } from './unwrap-mail.ts';

/** The most characters in one section. */
const sectionSize = 64 * 1024;
/** The longest line of the header that is repeated as context. */
const longestLine = 200;
/** Pictures of fewer bytes that stand in the midst of a message are logos, smileys and counters. */
const smallPicture = 8 * 1024;
/** Where the sections of a message go. */
export interface MailSectionsOptions {
  /** The message, or the mailbox that it lies in. */
  readonly source: Source;
  readonly context: ExtractContext;
  readonly members: MemberSections;
  /** Headings above the message. */
  readonly heading?: readonly string[] | undefined;
  /** What leads to the message in its container, as part of the names of its attachments: `message 12/`. */
  readonly memberPrefix?: string | undefined;
}

/**
 * The sections of a message: its header as a block of lines, the body, and then its attachments one by one, those in a
 * `winmail.dat` or an opaque signature among them. Subject, sender and date are the context of every chunk.
 */
export async function* mailSections(given: MailMessage, options: MailSectionsOptions): AsyncGenerator<Section> {
  const { source, context, members, heading } = options;
  const message = await unwrapMail(given, source.uri, context);
  const repeated = headerLines(message, false);
  let start = members.next;
  const place = (section: Section) => members.own(placeSection(section, { start, heading, context: repeated }));
  const { text, html, rtf } = mailBody(message, (place) => context.unread(place));
  const opening = [headerLines(message, true), text].filter((part) => part !== '').join('\n\n');
  for await (const piece of cutStream(one(opening), sectionSize)) {
    const locator = { kind: 'characters', start: piece.start, end: piece.start + piece.text.length } as const;
    if (piece.text.trim() !== '') yield place({ text: piece.text, kind: 'prose', locator });
  }
  start = members.next;
  if (html !== undefined) for await (const section of bodySections(html, source, context)) yield place(section);
  const richText = { name: 'message.rtf', mediaType: 'application/rtf', isInline: false };
  // Rich Text is a document of its own, which the extractor of such documents reads.
  const attachments = [...(rtf ? [{ ...richText, content: rtf }] : []), ...message.attachments];
  for (const [index, attachment] of attachments.entries()) {
    if (isPassedOver(attachment)) continue;
    const member = attachmentSource(source, attachment, index + 1, options.memberPrefix);
    if (isCiphertext(attachment)) context.unread(encryptedPlace(member.name));
    else for await (const section of members.read(member)) yield headed(section, heading);
  }
}

/** The HTML of a message; the message has more than that, and is not lost with it. */
async function* bodySections(html: string, source: Source, context: ExtractContext): AsyncGenerator<Section> {
  const unread = ({ reason, code }: Omit<UnreadPlace, 'place'>) =>
    context.unread({ place: 'the HTML of the message', reason, code });
  try {
    yield* htmlSections(one(html), { uri: source.uri, describe: () => {}, unread });
  } catch (error) {
    if (!isCuboError(error)) throw error;
    unread({ reason: error.message, code: error.code });
  }
}

function headed(section: Section, heading: readonly string[] = []): Section {
  return heading.length === 0 ? section : { ...section, heading: [...heading, ...(section.heading ?? [])] };
}

/** The lines of the header that a reader sees; in short the subject, the sender and the date. */
function headerLines(message: MailMessage, inFull: boolean): string {
  const lines: [name: string, value: string | undefined][] = [
    ['Subject', message.subject],
    ['From', message.from],
    ['Date', message.date],
  ];
  if (inFull)
    lines.push(['To', message.to?.join(', ')], ['Cc', message.cc?.join(', ')], ['Bcc', message.bcc?.join(', ')]);
  return lines
    .flatMap(([name, value]) => (value ? [`${name}: ${value.replace(/\s+/g, ' ').trim()}`] : []))
    .map((line) => (inFull || line.length <= longestLine ? line : `${line.slice(0, longestLine).trimEnd()}…`))
    .join('\n')
    .toWellFormed();
}

/** Signatures hold no text; neither do the small pictures in a message. */
function isPassedOver({ mediaType, isInline, content }: MailAttachment): boolean {
  if (/^application\/(?:(?:x-)?pkcs7-signature|pgp-signature|pgp-encrypted|pgp-keys)$/.test(mediaType)) return true;
  return isInline && mediaType.startsWith('image/') && content.byteLength < smallPicture;
}

function isCiphertext({ content }: MailAttachment): boolean {
  return Buffer.from(content.subarray(0, 27)).toString('latin1') === '-----BEGIN PGP MESSAGE-----';
}

async function* one(text: string): AsyncGenerator<string> {
  if (text !== '') yield text;
}
