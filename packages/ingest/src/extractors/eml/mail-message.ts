import { extname } from 'node:path';
import type { Source } from '@cubo/contracts';
import { heldSource } from '../../sources/held-source.ts';

/** An e-mail message, whatever the format it was stored in. */
export interface MailMessage {
  readonly subject?: string | undefined;
  /** `Ada Lovelace <ada@example.com>`. */
  readonly from?: string | undefined;
  readonly to?: readonly string[] | undefined;
  readonly cc?: readonly string[] | undefined;
  readonly bcc?: readonly string[] | undefined;
  /** When it was sent, as the message writes it. */
  readonly date?: string | undefined;
  /** The same in ISO 8601, where it is a date. */
  readonly isoDate?: string | undefined;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  /** The body as Rich Text, where there is neither text nor HTML. */
  readonly rtf?: Uint8Array | undefined;
  readonly attachments: readonly MailAttachment[];
}

/** A file that was sent with a message, or a message within it. */
export interface MailAttachment {
  /** File name, where it has one. */
  readonly name?: string | undefined;
  readonly mediaType: string;
  /** Whether the HTML of the message shows it in its midst. */
  readonly isInline: boolean;
  readonly content: Uint8Array;
}

const extensions: Readonly<Record<string, string>> = {
  'message/rfc822': '.eml',
  'message/global': '.eml',
  'application/vnd.ms-outlook': '.msg',
  'text/plain': '.txt',
  'text/html': '.html',
  'text/calendar': '.ics',
  'text/csv': '.csv',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
};

/** An attachment as a source; `number` counts from 1 and names it where nothing else does. */
export function attachmentSource(message: Source, attachment: MailAttachment, number: number, prefix = ''): Source {
  const { mediaType, content } = attachment;
  const given = attachment.name?.replace(/[\p{Cc}\\/]+/gu, ' ').trim();
  const name = prefix + (given || `attachment ${number}${extensions[mediaType] ?? ''}`);
  return heldSource(
    {
      uri: `${message.uri}!/${name}`,
      name,
      // Programs send most files as one of a few types; where there is an extension, it tells more.
      mediaType: extname(name) === '' || mediaType.startsWith('message/') ? mediaType : undefined,
    },
    content,
  );
}
