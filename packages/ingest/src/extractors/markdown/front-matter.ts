import type { DocumentDescription } from '@cubo/contracts';

/** The line that ends the front matter which a document begins with, if it does. */
export function frontMatterEnd(firstLine: string): string | undefined {
  const marker = firstLine.trimEnd();
  return marker === '---' || marker === '+++' ? marker : undefined;
}

/** What the YAML or TOML lines of a front matter say about a document: plain values of title, author and language. */
export function describeFrontMatter(lines: readonly string[]): DocumentDescription {
  const values = new Map<string, string>();
  for (const line of lines) {
    const match = /^([A-Za-z_]+)\s*[:=]\s*(.+?)\s*$/.exec(line);
    const value = match?.[2]?.replace(/^(["'])(.*)\1$/, '$2').trim();
    if (match?.[1] && value && !/^[[{|>&*!]/.test(value)) values.set(match[1].toLowerCase(), value);
  }
  const title = values.get('title');
  const author = values.get('author');
  const language = values.get('lang') ?? values.get('language');
  return { ...(title && { title }), ...(author && { author }), ...(language && { language }) };
}
