/** A run of characters on a page, as pdf.js gives it: `transform` maps its baseline to the page. */
export interface PageTextItem {
  readonly str: string;
  readonly dir: string;
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
  readonly hasEOL: boolean;
}

/** Where a run lies, seen along its own direction of writing. */
interface Placement {
  readonly angle: number;
  readonly along: number;
  readonly across: number;
  readonly width: number;
  readonly size: number;
}

/**
 * Puts the runs of a page together in the order in which the page draws them. A run on another baseline begins a line,
 * one that is more than a line and a half away a paragraph; a gap of more than a quarter of the type size between two
 * runs is a space.
 */
export interface PageTextBuilder {
  add(item: PageTextItem): void;
  text(): string;
}

/** Starts an empty page. */
export function createPageText(): PageTextBuilder {
  const parts: string[] = [];
  let last: Placement | undefined;
  let lineSize = 0;
  let pendingBreak = false;

  const endsInSpace = () => parts.at(-1)?.at(-1)?.trim() === '';

  function addBreak(lineBreak: string): void {
    if (parts.at(-1) === ' ') parts.pop();
    parts.push(parts.pop()?.trimEnd() ?? '', lineBreak);
  }

  return {
    add(item) {
      const { str, hasEOL } = item;
      if (str.trim() === '') {
        // pdf.js marks gaps and ends of lines with runs of their own, whose places say nothing.
        if (str !== '' && parts.length > 0 && !endsInSpace()) parts.push(' ');
        pendingBreak ||= hasEOL;
        return;
      }
      const place = placementOf(item);
      if (last) {
        const size = Math.max(place.size, last.size);
        const leap = Math.abs(place.across - last.across);
        const turned = Math.abs(place.angle - last.angle) > 0.02;
        const newLine = turned || leap > size * 0.5;
        // Going back up is another column, and a larger leap than a line another paragraph.
        const newParagraph = turned || leap > Math.max(size, lineSize) * 1.75;
        if (newLine || (pendingBreak && leap > 0.1)) {
          addBreak(newParagraph ? '\n\n' : '\n');
          lineSize = 0;
        } else {
          const gap =
            item.dir === 'rtl' ? last.along - (place.along + place.width) : place.along - (last.along + last.width);
          if (gap > size * 0.25 && !endsInSpace() && !/^\s/.test(str)) parts.push(' ');
        }
      }
      parts.push(str);
      last = place;
      lineSize = Math.max(lineSize, place.size);
      pendingBreak = hasEOL;
    },
    text: () => clean(parts.join('')),
  };
}

function placementOf(item: PageTextItem): Placement {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = item.transform;
  const length = Math.hypot(a, b) || 1;
  const [ux, uy] = [a / length, b / length];
  return {
    angle: Math.atan2(b, a),
    along: x * ux + y * uy,
    across: y * ux - x * uy,
    width: item.width,
    size: item.height || Math.hypot(c, d) || 1,
  };
}

/** Accents drawn as marks of their own are composed; control characters and halves of surrogate pairs mean nothing. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}
