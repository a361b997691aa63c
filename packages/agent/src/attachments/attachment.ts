import { badArgument } from '@cubo/contracts';
import { CuboError } from '@cubo/core';

/** A file that comes with a message. It is kept with the conversation, and is not in the library. */
export interface Attachment {
  /** File name, by whose extension it is read. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Default: by the extension, for images; else what the bytes and the extension say. */
  readonly mediaType?: string | undefined;
}

/** How much may be attached to a message. */
export interface AttachmentLimits {
  /** Files with one message. Default 10. */
  readonly maximumCount?: number | undefined;
  /** Bytes of one file. Default 20 MiB. */
  readonly maximumBytes?: number | undefined;
  /** Characters that are read of one document. Default 2 000 000; what lies behind is told as unread. */
  readonly maximumCharacters?: number | undefined;
  /** How long one document may be read. Default 30 000 ms. */
  readonly timeoutMilliseconds?: number | undefined;
}

/** The limits with their defaults. */
export function attachmentLimits(given: AttachmentLimits = {}): {
  readonly [Name in keyof AttachmentLimits]-?: number;
} {
  const { maximumCount = 10, maximumBytes = 20 * 2 ** 20 } = given;
  const { maximumCharacters = 2_000_000, timeoutMilliseconds = 30_000 } = given;
  return { maximumCount, maximumBytes, maximumCharacters, timeoutMilliseconds };
}

const imageTypes: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/** What an attachment is: its own word, or its extension. */
export function mediaTypeOf({ name, mediaType }: Attachment): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return mediaType ?? imageTypes[extension] ?? 'application/octet-stream';
}

/**
 * Refuses attachments before anything is done with them.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`, `CUBO_LIMIT_EXCEEDED`, `CUBO_SOURCE_TOO_LARGE`
 */
export function assertAttachments(
  attachments: readonly Attachment[],
  { maximumCount, maximumBytes }: { readonly maximumCount: number; readonly maximumBytes: number },
): void {
  if (!Array.isArray(attachments)) throw badArgument('The attachments are no list.', example);
  if (attachments.length > maximumCount) {
    throw new CuboError({
      code: 'CUBO_LIMIT_EXCEEDED',
      message: `A message has ${attachments.length} attachments, of ${maximumCount} that it may have.`,
      remedy: 'Attach fewer, or ingest them into the library.',
    });
  }
  const names = new Set<unknown>();
  for (const attachment of attachments as readonly Attachment[]) {
    const { name, bytes, mediaType } = attachment ?? {};
    if (typeof name !== 'string' || name === '' || names.has(name) || !(bytes instanceof Uint8Array)) {
      throw badArgument('An attachment has no name of its own, or no bytes.', example);
    }
    if (mediaType !== undefined && typeof mediaType !== 'string') {
      throw badArgument(
        `The media type of the attachment ${name} is no text.`,
        'Pass one like application/pdf, or none.',
      );
    }
    names.add(name);
    if (bytes.byteLength <= maximumBytes) continue;
    throw new CuboError({
      code: 'CUBO_SOURCE_TOO_LARGE',
      message: `The attachment ${name} has ${bytes.byteLength} bytes, of ${maximumBytes} that it may have.`,
      remedy: 'Ingest it into the library, or allow more by attachments.maximumBytes.',
      path: name,
    });
  }
}

const example = "Pass [{ name: 'lease.pdf', bytes: await readFile('lease.pdf') }].";
