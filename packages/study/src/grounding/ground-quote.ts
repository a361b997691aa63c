import type { TextRange } from '@cubo/contracts';
import { quoteLocator } from '@cubo/core';
import type { StudyPassage } from '../coverage/study-passage.ts';
import type { Grounding } from './grounding.ts';

/** What rests on a stretch of a passage. */
export function groundQuote(passage: StudyPassage, { start, end }: TextRange): Grounding {
  const quote = passage.text.slice(start, end);
  return {
    source: passage.source,
    chunk: passage.id,
    locator: quoteLocator(passage, { text: quote, start }),
    quote,
    sha256: passage.sha256,
  };
}

/** What stands above a passage: title and headings. */
export function contextOf({ title, heading = [], context }: StudyPassage): string {
  return [title, ...heading, context].filter((part) => part !== undefined).join('\n');
}

/** The innermost heading of a passage, or else the title of its document. */
export function topicOf({ title, heading }: StudyPassage): string | undefined {
  return heading?.at(-1) ?? title;
}
