import type { Section } from '@cubo/contracts';
import type { TextLine } from '../../text/text-lines.ts';

/** Characters of neighbouring parts that share a section: it then becomes one chunk. */
const sectionSize = 900;
/** A part that does not end is divided here. */
const longestPart = 64 * 1024;

/** Divides code into sections, line by line. */
export interface CodeSections {
  /** Takes the next line; returns the section that it completes. */
  push(line: TextLine): Section | undefined;
  finish(): Section | undefined;
}

/**
 * Parts of code are divided by blank lines, and begin with a line that is neither indented nor closes a bracket: a
 * function with blank lines in its body is one part. Small parts share a section.
 */
export function createCodeSections(): CodeSections {
  /** Lines of whole parts. */
  let whole: TextLine[] = [];
  let wholeLength = 0;
  let part: TextLine[] = [];
  let partLength = 0;
  let afterBlank = false;

  function endPart(): void {
    whole.push(...part);
    wholeLength += partLength;
    part = [];
    partLength = 0;
  }

  function take(): Section | undefined {
    const lines = whole;
    whole = [];
    wholeLength = 0;
    const first = lines.findIndex(({ text }) => text.trim() !== '');
    const last = lines.findLast(({ text }) => text.trim() !== '');
    const begin = lines[first];
    if (begin === undefined || last === undefined) return undefined;
    // Blank lines at the end belong to the section, so that the next one touches it.
    const text = lines
      .slice(first)
      .map((line) => line.text)
      .join('');
    return {
      text,
      kind: 'code',
      locator: {
        kind: 'lines',
        lines: [begin.number, last.number],
        start: begin.start,
        end: begin.start + text.length,
      },
    };
  }

  return {
    push(line) {
      const isBlank = !line.continued && line.text.trim() === '';
      let done: Section | undefined;
      if (!isBlank && ((afterBlank && /^[^\s)\]}]/.test(line.text)) || partLength > longestPart)) {
        if (wholeLength > 0 && wholeLength + partLength > sectionSize) done = take();
        endPart();
      }
      part.push(line);
      partLength += line.text.length;
      afterBlank = isBlank;
      return done;
    },
    finish() {
      endPart();
      return take();
    },
  };
}
