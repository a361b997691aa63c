/** Bytes of words that are looked at. */
const mostBytes = 8 * 1024;
/** Letters of words in ASCII that are counted. */
const mostLetters = 2000;
/** ASCII letters and signs from here on may be the second byte of a character; what stands before them may not. */
const firstTrail = 0x40;
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** What tells the encoding of a text: its words with bytes beyond ASCII, and those in the same lines without. */
export interface MarkedWords {
  /** Where each word with bytes beyond ASCII begins and ends. */
  readonly words: readonly (readonly [start: number, end: number])[];
  /** How often each of the letters a to z stands in the other words. */
  readonly asciiLetters: readonly number[];
  readonly asciiLetterCount: number;
  /** How many of those have more than one letter. */
  readonly asciiWords: number;
}

/** Finds the words in the first lines that have any; in no encoding of two bytes for a character a word ends within one. */
export function markedWords(bytes: Uint8Array): MarkedWords {
  const words: [number, number][] = [];
  const asciiLetters = new Array<number>(26).fill(0);
  let asciiLetterCount = 0;
  let asciiWords = 0;
  let taken = 0;

  function countAscii(start: number, end: number): void {
    if (asciiLetterCount > mostLetters) return;
    const before = asciiLetterCount;
    for (let at = start; at < end; at++) {
      const letter = ((bytes[at] as number) | 0x20) - 0x61;
      if (letter < 0 || letter > 25) continue;
      asciiLetters[letter] = (asciiLetters[letter] as number) + 1;
      asciiLetterCount++;
    }
    if (asciiLetterCount - before > 1) asciiWords++;
  }

  function addLine(start: number, end: number): void {
    for (let at = start; at < end && taken < mostBytes; ) {
      while (at < end && (bytes[at] as number) < firstTrail) at++;
      const first = at;
      let isMarked = false;
      for (; at < end && (bytes[at] as number) >= firstTrail && taken + at - first < mostBytes; at++)
        if ((bytes[at] as number) >= 0x80) isMarked = true;
      if (isMarked) {
        words.push([first, at]);
        taken += at - first;
      } else if (at > first) countAscii(first, at);
    }
  }

  for (let start = 0; start < bytes.length && taken < mostBytes; ) {
    let end = start;
    let isMarked = false;
    for (; end < bytes.length; end++) {
      const byte = bytes[end] as number;
      if (byte === lineFeed || byte === carriageReturn) break;
      if (byte >= 0x80) isMarked = true;
    }
    if (isMarked) addLine(start, end);
    start = end + 1;
  }
  return { words, asciiLetters, asciiLetterCount, asciiWords };
}
