/**
 * Passes over a document type declaration with all that it declares (XML 1.0, 2.8): its end is the first `>` that
 * stands in no quotes, no comment, no instruction, and not between brackets.
 */
export interface DoctypeSkipper {
  /** Goes on at `from`; the offset after the declaration, or -1 where the text ends before it. */
  skip(text: string, from: number): number;
}

/** Begins after `<!DOCTYPE`. */
export function createDoctypeSkipper(): DoctypeSkipper {
  let inBrackets = false;
  /** Within a declaration between the brackets. */
  let inDeclaration = false;
  let quote = '';
  /** What ends the comment or instruction that is being passed over. */
  let terminator = '';
  let last = '';
  return {
    skip(text, from) {
      for (let at = from; at < text.length; at++) {
        const character = text[at] as string;
        last = (last + character).slice(-4);
        if (terminator !== '') {
          if (last.endsWith(terminator)) terminator = '';
        } else if (quote !== '') {
          if (character === quote) quote = '';
        } else if (last === '<!--') {
          terminator = '-->';
          inDeclaration = false;
        } else if (last.endsWith('<?')) {
          terminator = '?>';
          inDeclaration = false;
        } else if ((character === '"' || character === "'") && (!inBrackets || inDeclaration)) quote = character;
        else if (character === '<') inDeclaration = true;
        else if (character === '[' && !inDeclaration) inBrackets = true;
        else if (character === ']' && !inDeclaration) inBrackets = false;
        else if (character === '>') {
          if (!inBrackets) return at + 1;
          inDeclaration = false;
        }
      }
      return -1;
    },
  };
}
