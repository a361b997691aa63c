import type { TextRange } from '@cubo/contracts';

/** A line of a header: a name of one or two words, a colon, a value. */
const field = /^[ \t>]*([\p{L}-]+(?: \p{L}+)?)[ \t]*:[ \t]+\S/u;

/** What the fields of a mail are called, by the messages themselves and by the programs that forward them. */
const fieldNames: ReadonlySet<string> = new Set(
  [
    ['from', 'sent', 'date', 'to', 'cc', 'bcc', 'subject', 'reply-to'],
    ['von', 'gesendet', 'datum', 'an', 'betreff'],
    ['da', 'inviato', 'data', 'a', 'oggetto'],
    ['de', 'envoyé', 'à', 'objet'],
    ['enviado', 'fecha', 'para', 'asunto'],
  ].flat(),
);

/**
 * Blocks of lines like `Subject: …`, as a mail begins with and forwarded mails have in their midst: two different
 * fields of a mail at least, with whatever other fields stand between them.
 */
export function mailHeaders(text: string): TextRange[] {
  const blocks: TextRange[] = [];
  let block: { start: number; end: number; fields: Set<string> } | undefined;
  const close = () => {
    if (block !== undefined && block.fields.size > 1) blocks.push({ start: block.start, end: block.end });
    block = undefined;
  };
  for (const line of text.matchAll(/[^\n]+\n?|\n/g)) {
    const name = field.exec(line[0])?.[1]?.toLowerCase();
    if (name === undefined) close();
    else {
      block ??= { start: line.index, end: line.index, fields: new Set() };
      block.end = line.index + line[0].length;
      if (fieldNames.has(name)) block.fields.add(name);
    }
  }
  close();
  return blocks;
}
