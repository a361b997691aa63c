import {
  CuboError,
  type ExtractContext,
  type Extractor,
  isCuboError,
  type Section,
  type UnreadPlace,
} from '@cubo/contracts';
import { createLoopTurns } from '../../sources/loop-turns.ts';
import { sourceBytes } from '../../sources/read-source.ts';
import { mailSections } from '../eml/mail-sections.ts';
import { largestMessage, parseEml } from '../eml/parse-eml.ts';
import { emptySource } from '../shared/empty-source.ts';
import { createMemberSections } from '../shared/member-sections.ts';
import { mboxMessages } from './mbox-messages.ts';

/**
 * Reads mailboxes (mbox, RFC 4155, mboxrd), message by message, each under its subject as heading; the messages
 * themselves as the extractor of e-mails reads them. A message that cannot be read, or has more than half of `maximumBytes`, is
 * reported by its number, and so is what comes before the first. Only one message is held in memory.
 */
export function mboxExtractor(): Extractor {
  return {
    id: 'mbox@2',
    mediaTypes: ['application/mbox'],
    extensions: ['.mbox', '.mbx'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { signal } = context;
      const maximumBytes = largestMessage(context);
      const members = createMemberSections(context);
      const turns = createLoopTurns();
      let count = 0;
      let tooLarge: CuboError | undefined;
      let isPreceded = false;
      const messages = mboxMessages(sourceBytes(source, { signal }), maximumBytes, () => {
        isPreceded = true;
      });
      for await (const { number, bytes } of messages) {
        signal?.throwIfAborted();
        // Messages without text come to no one who would give the event loop its turn.
        if (turns.isDue()) await turns.take();
        count++;
        const place = `message ${number}`;
        if (bytes === undefined) {
          const problem = messageTooLarge(source.uri, number, maximumBytes);
          tooLarge ??= problem;
          context.unread({ place, reason: problem.message, code: problem.code });
          continue;
        }
        try {
          const message = await parseEml(bytes, `${source.uri}!/${place}`);
          const subject = message.subject?.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed();
          const nested: ExtractContext = {
            ...context,
            unread: (unread) => context.unread({ ...unread, place: `${place}: ${unread.place}` }),
          };
          const heading = subject ? [subject] : [];
          yield* mailSections(message, { source, context: nested, members, heading, memberPrefix: `${place}/` });
        } catch (error) {
          signal?.throwIfAborted();
          if (!isCuboError(error)) throw error;
          context.unread({ place, reason: error.message, code: error.code });
        }
      }
      if (count === 0) throw noMailbox(source.uri);
      if (isPreceded) context.unread(precedingPlace);
      if (members.isEmpty) throw tooLarge ?? emptySource(source.uri);
    },
  };
}

const precedingPlace: UnreadPlace = {
  place: 'what comes before the first message',
  reason: 'It belongs to no message; where it matters, save it by itself.',
  code: 'CUBO_FORMAT_INVALID',
};

function messageTooLarge(uri: string, number: number, maximumBytes: number): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_TOO_LARGE',
    message: `Message ${number} of ${uri} has more than ${maximumBytes} bytes.`,
    remedy: 'Save it by itself without its attachments.',
    path: uri,
  });
}

function noMailbox(uri: string): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} is no mailbox: no message in it begins with a line “From ”, sender and date.`,
    remedy: 'Export the mailbox again in the mbox format, or the messages as .eml.',
    path: uri,
  });
}
