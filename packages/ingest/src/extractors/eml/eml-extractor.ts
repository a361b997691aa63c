import type { Extractor, Section } from '@cubo/contracts';
import { readSource } from '../../sources/read-source.ts';
import { messageSections } from './message-sections.ts';
import { largestMessage, parseEml } from './parse-eml.ts';

/**
 * Reads e-mail messages (RFC 5322 with MIME): a block of header lines that can be found and quoted, the body (its plain
 * text, else its HTML), then attachments and messages within the message, each with the extractor that reads it.
 * Subject, sender and date stand as context on every chunk; they describe the document. What is quoted from earlier
 * messages stays. Files in a `winmail.dat` of Outlook count as attachments, and what an opaque signature wraps (S/MIME) as
 * the message; signatures are not verified. A message may have half of `maximumBytes`. Encrypted parts are reported as
 * unread; nothing is ever fetched.
 */
export function emlExtractor(): Extractor {
  return {
    id: 'eml@2',
    mediaTypes: ['message/rfc822', 'message/global'],
    extensions: ['.eml', '.emlx'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { signal } = context;
      const bytes = await readSource(source, { maximumBytes: largestMessage(context), signal });
      const message = await parseEml(withoutLength(bytes), source.uri);
      signal?.throwIfAborted();
      yield* messageSections(message, source, context);
    },
  };
}

/** Apple Mail writes the length of the message into a line before it. */
function withoutLength(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.subarray(0, 24)).toString('latin1');
  const line = /^\d{1,12} *\r?\n/.exec(start)?.[0] ?? '';
  return bytes.subarray(line.length);
}
