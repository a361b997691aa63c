import type { Chunk } from './chunk.ts';

/**
 * The text by which a chunk is found: its document's title, its headings, its repeated context and its own text, a line
 * each (context that the text begins with stands there once). Lexical indexes and embedders are fed with this;
 * citations quote `chunk.text` alone.
 */
export function indexedText(chunk: Chunk & { readonly title?: string | undefined }): string {
  const parts: string[] = [];
  if (chunk.title) parts.push(chunk.title);
  if (chunk.heading && chunk.heading.length > 0) parts.push(chunk.heading.join(' › '));
  if (chunk.context && !chunk.text.startsWith(chunk.context)) parts.push(chunk.context);
  parts.push(chunk.text);
  return parts.join('\n');
}
