/** A text without what writing leaves open: kinds of white space, quotes and dashes, capitals, how accents are coded. */
export interface FoldedText {
  readonly text: string;
  /** For each code unit of the folded text where it comes from. */
  readonly starts: Uint32Array;
  /** And where that ends. */
  readonly ends: Uint32Array;
}

const singleQuotes = /[‘’‚‛′´`ʼ]/u;
const doubleQuotes = /["“”„‟″«»‹›]/u;
const dashes = /[‐‑‒–—―−]/u;
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/u;
/** A word that is cut at the end of a line. */
const cutWord = /-[^\S\r\n]*(?:\r\n|\r|\n)\s*(?=\p{Ll})/uy;

/** Folds a text. `loose` also leaves out everything but letters and digits, such as the marks of Markdown. */
export function foldText(text: string, options: { readonly loose?: boolean } = {}): FoldedText {
  const { loose = false } = options;
  const parts: string[] = [];
  // Accents are coded apart: a text grows by that, but hardly.
  let starts = new Uint32Array(text.length + 16);
  let ends = new Uint32Array(text.length + 16);
  let length = 0;
  let isSpace = true;
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    const end = at + character.length;
    const cut = character === '-' ? wordCutAt(text, at) : undefined;
    const folded = cut === undefined ? foldCharacter(character, loose && !isInNumber(text, at)) : '';
    const next = cut ?? end;
    if (folded === ' ' && isSpace) {
      at = next;
      continue;
    }
    if (length + folded.length > starts.length) {
      starts = grown(starts);
      ends = grown(ends);
    }
    for (let i = 0; i < folded.length; i++) {
      starts[length] = at;
      ends[length] = end;
      length++;
    }
    parts.push(folded);
    if (folded !== '') isSpace = folded === ' ';
    at = next;
  }
  return { text: parts.join(''), starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}

function foldCharacter(character: string, loose: boolean): string {
  if (/\s/u.test(character)) return ' ';
  if (invisible.test(character)) return '';
  if (loose && !/[\p{L}\p{M}\p{N}]/u.test(character)) return ' ';
  if (doubleQuotes.test(character)) return '"';
  if (singleQuotes.test(character)) return "'";
  if (dashes.test(character)) return '-';
  if (character === '…') return '...';
  if (character === 'ß') return 'ss';
  return character < '\u0080' ? character.toLowerCase() : character.normalize('NFKD').toLowerCase();
}

/** Whether a sign parts the digits of a number: without it `1.5` would be two. */
function isInNumber(text: string, at: number): boolean {
  return (text[at] === '.' || text[at] === ',') && /\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + 1] ?? '');
}

/** Where the rest of a word begins that is cut at the end of a line; `undefined` where none is. */
function wordCutAt(text: string, at: number): number | undefined {
  if (at === 0 || !/\p{L}/u.test(text[at - 1] as string)) return undefined;
  cutWord.lastIndex = at;
  const found = cutWord.exec(text);
  return found === null ? undefined : at + found[0].length;
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2 + 32);
  larger.set(array);
  return larger;
}
