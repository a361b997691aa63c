import type { NumberedPassage } from './passage-book.ts';

/**
 * Passages as a model is shown them: each between tags that nothing in a document can close, because what looks like one
 * of them is written otherwise.
 */
export function fencePassages(passages: readonly NumberedPassage[]): string {
  return passages
    .map(({ number, label, text, context }) => {
      const lines = context === undefined || text.startsWith(context) ? [text] : [context, text];
      return `<passage number="${number}" from="${attribute(label)}">\n${withoutTags(lines.join('\n'))}\n</passage>`;
    })
    .join('\n\n');
}

/** Text of a document without anything that looks like the tags around passages. */
function withoutTags(text: string): string {
  return text.replace(/<(?=\s*\/?\s*passage)/gi, '‹');
}

/** A name on one line, without what ends an attribute. */
export function attribute(name: string): string {
  return name.replace(/[\p{Cc}\s]+/gu, ' ').replace(/["<>]/g, "'");
}
