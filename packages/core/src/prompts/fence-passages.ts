/** A passage as a model is shown it. */
export interface FencedPassage {
  /** By which an answer names it. */
  readonly number: number;
  /** Name of its document and place in it. */
  readonly label: string;
  /** Headings above it, outermost first. Default: not told. */
  readonly under?: readonly string[] | undefined;
  /** What it needs to make sense, such as a table's header. */
  readonly context?: string | undefined;
  readonly text: string;
}

/**
 * Passages as a model is shown them: each between tags that nothing in a document can close, because what looks like one
 * of them is written otherwise.
 */
export function fencePassages(passages: readonly FencedPassage[]): string {
  return passages
    .map(({ number, label, under = [], context, text }) => {
      const lines = context === undefined || text.startsWith(context) ? [text] : [context, text];
      const headings = under.length === 0 ? '' : ` under="${promptAttribute(under.join(' › '))}"`;
      const from = promptAttribute(label);
      return `<passage number="${number}" from="${from}"${headings}>\n${withoutTags(lines.join('\n'))}\n</passage>`;
    })
    .join('\n\n');
}

/** A name on one line, without what ends an attribute. */
export function promptAttribute(name: string): string {
  return name.replace(/[\p{Cc}\s]+/gu, ' ').replace(/["<>]/g, "'");
}

/** Text of a document without anything that looks like the tags around passages. */
function withoutTags(text: string): string {
  return text.replace(/<(?=\s*\/?\s*passage)/gi, '‹');
}
