import type { Extractor } from '@cubo/contracts';
import { cutStream } from '../../text/cut-stream.ts';
import { openText } from '../../text/decode-text.ts';
import { countLineBreaks } from '../../text/line-breaks.ts';
import { emptySource } from '../shared/empty-source.ts';

/** The most characters in one section. */
const sectionSize = 64 * 1024;

/**
 * Reads plain text in any common encoding. The document text is the decoded file; it is streamed in sections of up to
 * 64 Ki characters that end at paragraphs where they can, so that a file of any size needs the memory of one section.
 * Locators count lines.
 */
export function textExtractor(): Extractor {
  return {
    id: 'text@2',
    mediaTypes: ['text/plain'],
    extensions: ['.txt', '.text', '.log', '.rst', '.adoc', '.org'],
    async *extract(source, context) {
      const { pieces } = await openText(source, { signal: context.signal, unread: (place) => context.unread(place) });
      let line = 1;
      let empty = true;
      for await (const { text, start } of cutStream(pieces(), sectionSize)) {
        const first = line;
        line += countLineBreaks(text, 0, text.length);
        if (text.trim() === '') continue;
        empty = false;
        const last = /[\r\n]$/.test(text) ? line - 1 : line;
        const locator = { kind: 'lines', lines: [first, last], start, end: start + text.length } as const;
        yield { text, kind: 'prose', locator };
      }
      if (empty) throw emptySource(source.uri);
    },
  };
}
