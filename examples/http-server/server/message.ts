import type { Attachment } from '@cubo/agent';
import type { Context } from 'hono';
import { z } from 'zod';
import { RequestError } from './errors.ts';
import { readJson } from './json-body.ts';
import { createSlots, longestJson } from './limits.ts';
import { scope } from './scope.ts';

/** What a user has written, with files. */
export interface Message extends Omit<z.output<typeof message>, 'attachments'> {
  readonly attachments: readonly Attachment[];
  /** To be called when its turn has ended; may be called more than once. */
  release(): void;
}

const mostAttachments = 10;
const message = z.strictObject({
  text: z.string().trim().min(1).max(20_000),
  scope: scope.optional(),
  attachments: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(255),
        mediaType: z.string().min(1).max(255).optional(),
        /** Base64. */
        data: z.string().min(1),
      }),
    )
    .max(mostAttachments)
    .default([]),
});

/** Long messages that are in memory at a time, from their first byte to the end of their turn. */
const mostLongMessages = 8;

// #region message
/** The longest body of a message: what its attachments take as base64, and its text. */
export function longestMessage(maximumAttachmentBytes: number): number {
  return Math.ceil(maximumAttachmentBytes / 3) * 4 + longestJson;
}

/** Reads messages. Files come as base64 in the JSON, which is held in memory: so only a few long ones are taken at a time. */
export function createMessageReader(limits: {
  readonly maximumAttachmentBytes: number;
  readonly maximumTurns: number;
}): (context: Context) => Promise<Message> {
  const { maximumAttachmentBytes, maximumTurns } = limits;
  const turns = createSlots(maximumTurns, 'turns');
  const long = createSlots(mostLongMessages, 'messages with attachments');
  return async (context) => {
    const length = Number(context.req.header('content-length') ?? 0);
    const releaseTurn = turns.take();
    let releaseLong = () => {};
    const release = () => {
      releaseTurn();
      releaseLong();
    };
    try {
      if (length > longestJson) releaseLong = long.take();
      const { text, scope, attachments } = await readJson(context, message);
      const files = attachments.map(({ name, mediaType, data }) => ({ name, mediaType, bytes: decoded(name, data) }));
      const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
      if (bytes > maximumAttachmentBytes) throw tooMuch(bytes, maximumAttachmentBytes);
      return { text, scope, attachments: files, release };
    } catch (error) {
      release();
      throw error;
    }
  };
}
// #endregion

/** Decoding passes over what is no base64: that must not be taken for a shorter file. */
function decoded(name: string, data: string): Uint8Array {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.toString('base64') === data) return bytes;
  const remedy = 'Encode its bytes as base64, with padding and without line breaks.';
  throw new RequestError(400, { code: 'BAD_REQUEST', message: `The attachment ${name} is no base64.`, remedy });
}

function tooMuch(bytes: number, most: number): RequestError {
  const told = `The attachments have ${bytes} bytes, of ${most} that those of a message may have.`;
  return new RequestError(413, { code: 'BODY_TOO_LARGE', message: told, remedy: 'Upload them as documents.' });
}
