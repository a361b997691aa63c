/** A piece of the text of a cloze card: words, or a gap. */
export type ClozePiece =
  | { readonly text: string }
  | {
      /** Gaps of the same number are asked together. From 1 on. */
      readonly gap: number;
      readonly text: string;
      readonly hint?: string | undefined;
    };

const opening = /\{\{c(\d+)::/g;
/** Anki has no more cards of a note. */
const highestGap = 500;

/**
 * Reads the markup of Anki, `{{c1::text::hint}}`. `undefined` for what is none: no gap at all, one that does not end, is
 * empty, has a number that is not from 1 to 500, or has another within it.
 */
export function parseCloze(text: string): ClozePiece[] | undefined {
  const pieces: ClozePiece[] = [];
  let end = 0;
  for (const match of text.matchAll(opening)) {
    if (match.index < end) return undefined;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    const begin = match.index + match[0].length;
    const close = text.indexOf('}}', begin);
    if (close === -1) return undefined;
    const [words = '', ...hints] = text.slice(begin, close).split('::');
    const gap = Number(match[1]);
    const isEmpty = words.trim() === '' || (hints.length > 0 && hints.join('::').trim() === '');
    if (isEmpty || gap < 1 || gap > highestGap) return undefined;
    pieces.push(hints.length === 0 ? { gap, text: words } : { gap, text: words, hint: hints.join('::') });
    end = close + 2;
  }
  if (end === 0) return undefined;
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/** Numbers of the gaps, ascending. */
export function gapsOf(pieces: readonly ClozePiece[]): number[] {
  return [...new Set(pieces.flatMap((piece) => ('gap' in piece ? [piece.gap] : [])))].sort((a, b) => a - b);
}

/** The text without markup. Where a gap is given it is blanked, with its hint or dots: `The period is [how long?].` */
export function clozeText(pieces: readonly ClozePiece[], blanked?: number): string {
  return pieces
    .map((piece) => ('gap' in piece && piece.gap === blanked ? `[${piece.hint ?? '…'}]` : piece.text))
    .join('');
}

/** The words of a gap. */
export function gapText(pieces: readonly ClozePiece[], gap: number): string {
  return pieces.flatMap((piece) => ('gap' in piece && piece.gap === gap ? [piece.text] : [])).join(', ');
}
