/** A text as it stands in a line of Markdown, where nothing of it is markup. */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[\\`*_[\]<>$|~]/g, '\\$&')
      .replace(/&(?=#?\w+;)/g, '\\&')
      // What makes headings, lists and rules at the beginning of a line.
      .replace(/^(#{1,6}|[+-]|[=-]+)(?=\s|$)/, '\\$&')
      .replace(/^-(?=-)/, '\\-')
      .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
  );
}
