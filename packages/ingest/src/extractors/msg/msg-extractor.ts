import { CuboError, type Extractor, type Section } from '@cubo/contracts';
import { readSource } from '../../sources/read-source.ts';
import type { MailMessage } from '../eml/mail-message.ts';
import { messageSections } from '../eml/message-sections.ts';
import { openCompoundFile } from './compound-file.ts';
import { parseMsg } from './parse-msg.ts';

/**
 * Reads messages that Outlook saved ([MS-OXMSG]) as the extractor of e-mails reads those of other programs: header block,
 * body (plain text, HTML or compressed Rich Text), attachments, messages within the message.
 */
export function msgExtractor(): Extractor {
  return {
    id: 'msg@2',
    mediaTypes: ['application/vnd.ms-outlook'],
    extensions: ['.msg', '.oft'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { maximumBytes, signal } = context;
      const bytes = await readSource(source, { maximumBytes, signal });
      const unread = context.unread.bind(context);
      let message: MailMessage;
      try {
        const storage = openCompoundFile(bytes);
        if (storage.stream('__properties_version1.0') === undefined) throw new Error('it is no message');
        message = parseMsg(storage, { maximumBytes, unread });
      } catch (cause) {
        throw invalid(source.uri, cause);
      }
      yield* messageSections(message, source, context);
    },
  };
}

function invalid(uri: string, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} is no readable Outlook message: ${(cause as Error).message}.`,
    remedy: 'Save the message again from Outlook.',
    path: uri,
    cause,
  });
}
