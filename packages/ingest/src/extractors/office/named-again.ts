import type { ExtractContext } from '@cubo/contracts';
import type { ZipEntry } from '../../zip/zip-archive.ts';

/** Names of places that a report lists. */
const mostListed = 5;

/** The parts of a document that were read, and the places that name one of them once more. */
export interface NamedAgain {
  /**
   * Whether a part was named before; then `place` is remembered, and the part is not to be read: a file of a few
   * kilobytes can name one part as often as it likes.
   */
  has(part: ZipEntry, place: string): boolean;
  /** Reports the places, in one entry however many they are. */
  report(context: Pick<ExtractContext, 'unread'>): void;
}

/** No part was named yet. */
export function createNamedAgain(): NamedAgain {
  const parts = new Set<ZipEntry>();
  const places: string[] = [];
  let count = 0;
  return {
    has(part, place) {
      if (!parts.has(part)) {
        parts.add(part);
        return false;
      }
      count++;
      if (places.length < mostListed) places.push(place);
      return true;
    },
    report(context) {
      if (count === 0) return;
      const more = count > places.length ? ` and ${count - places.length} more` : '';
      context.unread({
        place: `${places.join(', ')}${more}`,
        reason: 'The file names a part there that it has named before, and that is read once.',
        code: 'CUBO_FORMAT_INVALID',
      });
    },
  };
}
