import { borders, codePointBorder } from './borders.ts';

/** A piece of a streamed text, with its place in the whole. */
export interface TextPiece {
  readonly text: string;
  readonly start: number;
}

/**
 * Cuts a stream of characters into pieces of at most `size`, at the last blank line, else line, else word in the second
 * half of a piece. The pieces joined are the stream.
 */
export async function* cutStream(pieces: AsyncIterable<string>, size: number): AsyncGenerator<TextPiece> {
  let buffer = '';
  let start = 0;
  for await (const piece of pieces) {
    buffer += piece;
    let from = 0;
    // One character more than fits must be there, so that `\r\n` and surrogate pairs are seen whole.
    while (buffer.length - from > size) {
      const cut = lastBorder(buffer, from, from + size);
      yield { text: buffer.slice(from, cut), start };
      start += cut - from;
      from = cut;
    }
    if (from > 0) buffer = buffer.slice(from);
  }
  if (buffer !== '') yield { text: buffer, start };
}

function lastBorder(text: string, from: number, limit: number): number {
  const half = from + Math.floor((limit - from) / 2);
  for (const kind of ['paragraph', 'line', 'word'] as const) {
    const last = borders(text, kind, half, limit).at(-1);
    if (last !== undefined && !(text[last - 1] === '\r' && text[last] === '\n')) return last;
  }
  return codePointBorder(text, limit);
}
