// #region extractor
import { CuboError, type Extractor, type Section } from '@cubo/contracts';

/** Reads calendars (iCalendar, RFC 5545): a section for each event. */
export function icsExtractor(): Extractor {
  return {
    id: 'ics@1',
    mediaTypes: ['text/calendar'],
    extensions: ['.ics'],
    async *extract(source, { signal, describe }): AsyncGenerator<Section> {
      const blocks: Uint8Array[] = [];
      for await (const block of source.open({ signal })) blocks.push(block);
      const calendar = Buffer.concat(blocks)
        .toString('utf8')
        .replace(/\r?\n[ \t]/g, '');
      if (!calendar.startsWith('BEGIN:VCALENDAR')) {
        throw new CuboError({
          code: 'CUBO_FORMAT_INVALID',
          message: `${source.uri} is not a calendar.`,
          remedy: 'Export it again as iCalendar (.ics).',
          path: source.uri,
        });
      }
      describe({ title: source.name });
      // The document text is the events' texts, a blank line apart; each section knows its exact range in it.
      let start = 0;
      for (const [, event = ''] of calendar.matchAll(/BEGIN:VEVENT([\s\S]*?)END:VEVENT/g)) {
        const field = (name: string) => event.match(new RegExp(`^${name}[^:\\n]*:(.*)$`, 'm'))?.[1]?.trim() ?? '';
        const text = [field('DTSTART'), field('SUMMARY'), field('DESCRIPTION')].filter(Boolean).join('\n');
        if (text === '') continue;
        yield {
          text,
          kind: 'prose',
          heading: [field('SUMMARY')],
          locator: { kind: 'characters', start, end: start + text.length },
        };
        start += text.length + 2;
      }
    },
  };
}
// #endregion
