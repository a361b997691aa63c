import { citationLabel } from '@cubo/core';
import type { StudyPassage } from '../coverage/study-passage.ts';

/** A passage under the number by which items name it. */
export interface NumberedStudyPassage {
  readonly number: number;
  readonly passage: StudyPassage;
}

/**
 * Passages as a model is shown them: each between tags that nothing in a document can close, because what looks like one
 * of them is written otherwise.
 */
export function fencePassages(passages: readonly NumberedStudyPassage[]): string {
  return passages
    .map(({ number, passage: { source, locator, heading = [], context, text } }) => {
      const lines = context === undefined || text.startsWith(context) ? [text] : [context, text];
      const under = heading.length === 0 ? '' : ` under="${attribute(heading.join(' › '))}"`;
      const from = attribute(citationLabel(source, locator));
      return `<passage number="${number}" from="${from}"${under}>\n${withoutTags(lines.join('\n'))}\n</passage>`;
    })
    .join('\n\n');
}

function withoutTags(text: string): string {
  return text.replace(/<(?=\s*\/?\s*passage)/gi, '‹');
}

function attribute(name: string): string {
  return name.replace(/[\p{Cc}\s]+/gu, ' ').replace(/["<>]/g, "'");
}
