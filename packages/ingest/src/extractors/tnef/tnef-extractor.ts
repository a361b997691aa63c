import { CuboError, type Extractor, type Section } from '@cubo/contracts';
import { readSource } from '../../sources/read-source.ts';
import type { MailMessage } from '../eml/mail-message.ts';
import { messageSections } from '../eml/message-sections.ts';
import { largestMessage } from '../eml/parse-eml.ts';
import { parseTnef } from './parse-tnef.ts';

/**
 * Reads the `winmail.dat` that Outlook sends beside a message ([MS-OXTNEF]), where it was saved by itself, as the extractor
 * of e-mails reads messages: header, body, attachments. It is known by its first bytes. A file may have half of
 * `maximumBytes`.
 */
export function tnefExtractor(): Extractor {
  return {
    id: 'tnef@1',
    mediaTypes: ['application/ms-tnef', 'application/vnd.ms-tnef'],
    extensions: ['.tnef'],
    async *extract(source, context): AsyncGenerator<Section> {
      const maximumBytes = largestMessage(context);
      const bytes = await readSource(source, { maximumBytes, signal: context.signal });
      const unread = context.unread.bind(context);
      let message: MailMessage;
      try {
        message = parseTnef(bytes, { maximumBytes, unread, place: source.name });
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
    message: `${uri} is no readable attachment of Outlook (TNEF): ${(cause as Error).message}.`,
    remedy: 'Ask for the message as plain text or HTML.',
    path: uri,
    cause,
  });
}
