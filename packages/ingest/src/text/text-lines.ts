/** A line of a streamed text, with its terminator; or a part of a line that is longer than `longestLine`. */
export interface TextLine {
  readonly text: string;
  /** Offset of its first character in the text. */
  readonly start: number;
  /** 1-based. */
  readonly number: number;
  /** Whether it goes on with the line of the part before. */
  readonly continued: boolean;
}

/** Longer lines come in parts, so that a file without line breaks does not sit in memory. */
const longestLine = 64 * 1024;

/** The lines of a stream of characters; joined they are the stream. Lines end with `\n`, `\r\n` or a lone `\r`. */
export async function* textLines(pieces: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let start = 0;
  let number = 1;
  let continued = false;
  const line = (text: string): TextLine => {
    const made = { text, start, number, continued };
    start += text.length;
    continued = !/[\r\n]$/.test(text);
    if (!continued) number++;
    return made;
  };
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece;
    let from = 0;
    for (const match of text.matchAll(/\r\n|\n|\r(?=[^\n])/g)) {
      const end = match.index + match[0].length;
      for (; end - from > 2 * longestLine; from += longestLine) yield line(text.slice(from, from + longestLine));
      yield line(text.slice(from, end));
      from = end;
    }
    rest = text.slice(from);
    for (; rest.length > 2 * longestLine; rest = rest.slice(longestLine)) yield line(rest.slice(0, longestLine));
  }
  if (rest !== '') yield line(rest);
}
