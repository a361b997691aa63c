import type { Chunk, Locator } from '@cubo/contracts';
import type { SourceContext } from './extract-context.ts';

/**
 * Follows how far a source of so many bytes is by the chunks that come of it: by their page or slide where the document
 * says how many it has, else by where its reader was when they came. Where all was read before the first, this tells
 * nothing, and none of the bytes is through until the end.
 */
export function readingProgress(bytes: number, told: SourceContext): (chunk: Chunk) => number {
  let isWhole: boolean | undefined;
  return ({ locator }) => {
    isWhole ??= told.position >= bytes;
    const number = numberOf(locator);
    const { pages } = told.description;
    if (number !== undefined && pages !== undefined && pages > 0) return (bytes * Math.min(number - 1, pages)) / pages;
    return isWhole ? 0 : Math.min(told.position, bytes);
  };
}

/** Pages of a document within the document are not the document's. */
function numberOf(locator: Locator): number | undefined {
  if (locator.member !== undefined) return undefined;
  if (locator.kind === 'page') return locator.page;
  return locator.kind === 'slide' ? locator.slide : undefined;
}
